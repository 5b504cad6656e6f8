import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from '#app/acts/row.ts'
import { useBrowserLayoutEffect } from '#app/ui/browser/useBrowserLayoutEffect.ts'

const SETTLE_MS = 600
const SLIDE = 'slide'
const SLIDE_MS = 250

/** The rows that are still in the other section, by id: true for those in the basket. */
type Held = ReadonlyMap<string, boolean>
const NONE: Held = new Map()

interface Sections {
  open: Row[]
  basket: Row[]
}

/**
 * Splits the rows into the open ones and those in the basket. A row that is ticked or unticked stays where it is for a
 * moment, so that nothing moves under the thumb while somebody ticks several; then it slides. `container` holds both.
 */
export function useSettledRows(rows: Row[], container: React.RefObject<HTMLElement>): Sections {
  const [shown, setShown] = useState({ rows, held: NONE, order: rows })
  const follow = useRef<() => void>()
  let { held, order } = shown
  // While rendering, so that no frame shows the row at its new place.
  if (shown.rows !== rows) {
    held = heldOf(rows, shown.rows, shown.held)
    if (held === NONE) order = rows
    if (hasMoves(rows, shown.rows)) follow.current ??= prepareToFollow(container.current)
    setShown({ rows, held, order })
  }

  useBrowserLayoutEffect(() => {
    follow.current?.()
    follow.current = undefined
  }, [rows])

  // From the moment the ticks are on the screen.
  useBrowserLayoutEffect(() => {
    if (held === NONE) return
    const timer = setTimeout(() => {
      const followMoves = prepareToFollow(container.current)
      flushSync(() => setShown((now) => ({ rows: now.rows, held: NONE, order: now.rows })))
      followMoves?.()
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [held, container])

  const inBasket = (row: Row) => held.get(row.id) ?? row.completed
  const sorted = held === NONE ? rows : inOrder(rows, order)
  return { open: sorted.filter((row) => !inBasket(row)), basket: sorted.filter(inBasket) }
}

/** Rows come with the ticked ones last; those that are held keep their places. New rows are at the end. */
function inOrder(rows: Row[], before: Row[]): Row[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Row) => places.get(id) ?? before.length
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The same map while nothing new was ticked: a reload doesn't start the time again. */
function heldOf(rows: Row[], before: Row[], heldBefore: Held): Held {
  if (prefersNoMotion()) return NONE
  const wasInBasket = new Map(before.map((row) => [row.id, heldBefore.get(row.id) ?? row.completed]))
  const held = new Map<string, boolean>()
  for (const { id, completed } of rows) {
    const was = wasInBasket.get(id)
    if (was !== undefined && was !== completed) held.set(id, was)
  }
  if (held.size === 0) return NONE
  const isSame = held.size === heldBefore.size && [...held.keys()].every((id) => heldBefore.has(id))
  return isSame ? heldBefore : held
}

/** Rows of the same list came, went or changed places. */
function hasMoves(rows: Row[], before: Row[]): boolean {
  const ids = new Set(before.map(({ id }) => id))
  const isSame = ({ id, completed }: Row, place: number) =>
    id === before[place]?.id && completed === before[place].completed
  return rows.some(({ id }) => ids.has(id)) && !(rows.length === before.length && rows.every(isSame))
}

/** Call the result when the rows have moved: they slide to their new places, and the focus finds its row again. */
function prepareToFollow(container: HTMLElement | null) {
  if (!container) return undefined
  const before = { places: placesIn(container), scrolledTo: scrollY }
  const focusAgain = focusIn(container)
  return () => {
    const shifts = shiftsSince(container, before.places)
    if (shifts.length > 0) moved = { ...before, at: performance.now() }
    if (!prefersNoMotion()) slide(shifts)
    focusAgain?.()
  }
}

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const MOVABLE = '.item, .basket-head'
/** Of a row; the tick comes first. */
const CONTROLS = 'button, a'

/** As seen, perhaps in the middle of a slide, and in the layout. */
interface Place {
  seen: DOMRect
  laidOutAt: number
}

function placesIn(container: HTMLElement): Map<string, Place> {
  const elements = container.querySelectorAll<HTMLElement>(MOVABLE)
  return new Map(
    [...elements].map((element) => [
      element.id,
      { seen: element.getBoundingClientRect(), laidOutAt: element.offsetTop },
    ]),
  )
}

/** Where everything was before the last move. */
let moved: { places: Map<string, Place>; scrolledTo: number; at: number } | undefined
const REACTION_MS = 400

/**
 * Nobody sees a row move and taps in less than this: the tap was meant for the control that was at its place before.
 * Undefined if that is the tapped one; without a control, if it is gone. Clicks by keyboard have no place.
 */
export function rowMeant({ detail, target, clientY, timeStamp }: MouseEvent) {
  if (detail === 0 || !moved || !(target instanceof Element)) return undefined
  if (timeStamp - moved.at > REACTION_MS || scrollY !== moved.scrolledTo) return undefined
  const [id] = [...moved.places].find(([, { seen }]) => clientY >= seen.top && clientY < seen.bottom) ?? []
  if (id === target.closest(MOVABLE)?.id) return undefined
  const row = id === undefined ? null : document.getElementById(id)
  const part = ['.delete', '.edit', '.tick'].find((name) => target.closest(name)) ?? '.none'
  const control = row?.querySelector<HTMLElement>(`${part}:is(a), ${part} button`) ?? undefined
  return { control }
}

/** Visible elements with another place in the layout, and how far they have moved. */
function shiftsSince(container: HTMLElement, before: Map<string, Place>): [Element, number][] {
  const isVisible = (y: number) => y > -100 && y < innerHeight
  const shifts: [Element, number][] = []
  for (const element of container.querySelectorAll<HTMLElement>(MOVABLE)) {
    const place = before.get(element.id)
    if (!place || place.laidOutAt === element.offsetTop) continue
    for (const motion of element.getAnimations()) if (motion.id === SLIDE) motion.cancel()
    const { top } = element.getBoundingClientRect()
    if (isVisible(place.seen.top) || isVisible(top)) shifts.push([element, place.seen.top - top])
  }
  return shifts
}

function slide(shifts: [Element, number][]) {
  for (const [element, distance] of shifts) {
    element.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
      id: SLIDE,
      duration: SLIDE_MS,
      easing: 'ease-out',
    })
  }
}

/**
 * A row in the other section is a new element: gives the focus back to the same control. After a tick, the next open
 * row gets it, to tick one after the other by keyboard.
 */
function focusIn(container: HTMLElement) {
  const focused = document.activeElement
  const row = container.contains(focused) && focused?.closest('li')
  if (!row) return undefined
  const { id } = row
  const index = [...row.querySelectorAll(CONTROLS)].indexOf(focused as Element)
  const open = [...container.querySelectorAll('#items > .item')]
  const place = open.indexOf(row)
  const nearest = [...open.slice(place + 1), ...open.slice(0, place).reverse()].map((other) => other.id)
  return () => {
    if (document.activeElement !== document.body) return
    const isTicked = index === 0 && place >= 0 && document.getElementById(id)?.matches('#basket > .item')
    const next = isTicked ? nearest.find(isOpen) : undefined
    const control = document.getElementById(next ?? id)?.querySelectorAll<HTMLElement>(CONTROLS)[index]
    control?.focus({ preventScroll: true })
  }
}

const isOpen = (id: string) => document.getElementById(id)?.matches('#items > .item:not(.done)')
