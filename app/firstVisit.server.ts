import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { SECOND } from '#app/domain/time.ts'
import { stylesCookie } from '#app/http/in/cookies.ts'
import styles from '#app/ui/styles/firstScreen.css?inline'
import file from '#app/ui/styles/index.css?url'

/** Without a dialog, these need only the styles of firstScreen.css. */
const FIRST_SCREENS = [
  'routes/landing',
  'routes/login',
  'routes/register',
  'routes/lists/route',
  'routes/single-list',
  'routes/s.$token',
]

/** Undefined in development. */
const VERSION = /-([\w-]+)\.css$/.exec(file)?.[1]

/** A tap on the first page, before its scripts run, loads a page before the file has arrived. */
const FILE_ARRIVES_WITHIN = 10 * SECOND

/** The styles to put into the page of a browser that doesn't have the file: docs/decisions/082-styles-in-the-first-page.md */
export function firstVisitStyles(
  request: Request,
  { staticHandlerContext: { matches, statusCode } }: EntryContext,
  { services, setCookie }: Pick<AppLoadContext, 'services' | 'setCookie'>,
): string | undefined {
  if (!VERSION) return undefined
  const cookie = stylesCookie(services.config)
  const [version, since] = cookie.read(request)?.split('.') ?? []
  const isKnown = version === VERSION
  if (isKnown && Math.abs(Date.now() - Number(since)) > FILE_ARRIVES_WITHIN) return undefined
  if (!isKnown) setCookie(cookie.set(`${VERSION}.${Date.now()}`))
  const isFirstScreen = FIRST_SCREENS.includes(matches.at(-1)?.route.id ?? '')
  const hasDialog = new URL(request.url).searchParams.has('dialog')
  return isFirstScreen && !hasDialog && statusCode === 200 ? styles : undefined
}

/** The browser would find them only after its first frame. */
export function preloadScripts({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const files = [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports])
  return [...new Set([manifest.url, ...files])].map((file) => `<${file}>; rel=modulepreload`).join(', ')
}
