// A tap just after the rows have moved was meant for the row that was there before.

export const MOVABLE = '.item, .aisle, .seen-by, .basket-head'

/** As seen, perhaps in the middle of a slide, and in the layout. */
export interface Place {
  /** A row that changes its section gets a new one. */
  element: Element
  seen: DOMRect
  laidOutAt: number
}

export function placesIn(container: HTMLElement): Map<string, Place> {
  const elements = container.querySelectorAll<HTMLElement>(MOVABLE)
  return new Map(
    [...elements].map((element) => [
      element.id,
      { element, seen: element.getBoundingClientRect(), laidOutAt: element.offsetTop },
    ]),
  )
}

let moved: { places: Map<string, Place>; scrolledTo: number; at: number } | undefined
/** Nobody with cold hands sees a row move and taps in less. */
const REACTION_MS = 500

/** Call it when they have moved: a shorter page may have scrolled, too. */
export function rememberMove(places: Map<string, Place>): void {
  moved = { places, scrolledTo: scrollY, at: performance.now() }
}

/** Undefined if the tap was meant for its target; without a control, if that is gone. Clicks by keyboard have no place. */
export function rowMeant({ detail, target, clientY, timeStamp }: MouseEvent) {
  if (detail === 0 || !moved || !(target instanceof Element)) return undefined
  if (timeStamp - moved.at > REACTION_MS || scrollY !== moved.scrolledTo) return undefined
  const [id] = [...moved.places].find(([, { seen }]) => clientY >= seen.top && clientY < seen.bottom) ?? []
  if (id === target.closest(MOVABLE)?.id) return undefined
  const row = document.getElementById(id ?? '')
  const part = ['.delete', '.edit', '.tick'].find((name) => target.closest(name)) ?? '.none'
  // The next tap at this place is for the next row, so it doesn't untick the one that has just left.
  const found = row?.querySelector<HTMLElement>(`${part}:is(a, button):not([aria-checked='true'])`)
  return { control: found ?? undefined }
}
