import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useNavigation,
} from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { live } from '#app/browser/live.ts'
import { expirePageCache, forgetUser, offlineDisabled } from '#app/browser/pageCache.ts'
import { DOCUMENT_NONCE, LATER } from '#app/browser/stylesheet.ts'
import { restoreTheme } from '#app/browser/theme.ts'
import { forgetLines } from '#app/browser/typedLine.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { useCurrentRouter, useRevalidateOnRestore } from '#app/browser/useReload.ts'
import { newId } from '#app/domain/ids.ts'
import { AMERICAN } from '#app/domain/locale/locale.ts'
import { flashCookie } from '#app/http/in/cookies.ts'
import { readFlash } from '#app/http/out/replies.ts'
import { isKeptDocument } from '#app/offline/keptDocument.ts'
import { manifestPath } from '#app/protocol/paths.ts'
import { isReply } from '#app/protocol/reply.ts'
import font from '#app/ui/fonts/figtree.woff2?url'
import { headScript, ICONS, METAS } from '#app/ui/head.ts'
import { Messages } from '#app/ui/Messages.tsx'
import { PageTitle } from '#app/ui/PageTitle.tsx'
import { usePage } from '#app/ui/pageContext.ts'
import { RouteError } from '#app/ui/RouteError.tsx'
import stylesheet from '#app/ui/styles/index.css?url'
import { useReader } from '#app/words/useWords.ts'
import { passHeaders } from './http/out/replies.ts'

export const links: LinksFunction = () => ICONS

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

/** Remix calls this on every navigation, so it also expires the page cache, and clears it when the user changes. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, formAction, ...rest }) => {
  const isAction = formMethod !== undefined && formMethod !== 'GET'
  if (isAction) expirePageCache()
  const [path = ''] = formAction?.split('?') ?? []
  if (CHANGES_USER.includes(path)) forgetAll()
  // A reply carries its own message.
  return isAction && !isReply(rest.actionResult)
}

function forgetAll() {
  forgetUser()
  forgetLines()
}

const FONT: ComponentProps<'link'> = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href: font,
  crossOrigin: 'anonymous',
}

/** Of a kept page, shell.html has the rest: styles stay, and nothing flashes. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, requestId, offline, styles, script = '', texts } = usePage()
  const reader = useReader()
  useBrowserLayoutEffect(restoreTheme, [])
  if (isKeptDocument) {
    return (
      <>
        {createPortal(<PageTitle />, document.head)}
        {children}
        <Messages />
        <ScrollRestoration />
      </>
    )
  }
  return (
    <html
      lang={reader.language}
      data-time-zone={reader.timeZone}
      data-formats={reader.formats === AMERICAN ? undefined : JSON.stringify(reader.formats)}
      data-words={texts?.hasAll ? 'all' : undefined}
      data-request-id={requestId}
      data-offline={offline === false ? 'off' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {METAS.map((meta) => (
          // The theme script changes one of them.
          <meta key={meta.name} {...meta} suppressHydrationWarning />
        ))}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this repository
          dangerouslySetInnerHTML={{ __html: inDocument(headScript + script) }}
        />
        <PageTitle />
        <Meta />
        <style
          nonce={nonce || DOCUMENT_NONCE}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this repository
          dangerouslySetInnerHTML={{ __html: styles ?? '' }}
        />
        {/* Not on a first visit, where it would delay the rows: docs/decisions/083-one-typeface.md */}
        {import.meta.env.SSR ? <link {...(styles ? {} : FONT)} /> : <link suppressHydrationWarning />}
        <link {...(styles ? LATER : { rel: 'stylesheet' })} href={stylesheet} suppressHydrationWarning />
        {/* Without scripts, the other styles never load, and printing needs them. */}
        <noscript>
          <link rel="stylesheet" media="print" href={stylesheet} />
        </noscript>
        {reader.language !== 'en' &&
          [0, 1].map((at) => (
            <link
              key={at}
              {...(texts?.files[at] && { rel: 'modulepreload', href: texts.files[at] })}
              suppressHydrationWarning
            />
          ))}
        <link rel="manifest" href={manifestPath(reader.language)} />
        <Links />
      </head>
      {/* The script above sets a class on the body before the first paint and before hydration. */}
      <body suppressHydrationWarning>
        {children}
        <Messages />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** The browser runs these scripts before React starts, so its bundle doesn't need them. */
const inDocument = (script: string) => (import.meta.env.SSR ? script : '')

export default function App() {
  useRevalidateOnRestore()
  useCurrentRouter()
  useEffect(() => live.onSessionEnded(forgetAll), [])
  useEffect(() => {
    if (offlineDisabled()) forgetUser()
  }, [])
  const { state } = useNavigation()
  return (
    <>
      {/* root.css shows it when a page takes longer than a moment. */}
      {state !== 'idle' && <div className="progress" />}
      <Outlet />
    </>
  )
}

export const ErrorBoundary = RouteError
