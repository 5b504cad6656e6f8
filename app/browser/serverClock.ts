// Ticks carry a timestamp. Devices' clocks differ, so every tab follows the server's clock.

let offset = 0
let last = 0

export function syncClock(serverNow: number, at: number): void {
  offset = serverNow - at
}

export function nextTimestamp(after = 0, now = Date.now()): number {
  last = Math.max(now + offset, after + 1, last + 1)
  return last
}
