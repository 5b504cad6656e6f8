import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { firstTapsScript } from '#app/browser/firstTaps.ts'
import type { Flash } from '#app/domain/flashes.ts'
import { SECOND } from '#app/domain/time.ts'
import { stylesCookie } from '#app/http/in/cookies.ts'
import { entryScripts, renderedRoute, rootData } from '#app/remix/entryContext.server.ts'
import list from '#app/ui/styles/firstList.css?inline'
import lists from '#app/ui/styles/firstLists.css?inline'
import publicPages from '#app/ui/styles/firstPublic.css?inline'
import file from '#app/ui/styles/index.css?url'

/** Without a dialog or an answer to a question, these need only a part of the styles. */
const FIRST_SCREENS: Record<string, string> = {
  'routes/landing': publicPages,
  'routes/login': publicPages,
  'routes/register': publicPages,
  'routes/lists/route': lists,
  'routes/single-list': list,
  'routes/s.$token': list,
}

/** Undefined in development. */
const VERSION = /-([\w-]+)\.css$/.exec(file)?.[1]

/** A tap on the first page, before its scripts run, loads a page before the file has arrived. */
const FILE_ARRIVES_WITHIN = 10 * SECOND

/**
 * What to put into the page of a browser that doesn't have the files: the styles (docs/decisions/082-styles-in-the-first-page.md),
 * and what takes taps until the scripts are there (docs/decisions/108-the-first-tap.md).
 */
export function firstVisit(
  request: Request,
  page: EntryContext,
  { services, setCookie }: Pick<AppLoadContext, 'services' | 'setCookie'>,
): { styles: string; script?: string } | undefined {
  if (!VERSION) return undefined
  const cookie = stylesCookie(services.config)
  const [version, since] = cookie.read(request)?.split('.') ?? []
  const isKnown = version === VERSION
  if (isKnown && Math.abs(Date.now() - Number(since)) > FILE_ARRIVES_WITHIN) return undefined
  if (!isKnown) setCookie(cookie.set(`${VERSION}.${Date.now()}`))
  const hasDialog = new URL(request.url).searchParams.has('dialog')
  const flash: Flash | undefined = Object(rootData(page)).flash
  const hasAnswer = Boolean(flash?.answer ?? flash?.message?.atHome)
  const { id, status } = renderedRoute(page)
  const styles = FIRST_SCREENS[id]
  if (hasDialog || hasAnswer || status !== 200 || !styles) return undefined
  return { styles, ...(styles === list && { script: firstTapsScript(Date.now()) }) }
}

/**
 * The two largest, which the browser would find only after its first frame. It finds the others while these arrive, and
 * each request now delays the first row: docs/decisions/093-what-delays-the-first-rows.md
 */
export function preloadScripts(page: EntryContext, texts: string[]): string {
  return [...texts, ...entryScripts(page)].map((file) => `<${file}>; rel=modulepreload`).join(', ')
}
