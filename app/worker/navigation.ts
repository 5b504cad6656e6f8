import { SECOND } from '#app/domain/time.ts'
import { insteadOfLarder, isLarder } from '#app/offline/fetchWithin.ts'
import { FAILING, type Unreached } from '#app/offline/keptDocument.ts'

export const SLOW_AFTER_MS = 3 * SECOND

interface Pages {
  /** May fail or never settle. A page that is not kept waits for the server as long as it takes. */
  kept: Promise<((reach: Unreached) => Response) | undefined>
  offline(): Promise<Response>
  /** Where a kept page led now, before it is shown. */
  onArrival(response: Response): Promise<void>
}

export async function answer(
  url: string,
  network: Promise<Response>,
  { kept, offline, onArrival }: Pages,
): Promise<Response> {
  network.catch(() => {})
  const deadline = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_AFTER_MS))
  const page = await Promise.race([kept.catch(() => undefined), deadline])
  if (!page) return network.catch(offline)
  const answer = await Promise.race([wholeAnswer(url, network, onArrival), deadline])
  return answer instanceof Response ? answer : page(answer ?? false)
}

/** Or why the kept page is shown instead. Hotels and trains respond with a page of their own. */
async function wholeAnswer(
  url: string,
  network: Promise<Response>,
  onArrival: Pages['onArrival'],
): Promise<Response | Unreached> {
  try {
    const response = await network
    // Scripts can't read redirects. Larder's lead to Larder; others may not be followed.
    const arrived =
      response.type === 'opaqueredirect' ? await fetch(url).catch(() => Response.error()) : response
    if (!isLarder(arrived)) return insteadOfLarder(arrived)
    await onArrival(arrived).catch(() => {})
    if (arrived !== response) return response
    if (response.status >= 500 || response.status === 429) return FAILING
    return withHeaders(response, await response.arrayBuffer())
  } catch {
    return false
  }
}

export function withHeaders(
  { status, headers: from }: Pick<Response, 'status' | 'headers'>,
  body: BodyInit | null,
  changed: Record<string, string> = {},
): Response {
  const headers = new Headers(from)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  for (const [name, value] of Object.entries(changed)) headers.set(name, value)
  return new Response(body, { status, headers })
}
