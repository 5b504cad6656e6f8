import { useMemo } from 'react'
import { countsOf, type Row } from '#app/acts/row.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { sentAt } from '#app/offline/page/pageCache.ts'
import { useServerReachable } from '#app/offline/page/serverReachable.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Time } from '#app/ui/Time.tsx'
import { list } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { itemsLeft } from '#app/words/sums.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'

/** Without a connection, it may be old: then it says of when it is. */
export function Total({ rows }: { rows: Row[] }) {
  const words = useWords(list)
  const reader = useReader()
  const { currency } = useListAccess()
  const at = sentAt(usePageData())
  const cents = useMemo(() => totalOf(rows), [rows])
  const guessed = useMemo(() => totalOf(rows.filter(({ priceGuessed }) => priceGuessed)), [rows])
  const inBasket = useMemo(() => {
    const ticked = rows.filter((row) => row.completed)
    return ticked.length > 0 && ticked.length < rows.length
      ? money(reader, totalOf(ticked), currency)
      : undefined
  }, [reader, rows, currency])
  const reachable = useServerReachable()
  const isOld = !reachable && at !== undefined && inBasket === undefined
  return (
    <p className="total">
      <span>{words.total}</span> <strong>{money(reader, cents, currency)}</strong>
      {inBasket !== undefined && <small> {words.inBasket({ sum: inBasket })}</small>}
      {guessed > 0 && <small> {words.guessed({ sum: money(reader, guessed, currency) })}</small>}
      {isOld && <small> {words.asOf({ time: <Time at={at} /> })}</small>}
    </p>
  )
}

export const unpricedOf = (rows: Row[]): number => rows.filter(({ priceCents }) => priceCents === 0).length

/** '3 of 12 left · 5 unpriced', 'All done' */
export function leftOf(reader: Reader, rows: Row[]): string {
  const { items, done } = countsOf(rows)
  const unpriced = unpricedOf(rows)
  const left = itemsLeft(reader, { items, done })
  // Without any price, nobody misses one.
  const isIncomplete = unpriced > 0 && unpriced < items && done < items
  return isIncomplete ? `${left} · ${wordsOf(reader, list).unpriced({ n: unpriced })}` : left
}
