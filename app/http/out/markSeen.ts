import type { AppLoadContext } from '@remix-run/node'
import type { Actor, List } from '#app/domain/access/access.ts'
import { noteSeen } from '#app/domain/sharing/seen.ts'

/** Browsers send one of these with each page, and report what is on the screen: see SeenBy.tsx. */
const BROWSER = ['Sec-Fetch-Dest', 'Upgrade-Insecure-Requests']
const PREFETCH = ['Purpose', 'Sec-Purpose']

/** Text browsers run no scripts and load no images. For them, a page counts as seen once it was sent completely. */
export function markSeenAfterResponse(
  { services, scripted, onSent }: AppLoadContext,
  { method, headers }: Request,
  reader: Actor,
  { id: listId, revision }: Pick<List, 'id' | 'revision'>,
): void {
  if (method === 'HEAD' || scripted) return
  if ([...BROWSER, ...PREFETCH].some((name) => headers.has(name))) return
  onSent(() => {
    noteSeen(services, reader, { listId, revision }).catch((error) =>
      services.log.info({ err: error }, 'could not note who has seen a list'),
    )
  })
}
