import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { flashCookie } from '#app/http/cookies.ts'
import { passHeaders } from '#app/http/failures.ts'
import { readFlash } from '#app/http/replies.ts'
import { ErrorPage } from '#app/ui/ErrorPage.tsx'
import { live } from '#app/ui/live/live.ts'
import { Messages } from '#app/ui/Messages.tsx'
import { usePage } from '#app/ui/page.ts'
import { clearPageCache, expirePageCache, isSignedOutPage } from '#app/ui/pageCache.ts'
import { useRevalidateOnRestore } from '#app/ui/revalidateOnRestore.ts'
import styles from '#app/ui/styles/index.css?url'
import { BAR_COLOR, themeScript } from '#app/ui/theme.ts'

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
  return data({ flash }, { headers: { 'Set-Cookie': flashCookie(services.config).clear() } })
}

export const headers = passHeaders

const CHANGES_PERSON = ['/logout', '/login', '/settings/delete-account', '/auth/reset-password']

/**
 * Only an action can leave a message. Asked at every navigation, so this is also where pages leave the
 * memory: what an action changed must not be shown from there, and to signed-out people nothing at all.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  nextUrl,
  formMethod,
  formAction,
  actionResult,
}) => {
  const acted = formMethod !== undefined && formMethod !== 'GET'
  if (acted) expirePageCache()
  const [action = ''] = formAction?.split('?') ?? []
  if (isSignedOutPage(nextUrl) || CHANGES_PERSON.includes(action)) clearPageCache()
  // A reply to a background form says itself what there is to say.
  const replied = typeof actionResult === 'object' && actionResult !== null && 'ok' in actionResult
  return acted && !replied
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, requestId } = usePage()
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en" data-request-id={requestId} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={BAR_COLOR.light} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      {/* The script sets the theme's class before the first paint; React leaves it alone. */}
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
  useEffect(() => live.onEnded(clearPageCache), [])
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { requestId } = usePage()
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} requestId={requestId} />
  const sentence: unknown = error.data?.sentence
  return (
    <ErrorPage
      status={error.status}
      requestId={requestId}
      sentence={typeof sentence === 'string' ? sentence : undefined}
    />
  )
}
