const DEBOUNCE = 60
const INTERVAL = 500
/** After this many reloads in a row the interval grows, so constant changes don't keep a phone busy. */
const MAX_STREAK = 20
const STREAK_INTERVAL = 2_000
const MAX_INTERVAL = 30_000

/** Reloads a list soon after a change, but once per burst, and not during the page's own requests. */
export function createReloader(reload: () => void) {
  let list: string | undefined
  let shown = 0
  let latest = 0
  let busy = true
  let interval = INTERVAL
  let stalled = false
  let streak = 0
  let nextReloadAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule() {
    if (timer || busy || latest <= shown) return
    const now = Date.now()
    streak = nextReloadAt > now ? streak : 0
    timer = setTimeout(
      () => {
        timer = undefined
        if (busy || latest <= shown) return
        streak += 1
        if (stalled) interval = Math.min(MAX_INTERVAL, interval * 2)
        else interval = streak > MAX_STREAK ? STREAK_INTERVAL : INTERVAL
        stalled = true
        nextReloadAt = Date.now() + interval
        reload()
      },
      Math.max(DEBOUNCE, nextReloadAt - now),
    )
  }

  function reset() {
    clearTimeout(timer)
    timer = undefined
    stalled = false
    nextReloadAt = 0
  }

  return {
    onChange(revision: number) {
      latest = Math.max(latest, revision)
      schedule()
    },
    /** The revision may be lower than ours after a restored backup. */
    onSubscribed(revision: number) {
      latest = revision
      if (stalled) reset()
      schedule()
    },
    isNewer: (revision: number) => revision > shown,
    setShown(listID: string, revision: number, pageIsBusy: boolean) {
      if (listID !== list) latest = 0
      if (listID !== list || revision > shown) stalled = false
      list = listID
      shown = revision
      busy = pageIsBusy
      schedule()
    },
    stop: reset,
  }
}
