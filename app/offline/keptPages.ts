import { isLink } from '#app/acts/act.ts'
import { KEEP_OFFLINE_LISTS_FOR, MAX_OFFLINE_LISTS } from '#app/domain/limitsAndLifetimes.ts'
import type { KeptPage } from './schema.ts'
import { type Transaction, transact } from './store.ts'

/** Increase it when the data of these pages changes, so that a new version doesn't read an old one's. */
export const FORMAT = 3

export function plainAddress(url: string): string {
  const { pathname, searchParams } = new URL(url)
  for (const name of ['dialog', 'itemID', 'beside', 'ahead']) searchParams.delete(name)
  const query = String(searchParams)
  return query ? `${pathname}?${query}` : pathname
}

/** Increases whenever someone else may have signed in. */
export const keptEpoch = (): Promise<number> => transact('readonly', ['meta'], epochIn)

const epochIn = async (transaction: Transaction): Promise<number> =>
  Number((await transaction.objectStore('meta').get('epoch')) ?? 0)

export async function accountIn(transaction: Transaction): Promise<string | undefined> {
  const account = await transaction.objectStore('meta').get('account')
  return account === undefined ? undefined : String(account)
}

export const keptAccount = (): Promise<string | undefined> => transact('readonly', ['meta'], accountIn)

type Fresh = Omit<KeptPage, 'usedAt' | 'format'> & { epoch: number }

export function keepPage({ epoch, ...page }: Fresh): Promise<void> {
  return transact('readwrite', ['pages', 'meta'], async (transaction) => {
    if ((await epochIn(transaction)) !== epoch) return
    if (!isLink(page.account)) {
      const before = await accountIn(transaction)
      if (before !== undefined && before !== page.account) await forgetIn(transaction)
      await transaction.objectStore('meta').put(page.account, 'account')
    }
    const pages = transaction.objectStore('pages')
    await pages.put({ ...page, usedAt: Date.now(), format: FORMAT })
    const all = await pages.getAll()
    const lists = all.filter(({ address }) => !address.startsWith('/?'))
    lists.sort((a, b) => b.usedAt - a.usedAt)
    const old = [...lists.slice(MAX_OFFLINE_LISTS), ...all.filter(isExpired)]
    await Promise.all(old.map(({ address }) => pages.delete(address)))
  })
}

/** A clock that was set back makes a page look as if it came from the future. */
const isExpired = ({ at, format }: KeptPage) =>
  format !== FORMAT || Math.abs(Date.now() - at) > KEEP_OFFLINE_LISTS_FOR

/** Read-only, because a strict commit takes longer than all the rest. */
export function keptPage(url: string): Promise<KeptPage | undefined> {
  return transact('readonly', ['pages', 'meta'], async (transaction) => {
    const { pathname, searchParams } = new URL(url)
    const account = await accountIn(transaction)
    const isHome = pathname === '/start' || (pathname === '/' && !searchParams.has('userID'))
    const page = await transaction
      .objectStore('pages')
      .get(isHome ? `/?userID=${account}` : plainAddress(url))
    if (!page || isExpired(page)) return undefined
    return isLink(page.account) || page.account === account ? page : undefined
  })
}

export function setPageUsed(address: string): Promise<void> {
  return transact('readwrite', ['pages'], async (transaction) => {
    const page = await transaction.objectStore('pages').get(address)
    if (page) await transaction.objectStore('pages').put({ ...page, usedAt: Date.now() })
  })
}

export const forgetPage = (url: string): Promise<void> =>
  transact('readwrite', ['pages'], (transaction) =>
    transaction.objectStore('pages').delete(plainAddress(url)),
  )

export const allPages = () =>
  transact('readonly', ['pages'], (transaction) => transaction.objectStore('pages').getAll())

export const keptAddresses = async (): Promise<string[]> =>
  (await allPages()).filter((page) => !isExpired(page)).map(({ address }) => address)

export const forgetPages = (): Promise<void> => transact('readwrite', ['pages', 'meta'], forgetIn)

export async function forgetIn(transaction: Transaction): Promise<void> {
  const meta = transaction.objectStore('meta')
  const epoch = await epochIn(transaction)
  await Promise.all([
    transaction.objectStore('pages').clear(),
    meta.delete('account'),
    meta.put(epoch + 1, 'epoch'),
  ])
}
