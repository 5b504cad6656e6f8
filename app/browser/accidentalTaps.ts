const WITHIN_MS = 400
const WITHIN_PX = 24
const CONTROL = 'a, button, summary, label, input, textarea, li, dialog'

let last: { at: number; x: number; y: number; control: Element } | undefined

/**
 * Drops the second of two quick taps at one place if the page has changed and it meets another control. A cold thumb
 * that bounces must not untick what it has ticked, either.
 */
export function dropAccidentalTaps(): void {
  document.addEventListener('mousedown', onMouseDown, { capture: true })
  document.addEventListener('click', onClick, { capture: true })
}

/** What was at its place is gone only now: closing a dialog takes a moment on slow phones. */
export function setPlaceChanged(): void {
  if (last) last.at = performance.now()
}

function onMouseDown(event: MouseEvent) {
  if (isAccidental(event, controlOf(event.target))) event.preventDefault()
}

function onClick(event: MouseEvent) {
  const { timeStamp, clientX: x, clientY: y, detail } = event
  if (detail === 0) return
  const control = controlOf(event.target)
  if (last && isAccidental(event, control)) {
    last.at = timeStamp
    event.preventDefault()
    event.stopPropagation()
    return
  }
  last = control ? { at: timeStamp, x, y, control } : undefined
}

function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null
  // A click on a label clicks its field too.
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}

function isAccidental({ timeStamp, clientX, clientY }: MouseEvent, control: Element | null): boolean {
  if (!last || timeStamp - last.at > WITHIN_MS) return false
  if (control === last.control && !control.matches('.tick')) return false
  return Math.hypot(clientX - last.x, clientY - last.y) < WITHIN_PX
}
