import { hasLeftPage } from '#app/browser/loadedDocument.ts'
import { forgetLines } from '#app/browser/typedLine.ts'
import { SECOND } from '#app/domain/time.ts'
import { keptPage, plainAddress, setPageUsed } from '#app/offline/keptPages.ts'
import { KEPT_ROUTES } from '#app/offline/keptRoutes.ts'
import { readEntries } from '#app/offline/store.ts'
import { prepareRemix } from '#app/remix/keptPage.ts'
import { reloadWhenOnline } from './reloadWhenOnline.ts'

declare const SCRIPTS: Record<string, string[]>
declare const ENTRY: string
declare const MANIFEST: string

const SHOW_NOTICE_AFTER_MS = 10 * SECOND

const notice = document.querySelector('.notice')
const isKept = notice?.parentElement?.hidden === true
const [routeId] = Object.entries(KEPT_ROUTES).find(([, path]) => path.test(location.pathname)) ?? []
if (routeId && isKept) {
  start(routeId).catch(showNotice)
  setTimeout(showNotice, SHOW_NOTICE_AFTER_MS)
} else showNotice()

/** Everything loads at once after the first paint. */
async function start(routeId: string) {
  await painted()
  const remix = prepareRemix()
  const ids = ['root', routeId]
  const [modules, page, entries] = await Promise.all([
    Promise.all(ids.map(load)),
    keptPage(location.href),
    readEntries().catch(() => []),
    import(ENTRY),
    import(MANIFEST),
  ])
  if (hasLeftPage()) return location.reload()
  if (!page) return showNotice()
  if (plainAddress(location.href) !== page.address) {
    history.replaceState(history.state, '', page.address)
    window.loadedAddress = page.address
  }
  window.keptPage = page
  window.keptEntries = entries.filter(({ account }) => account === page.account)
  document.querySelector('title')?.remove()
  setTimeout(() => setPageUsed(page.address).catch(() => {}), SECOND)
  remix.start(
    { root: { flash: undefined }, [routeId]: page.data },
    Object.fromEntries(ids.map((id, index) => [id, modules[index]])),
  )
}

/** A hidden tab paints nothing. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100)
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** All imports of a module load at once, instead of each after the one before. */
async function load(id: string) {
  const modules = await Promise.all((SCRIPTS[id] ?? []).map((url) => import(url)))
  return modules.at(-1)
}

function showNotice() {
  notice?.parentElement?.removeAttribute('hidden')
  const logout = notice?.querySelector('form')
  if (logout) forgetLines()
  reloadWhenOnline(() => notice?.isConnected === true, logout ? () => logout.submit() : undefined)
}
