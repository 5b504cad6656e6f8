const WITHIN_MS = 400
const WITHIN_PX = 24

let last: { at: number; x: number; y: number; row: Element | null } | undefined

/**
 * True for a second tap at the same place that meets another row, because the rows moved in between. Clicks by
 * keyboard have no place.
 */
export function isClumsy({ timeStamp, clientX: x, clientY: y, detail, target }: MouseEvent): boolean {
  const row = target instanceof Element ? target.closest('li') : null
  if (detail === 0 || !row) return false
  const before = last
  last = { at: timeStamp, x, y, row }
  if (!before || before.row === row || timeStamp - before.at > WITHIN_MS) return false
  return Math.hypot(x - before.x, y - before.y) < WITHIN_PX
}
