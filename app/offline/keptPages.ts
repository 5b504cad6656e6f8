import { DAY } from '#app/domain/time.ts'
import { resultOf, transact } from './database.ts'

// The data of pages that were open, to show them without a connection. They belong to one account.

/** Change it with the data of these pages, so that a new version doesn't read an old one's. */
export const FORMAT = 1
const KEPT_FOR = 14 * DAY
const MOST_LISTS = 20

export interface KeptPage {
  /** Path and query, without dialogs. */
  address: string
  /** A user's id, or the path of a link. */
  account: string
  data: unknown
  /** When the server sent it, by this device's clock. */
  at: number
  usedAt: number
  format: number
}

/** The page at a URL is the same page with a dialog open or beside a list. */
export function plainAddress(url: string): string {
  const { pathname, searchParams } = new URL(url)
  for (const name of ['dialog', 'itemID', 'beside']) searchParams.delete(name)
  const query = String(searchParams)
  return query ? `${pathname}?${query}` : pathname
}

/** Who is signed in. It grows whenever that may have changed. */
export function keptEpoch(): Promise<number> {
  return transact('readonly', ['meta'], (store) => epochIn(store('meta')))
}

const epochIn = async (meta: IDBObjectStore): Promise<number> => (await resultOf(meta.get('epoch'))) ?? 0

/** The user whose pages are kept. */
export function keptAccount(): Promise<string | undefined> {
  return transact('readonly', ['meta'], (store) => resultOf(store('meta').get('account')))
}

interface Fresh extends Pick<KeptPage, 'address' | 'account' | 'data' | 'at'> {
  /** Of when it was requested: later, somebody else may have signed in. */
  epoch: number
}

/** Keeps a page that just came from the server. */
export async function keepPage({ epoch, ...page }: Fresh): Promise<void> {
  await transact('readwrite', ['pages', 'meta'], async (store) => {
    const [pages, meta] = [store('pages'), store('meta')]
    if ((await epochIn(meta)) !== epoch) return
    if (!isLink(page.account)) {
      const before = await resultOf(meta.get('account'))
      if (before !== undefined && before !== page.account) await forgetIn(store)
      meta.put(page.account, 'account')
    }
    pages.put({ ...page, usedAt: Date.now(), format: FORMAT } satisfies KeptPage)
    const all: KeptPage[] = await resultOf(pages.getAll())
    const lists = all.filter(({ address }) => !address.startsWith('/?'))
    lists.sort((a, b) => b.usedAt - a.usedAt)
    for (const { address } of [...lists.slice(MOST_LISTS), ...all.filter(isExpired)]) pages.delete(address)
  })
}

export const isLink = (account: string) => account.startsWith('/')

/** A clock that was set back makes a page look as if it came from the future. */
const isExpired = ({ at, format }: KeptPage) => format !== FORMAT || Math.abs(Date.now() - at) > KEPT_FOR

/** `/` and `/start` are the kept lists page. Read-only, because a strict commit takes longer than all the rest. */
export function keptPage(url: string): Promise<KeptPage | undefined> {
  return transact('readonly', ['pages', 'meta'], async (store) => {
    const { pathname, searchParams } = new URL(url)
    const account: string | undefined = await resultOf(store('meta').get('account'))
    const isHome = pathname === '/start' || (pathname === '/' && !searchParams.has('userID'))
    const address = isHome ? `/?userID=${account}` : plainAddress(url)
    const page: KeptPage | undefined = await resultOf(store('pages').get(address))
    if (!page || isExpired(page)) return undefined
    return isLink(page.account) || page.account === account ? page : undefined
  })
}

/** Of the lists, the latest used are kept. */
export function notePageUse(address: string): Promise<void> {
  return transact('readwrite', ['pages'], async (store) => {
    const page: KeptPage | undefined = await resultOf(store('pages').get(address))
    if (page) store('pages').put({ ...page, usedAt: Date.now() })
  })
}

/** The addresses of all kept pages. */
export function keptAddresses(): Promise<string[]> {
  return transact('readonly', ['pages'], async (store) => {
    const all: KeptPage[] = await resultOf(store('pages').getAll())
    return all.filter((page) => !isExpired(page)).map(({ address }) => address)
  })
}

/** The names of the kept lists, by id. */
export function keptListNames(): Promise<Map<string, string>> {
  return transact('readonly', ['pages'], async (store) => {
    const all: KeptPage[] = await resultOf(store('pages').getAll())
    const lists = all.flatMap(({ data }) => (data as { list?: { id: string; name: string } }).list ?? [])
    return new Map(lists.map(({ id, name }) => [id, name]))
  })
}

/** For a change of user: nothing of the previous one may stay. */
export function forgetPages(): Promise<void> {
  return transact('readwrite', ['pages', 'meta'], forgetIn)
}

async function forgetIn(store: (name: 'pages' | 'meta') => IDBObjectStore): Promise<void> {
  const meta = store('meta')
  store('pages').clear()
  meta.delete('account')
  meta.put((await epochIn(meta)) + 1, 'epoch')
}
