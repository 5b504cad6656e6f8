import { loadLineParser } from '#app/acts/quickAdd.ts'
import { isLarder } from '#app/offline/fetchWithin.ts'
import { forgetOthers } from '#app/offline/forgetOthers.ts'
import type { Unreached } from '#app/offline/keptDocument.ts'
import { forgetPage, forgetPages, keptAccount, keptPage } from '#app/offline/keptPages.ts'
import type { KeptPage } from '#app/offline/schema.ts'
import { keptLists } from '#app/offline/shownLists.ts'
import { readEntries } from '#app/offline/store.ts'
import { isSignedOutPage, listIdIn, manifestPath } from '#app/protocol/paths.ts'
import { offlinePage as offlineTexts } from '#app/words/en/offlinePage.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { sendInBackground } from './background.ts'
import { firstPaint, logoutPage, offlinePage } from './firstPaint.tsx'
import { answer, withHeaders } from './navigation.ts'
import { readerOfKept } from './readers.ts'
import { HTML, PAINTED, TITLE } from './shellPage.ts'
import { CACHE_PREFIX, type FetchEvent, ourCaches, worker } from './workerScope.ts'

// See docs/decisions/079-shopping-without-reception.md

declare const FILES: string[]
declare const VERSION: string

const SHELL = '/shell.html'
const CACHE = CACHE_PREFIX + VERSION

/** WebKit, also in every browser on iOS, sometimes gives a preloaded page another response's headers. */
const PRELOADS = /(?:Chrome|Firefox)\//.test(navigator.userAgent)

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(install())
})

/** The shell comes last: a cache with it is complete. If anything fails, the previous worker goes on. */
async function install() {
  const cache = await caches.open(CACHE)
  await Promise.all(FILES.filter((path) => path !== SHELL).map((path) => keepFile(cache, path)))
  await keepFile(cache, SHELL)
}

async function keepFile(cache: Cache, path: string) {
  // The browser may have kept a file without a hash in its name from an earlier version.
  const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'reload' })
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  // A proxy's sign-in page would be kept as a script.
  if (!response.ok || response.redirected || isPage !== (path === SHELL)) throw new Error(`no ${path}`)
  await cache.put(path, response)
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  await Promise.all([
    deleteOldFiles(),
    worker.clients.claim(),
    worker.registration.navigationPreload?.[PRELOADS ? 'enable' : 'disable'](),
  ])
}

/** Open tabs may still load scripts of the version before this one. */
async function deleteOldFiles() {
  const complete: string[] = []
  const others = (await ourCaches()).filter((name) => name !== CACHE)
  for (const name of others) if (await caches.match(SHELL, { cacheName: name })) complete.push(name)
  const before = complete.at(-1)
  await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') {
    if (request.method === 'GET') {
      const answered = page(event)
      event.respondWith(answered)
      if (isSignedOutPage({ pathname })) event.waitUntil(answered.then(forgetWhoLeft).catch(() => {}))
    }
    // A page whose script hasn't loaded can't do it itself. The server refuses other sites' forms.
    else if (pathname === '/logout' && isOwn(request.referrer)) event.respondWith(logout(request))
  } else if (request.method === 'GET' && origin === location.origin) {
    if (isHashed(pathname) || FILES.includes(pathname)) event.respondWith(file(request))
  }
})

worker.addEventListener('sync', (event) => event.waitUntil(sendInBackground()))

const isHashed = (path: string) => path.startsWith('/assets/')

const isOwn = (url: string) => url.startsWith(`${location.origin}/`)

function page(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  return answer(url, load(event), {
    kept: keptShell(url),
    offline: offlineShell,
    onArrival: (arrived) => forgetWhatEnded(url, arrived),
  })
}

async function forgetWhatEnded(url: string, arrived: Response) {
  const leadsAway = arrived.redirected && new URL(arrived.url).pathname !== '/'
  const { status } = leadsAway ? await ask(apiPath(url)) : arrived
  if (status === 401) await forgetPages()
  else if (status === 404) await forgetPage(url)
}

/** Somebody who is signed in may open these pages, too. */
async function forgetWhoLeft() {
  if ((await keptAccount()) === undefined) return
  const response = await ask('/api/v1/user/current-user')
  if (response.status === 401) await forgetPages()
  else if (response.ok) await forgetOthers((await response.json()).user.userId)
}

/** A proxy may have a 401 of its own. */
async function ask(path: string): Promise<Response> {
  const response = await fetch(path)
  return isLarder(response) ? response : Response.error()
}

/** Every failure of a list leads to the landing page. The API says why. */
function apiPath(url: string): string {
  const listId = listIdIn(new URL(url).search)
  return listId ? `/api/v1/item?listID=${encodeURIComponent(listId)}` : '/api/v1/list'
}

const load = async ({ request, preloadResponse }: FetchEvent) => (await preloadResponse) ?? fetch(request)

// Browsers may not restore these pages after a logout.
const NOT_STORED = { 'Cache-Control': 'private, no-store' }

const keptHome = () => keptPage(`${location.origin}/`)

const shell = () => caches.match(SHELL, { cacheName: CACHE })

async function keptShell(url: string): Promise<((reach: Unreached) => Response) | undefined> {
  const [page, home, response, entries] = await Promise.all([
    keptPage(url),
    keptHome(),
    shell(),
    readEntries().catch(() => []),
    loadLineParser(),
  ])
  if (!page || !response) return undefined
  if (home && isGone(page, home)) {
    await forgetPage(url)
    return undefined
  }
  const own = entries.filter(({ account }) => account === page.account)
  const { lists = [] } = page.data as { lists?: { id: string }[] }
  const newer = await keptLists(lists.map(({ id }) => id))
  const html = await response.text()
  const reader = readerOfKept(page)
  return (reach) =>
    withHeaders(
      response,
      inLanguage(html, reader, reach || '').replace(PAINTED, () =>
        firstPaint(reader, page, own, newer, reach),
      ),
      NOT_STORED,
    )
}

/** The lists were kept later, without this one. */
function isGone({ address, at }: KeptPage, home: KeptPage): boolean {
  const listId = listIdIn(new URL(address, location.origin).search)
  const { lists } = home.data as { lists: { id: string }[] }
  return listId !== '' && home.at > at && lists.every(({ id }) => id !== listId)
}

/** The page's own code finds its texts by these. */
function inLanguage(html: string, { language, formats, timeZone }: Reader, kept = ''): string {
  const attribute = JSON.stringify(formats).replaceAll('"', '&quot;')
  const zone = timeZone ? ` data-time-zone="${timeZone}"` : ''
  return html
    .replace(HTML, `<html lang="${language}" data-formats="${attribute}"${zone} data-kept="${kept}">`)
    .replace(manifestPath('en'), manifestPath(language))
}

async function offlineShell(): Promise<Response> {
  const lists = await keptHome().catch(() => undefined)
  return notice(readerOfKept(lists), 'tab', (reader) =>
    offlinePage(reader, { hasLists: lists !== undefined }),
  )
}

/** What is kept here goes at once, whatever becomes of the request. */
async function logout(request: Request): Promise<Response> {
  const reader = readerOfKept(await keptHome().catch(() => undefined))
  await forgetPages().catch(() => {})
  const response = await fetch(request).catch(() => undefined)
  const isAnswered = response && (response.type === 'opaqueredirect' || isLarder(response))
  return isAnswered ? response : notice(reader, 'stillSignedIn', logoutPage)
}

async function notice(
  reader: Reader,
  title: 'tab' | 'stillSignedIn',
  paint: (reader: Reader) => string,
): Promise<Response> {
  const response = await shell()
  if (!response) return Response.error()
  const html = inLanguage(await response.text(), reader)
    .replace(TITLE, `<title>${wordsOf(reader, offlineTexts)[title]} · Larder</title>`)
    .replace(PAINTED, () => paint(reader))
  return withHeaders({ status: 503, headers: response.headers }, html, NOT_STORED)
}

async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const cacheName = isHashed(pathname) ? undefined : CACHE
  const kept = await caches.match(request, { cacheName, ignoreVary: true }).catch(() => undefined)
  return kept ?? fetch(request)
}
