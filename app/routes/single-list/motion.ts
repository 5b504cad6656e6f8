import { MOVABLE, type Place, placesIn, rememberMove } from './tapMeant.ts'

const SLIDE = 'slide'
const SLIDE_MS = 250
export const FADE_MS = 150
/** Of a row; the tick comes first. */
const CONTROLS = 'button, a'

export const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Call the result when the rows have moved: they move to their new places, and the focus finds its row again. */
export function prepareToFollow(container: HTMLElement | null) {
  if (!container) return undefined
  const before = placesIn(container)
  const focusAgain = focusIn(container)
  return () => {
    const shifts = shiftsSince(container, before)
    if (shifts.length > 0) rememberMove(before)
    // All done is another page, which rows would cross.
    if (!prefersNoMotion() && !container.querySelector('.all-done')) slide(shifts)
    focusAgain?.()
  }
}

const isVisible = (y: number) => y > -100 && y < innerHeight

type Shift = [Element, start: Keyframe]

function shiftsSince(container: HTMLElement, before: Map<string, Place>): Shift[] {
  const shifts: Shift[] = []
  for (const element of container.querySelectorAll<HTMLElement>(MOVABLE)) {
    const place = before.get(element.id)
    if (!place || place.laidOutAt === element.offsetTop) continue
    for (const motion of element.getAnimations()) if (motion.id === SLIDE) motion.cancel()
    const { top } = element.getBoundingClientRect()
    if (!isVisible(place.seen.top) && !isVisible(top)) continue
    const way = place.seen.top - top
    // On its way to the other section, a row would cover others: it appears where it belongs.
    shifts.push([element, place.element === element ? { transform: `translateY(${way}px)` } : { opacity: 0 }])
  }
  return shifts
}

function slide(shifts: Shift[]) {
  for (const [element, start] of shifts) {
    element.animate([start, { transform: 'none', opacity: 1 }], {
      id: SLIDE,
      duration: SLIDE_MS,
      easing: 'ease-out',
    })
  }
}

/** The ticked rows that are about to leave. Cancel the result if they stay. */
export const fadeTicked = (container: HTMLElement | null): Animation[] =>
  [...(container?.querySelectorAll('#items > .done') ?? [])].map((row) =>
    row.animate({ opacity: [1, 0], translate: ['0', '16px'] }, { duration: FADE_MS, fill: 'forwards' }),
  )

/** Once: a row that moves in the document would be marked again. */
export function highlight(row: Element): void {
  row.classList.remove('marked')
  row.classList.add('highlighted')
  row.addEventListener('animationend', ({ target }) => {
    if (target === row) row.classList.add('marked')
  })
}

/** Says that a tap did nothing. */
export function nudge(target: EventTarget): void {
  const row = target instanceof Element && target.closest('.item')
  if (!row || prefersNoMotion()) return
  const [right, left, rest] = [6, -4, 0].map((x) => ({ transform: `translateX(${x}px)` }))
  row.animate([right, left, rest] as Keyframe[], { duration: SLIDE_MS, composite: 'add' })
}

/** A row in the other section is a new element. After a tick, the next open row gets the focus, to tick it by keyboard. */
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
