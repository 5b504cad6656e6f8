import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { newId } from '#app/domain/ids.ts'
import { flashCookie } from '#app/http/cookies.ts'
import { passHeaders } from '#app/http/failures.ts'
import { readFlash } from '#app/http/replies.ts'
import { dropClumsyTaps } from '#app/ui/clumsyTaps.ts'
import { ErrorPage, NO_ANSWER } from '#app/ui/ErrorPage.tsx'
import { live } from '#app/ui/live/live.ts'
import { addressScript } from '#app/ui/loadedAddress.ts'
import { Messages } from '#app/ui/Messages.tsx'
import { isNetworkError } from '#app/ui/networkError.ts'
import { usePage } from '#app/ui/page.ts'
import { expirePageCache, forgetUser, isSignedOutPage } from '#app/ui/pageCache.ts'
import { useRevalidateOnRestore } from '#app/ui/revalidateOnRestore.ts'
import styles from '#app/ui/styles/index.css?url'
import { BAR_COLOR, firstFrameScript, restoreTheme, themeScript } from '#app/ui/theme.ts'
import { useBrowserLayoutEffect } from '#app/ui/useBrowserLayoutEffect.ts'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const meta: MetaFunction = () => [{ title: 'Larder' }]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const flash = await readFlash(services, request)
  if (!flash) return { flash: undefined }
  // For the Undo button without JavaScript, so that a double click does nothing twice.
  return data(
    { flash: { ...flash, nextId: newId() } },
    { headers: { 'Set-Cookie': flashCookie(services.config).clear() } },
  )
}

export const headers = passHeaders

const CHANGES_USER = ['/logout', '/login', '/settings/delete-account', '/auth/reset-password']

/**
 * Reloads the flash message after an action. Remix calls this on every navigation, so it also expires
 * the page cache after an action and clears it when the user changes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  nextUrl,
  formMethod,
  formAction,
  actionResult,
}) => {
  const isAction = formMethod !== undefined && formMethod !== 'GET'
  if (isAction) expirePageCache()
  const [path = ''] = formAction?.split('?') ?? []
  if (isSignedOutPage(nextUrl) || CHANGES_USER.includes(path)) forgetUser()
  // A reply carries its own message.
  const isReply = typeof actionResult === 'object' && actionResult !== null && 'ok' in actionResult
  return isAction && !isReply
}

/** `interactive-widget`: the phone's keyboard shrinks the page instead of covering the bottom of a dialog. */
const VIEWPORT = 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content'

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, requestId, offline } = usePage()
  const root = useRouteLoaderData<typeof loader>('root')
  useBrowserLayoutEffect(restoreTheme, [])
  return (
    <html
      lang="en"
      data-request-id={requestId}
      data-offline={offline === false ? 'off' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={VIEWPORT} />
        <meta name="color-scheme" content="light" />
        <meta name="theme-color" content={BAR_COLOR.light} suppressHydrationWarning />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this repository
          dangerouslySetInnerHTML={{ __html: `${addressScript};${firstFrameScript}` }}
        />
        <Meta />
        <Links />
      </head>
      {/* The theme script sets a class on the body before the first paint and before hydration. */}
      <body suppressHydrationWarning>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this repository */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Messages flash={root?.flash} />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  useRevalidateOnRestore()
  useEffect(() => live.onSessionEnded(forgetUser), [])
  useEffect(dropClumsyTaps, [])
  const { state } = useNavigation()
  return (
    <>
      {/* messages.css shows it when a page takes longer than a moment. */}
      {state !== 'idle' && <div className="progress" />}
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { requestId } = usePage()
  if (!isRouteErrorResponse(error))
    return <ErrorPage status={isNetworkError(error) ? NO_ANSWER : 500} requestId={requestId} />
  const { code, sentence }: Record<string, unknown> = error.data ?? {}
  return (
    <ErrorPage
      status={error.status}
      requestId={requestId}
      code={typeof code === 'string' ? code : undefined}
      sentence={typeof sentence === 'string' ? sentence : undefined}
    />
  )
}
