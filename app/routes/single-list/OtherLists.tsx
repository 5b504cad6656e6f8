import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { countsOf, type Row } from '#app/acts/row.ts'
import { preload } from '#app/browser/preloadRoute.ts'
import { useServerReachable } from '#app/browser/serverReachable.ts'
import { WIDE } from '#app/browser/wide.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { SEARCH_FROM_LISTS } from '#app/domain/limitsAndLifetimes.ts'
import { listPath, listsPath } from '#app/protocol/paths.ts'
import type { ListsData } from '#app/routes/lists/loader.server.ts'
import { ClothUnderWay } from '#app/ui/Cloth.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { list as listWords } from '#app/words/en/list.ts'
import { summary } from '#app/words/sums.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

type PageData = Awaited<ReturnType<typeof loader>>

/** At the left of the open list, in wide windows: the lists with the latest activity. */
export function OtherLists({ rows, data: { userId, list, others } }: { rows: Row[]; data: PageData }) {
  const words = useWords(listWords)
  const reader = useReader()
  /** From the page's HTML; empty if a script loaded the page. */
  const [fromPage] = useState(others)
  const { data, load } = useFetcher<ListsData | null>()
  useEffect(() => {
    const wide = matchMedia(WIDE)
    const loadIfWide = async () => {
      // Remix reloads the page if it can't load the script, and with it goes what was typed.
      if (wide.matches && (await preload('lists/route'))) load(`${listsPath(userId)}&beside`)
    }
    void loadIfWide()
    wide.addEventListener('change', loadIfWide)
    return () => wide.removeEventListener('change', loadIfWide)
  }, [load, userId])

  const reachable = useServerReachable()
  const first = useRef<ListsData>()
  first.current ??= data ?? undefined
  // The list in use becomes the latest, but nothing moves under a pointer. New lists come first.
  const placeOf = (id: string) => first.current?.lists.findIndex((one) => one.id === id) ?? 0
  const lists = [...(data?.lists ?? fromPage)].sort((a, b) => placeOf(a.id) - placeOf(b.id))
  const counts = countsOf(rows)
  const own = {
    ...counts,
    name: list.name,
    sum: summary(reader, { ...counts, totalCents: totalOf(rows), currency: list.currency }),
  }
  // A total may only be shown with its time.
  const known = (sum: string) => (reachable ? sum : sum.split(' · ')[0])
  return (
    <nav className="other-lists" aria-label={words.yourLists}>
      {lists.length >= SEARCH_FROM_LISTS && (
        <form action="/">
          <input type="hidden" name="userID" value={userId} />
          <input type="search" name="search" aria-label={words.searchLists} placeholder={words.searchLists} />
        </form>
      )}
      <ul>
        {lists.map((one) => {
          const { name, sum, items, done } = one.id === list.id ? own : one
          return (
            <li key={one.id}>
              <PageLink to={listPath(one.id)} aria-current={one.id === list.id ? 'page' : undefined}>
                <b dir="auto">{name}</b>
                <small>{known(sum)}</small>
                <ClothUnderWay items={items} done={done} />
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
