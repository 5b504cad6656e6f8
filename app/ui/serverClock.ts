// Ticks say when they were meant. Phones' clocks differ, so all of them reckon with the server's.

let offset = 0
let last = 0

export function syncClock(serverNow: number): void {
  offset = serverNow - Date.now()
}

/** Now, by the server's clock, and later than everything this tab has said or seen before. */
export function nextTimestamp(seen = 0): number {
  last = Math.max(Date.now() + offset, seen + 1, last + 1)
  return last
}
