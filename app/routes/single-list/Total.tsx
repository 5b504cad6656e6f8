import { useMemo } from 'react'
import type { Row } from '#app/acts/row.ts'
import { sentAt } from '#app/browser/pageCache.ts'
import { useServerReachable } from '#app/browser/serverReachable.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Time } from '#app/ui/Time.tsx'
import { list } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { isGuess } from './ItemRow.tsx'
import { usePageData } from './pageData.ts'

/** Without a connection, it may be old: then it says of when it is. */
export function Total({ rows }: { rows: Row[] }) {
  const words = useWords(list)
  const reader = useReader()
  const { currency } = useListAccess()
  const at = sentAt(usePageData())
  const { all, guesses, basket, unpriced, hasTicked } = useMemo(() => {
    const ticked = rows.filter(({ completed }) => completed)
    const unpriced = unpricedOf(rows)
    return {
      hasTicked: ticked.length > 0,
      // Without any price, nobody misses one.
      unpriced: unpriced < rows.length ? unpriced : 0,
      all: totalOf(rows),
      guesses: rows.filter(isGuess).length,
      basket: ticked.length > 0 && ticked.length < rows.length ? totalOf(ticked) : undefined,
    }
  }, [rows])
  const reachable = useServerReachable()
  const isOld = !reachable && at !== undefined
  return (
    <p className="total">
      <span>{words.total}</span> <strong>{money(reader, all, currency)}</strong>
      {unpriced > 0 && (
        <>
          <b aria-hidden="true">{' +'}</b>
          {hasTicked ? (
            <span className="visually-hidden">{` ${words.unpriced({ n: unpriced })}`}</span>
          ) : (
            <small> {words.unpriced({ n: unpriced })}</small>
          )}
        </>
      )}
      {basket !== undefined && <small> {words.inBasket({ sum: money(reader, basket, currency) })}</small>}
      {/* Explains the mark of the rows. */}
      {guesses > 0 && (
        <small>
          {' '}
          <span className="guess">{words.guesses({ n: guesses })}</span>
        </small>
      )}
      {isOld && <small> {words.asOf({ time: <Time at={at} /> })}</small>}
    </p>
  )
}

export const unpricedOf = (rows: Row[]): number => rows.filter(({ priceCents }) => priceCents === 0).length
