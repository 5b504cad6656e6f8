import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from '#app/acts/row.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { whenReleased } from '#app/browser/whenReleased.ts'
import { FADE_MS, fadeTicked, prefersNoMotion, prepareToFollow } from './motion.ts'

const STAY_MS = 850
export const SETTLED_AFTER_MS = STAY_MS + FADE_MS + 50

/** The ids of ticked rows that are still among the open ones. */
type Held = ReadonlySet<string>
const NONE: Held = new Set()

/**
 * A ticked row stays where it is for a moment, so that nothing moves under the thumb while somebody ticks several. One
 * that is taken back goes at once: people look where it was.
 */
export function useSettledRows(rows: Row[], container: React.RefObject<HTMLElement>) {
  const [shown, setShown] = useState({ rows, held: NONE, order: rows })
  const follow = useRef<() => void>()
  let { held, order } = shown
  // While rendering, so that no frame shows the row at its new place.
  if (shown.rows !== rows) {
    held = heldOf(rows, shown.rows, shown.held)
    if (held.size === 0) order = rows
    if (hasMoves(rows, shown.rows)) follow.current ??= prepareToFollow(container.current)
    setShown({ rows, held, order })
  }

  useBrowserLayoutEffect(() => {
    follow.current?.()
    follow.current = undefined
  }, [rows])

  // From the moment the ticks are on the screen.
  useBrowserLayoutEffect(() => {
    if (held.size === 0) return
    const settle = () => {
      const followMoves = prepareToFollow(container.current)
      flushSync(() => setShown((now) => ({ rows: now.rows, held: NONE, order: now.rows })))
      followMoves?.()
    }
    let isOver = false
    let fading: Animation[] = []
    let timer = setTimeout(() => {
      whenReleased(() => {
        if (isOver) return
        fading = fadeTicked(container.current)
        timer = setTimeout(() => whenReleased(settle), FADE_MS)
      })
    }, STAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      for (const one of fading) one.cancel()
    }
  }, [held, container])

  const inBasket = ({ id, completed }: Row) => completed && !held.has(id)
  const sorted = held.size === 0 ? rows : inOrder(rows, order)
  return { open: sorted.filter((row) => !inBasket(row)), basket: sorted.filter(inBasket) }
}

/** Rows come with the ticked ones last; those that are held keep their places. New rows are at the end. */
function inOrder(rows: Row[], before: Row[]): Row[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Row) => places.get(id) ?? before.length
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The same set while nothing new was ticked: a reload doesn't start the time again. */
function heldOf(rows: Row[], before: Row[], heldBefore: Held): Held {
  if (prefersNoMotion()) return NONE
  const wasOpen = new Set(
    before.filter(({ id, completed }) => !completed || heldBefore.has(id)).map(({ id }) => id),
  )
  const held = new Set(rows.filter(({ id, completed }) => completed && wasOpen.has(id)).map(({ id }) => id))
  const isSame = held.size === heldBefore.size && [...held].every((id) => heldBefore.has(id))
  return isSame ? heldBefore : held
}

/** Rows of the same list came, went or changed places. */
function hasMoves(rows: Row[], before: Row[]): boolean {
  const ids = new Set(before.map(({ id }) => id))
  const isSame = ({ id, completed }: Row, place: number) =>
    id === before[place]?.id && completed === before[place].completed
  return rows.some(({ id }) => ids.has(id)) && !(rows.length === before.length && rows.every(isSame))
}
