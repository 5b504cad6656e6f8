/** Until what comes next: the release, then the click, which browsers send later for a finger. */
const WAIT_MS = { pointerdown: 2000, pointerup: 100, pointercancel: 0, click: 0 }

let pressed = false
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []

export function watchPresses(): void {
  for (const [type, wait] of Object.entries(WAIT_MS)) {
    const listen = () => {
      // What the click itself changes doesn't wait.
      pressed = type === 'pointerdown' || (pressed && type === 'pointerup')
      clearTimeout(timer)
      timer = setTimeout(end, wait)
    }
    document.addEventListener(type, listen, { capture: true })
  }
}

function end() {
  pressed = false
  for (const run of waiting.splice(0)) run()
}

/**
 * For changes that move the page: if anything moves between press and release, the click hits another control. A finger
 * that rests holds them up for 2 seconds.
 */
export function whenReleased(run: () => void): void {
  if (pressed) waiting.push(run)
  else run()
}

export const released = (): Promise<void> => new Promise(whenReleased)
