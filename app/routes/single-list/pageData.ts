import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useLoaderData,
} from '@remix-run/react'
import { useMemo } from 'react'
import { pendingAct, withPending } from '#app/acts/acts.ts'
import { type Row, textToRows } from '#app/acts/row.ts'
import { missingIn, useOutbox } from '#app/browser/outbox.ts'
import { isTemporary, loadCached, openDocument } from '#app/browser/pageCache.ts'
import { syncClock } from '#app/browser/serverClock.ts'
import { serverReachable } from '#app/browser/serverReachable.ts'
import { linkPath } from '#app/protocol/paths.ts'
import type { loader as loadByLink } from '#app/routes/s.$token/loader.server.ts'
import type { loader as loadByAccount } from './loader.server.ts'

export type PageData = Awaited<ReturnType<typeof loadByAccount>> | Awaited<ReturnType<typeof loadByLink>>

/** For the components of a list's page, which is reached by account or by link. */
export const usePageData = () => useLoaderData() as PageData

/** Of the two, each page has one. */
export const byAccount = (data: PageData) => ('userId' in data ? data : undefined)
export const byLink = (data: PageData) => ('token' in data ? data : undefined)

/** What only a page by account has. */
export const useAccountData = () => byAccount(usePageData())

interface ListData {
  list: { id: string }
  items: string
}

/** The rows of this data with the acts that were sent or wait, unless the data has them already. */
export function useListRows(data: ListData): Row[] {
  const { entries } = useOutbox()
  const items = useMemo(() => textToRows(data.items), [data.items])
  return useMemo(() => {
    const { list } = data
    const missing = missingIn(data, entries).filter(({ listID }) => listID === list.id)
    return withPending(
      items,
      missing.map((entry) => pendingAct(entry, entry.isLate === true && entry.doneAt === undefined)),
    )
  }, [data, items, entries])
}

const accountOf = (data: PageData) => ('token' in data ? linkPath(data.token) : data.userId)

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  new URL(args.request.url).searchParams.has('ahead')
    ? import('#app/browser/keepAhead.ts').then(({ keepAhead }) => keepAhead(args, accountOf))
    : loadCached<PageData>(args, { accountOf, onLoaded: ({ now }, at) => syncClock(now, at) }).catch(
        (error) => {
          // The server answers a request for the document as the specification has it: with the landing page.
          if (isTemporary(error) && serverReachable()) return openDocument(args.request.url)
          if (!isRouteErrorResponse(error) || !('why' in Object(error.data))) throw error
          return import('./stay.ts').then(({ stay }) => stay(args.request.url, error.data))
        },
      )
clientLoader.hydrate = true

/** Opening or closing a dialog doesn't need new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...rest }) => {
  const listOf = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get('listID')}`
  const isSameList = listOf(currentUrl) === listOf(nextUrl)
  if (!rest.formMethod && isSameList && currentUrl.search !== nextUrl.search) return false
  return rest.defaultShouldRevalidate
}
