/** So much of a burst is waited for before the first reload. */
const SETTLE = 60
const BETWEEN = 500
/** When the news never stop, one reload after the other, they are taken more calmly after so many. */
const STREAK = 20
const BETWEEN_IN_STREAK = 2_000
const LONGEST_BETWEEN = 30_000

/**
 * Decides when a page that shows one revision of a list, and hears of newer ones, is loaded again:
 * soon, but not once for every event of a burst, and never beside requests of its own.
 */
export function createReloader(reload: () => void) {
  let list: string | undefined
  let shown = 0
  let heard = 0
  let busy = true
  let between = BETWEEN
  let fruitless = false
  let streak = 0
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    if (timer || busy || heard <= shown) return
    const now = Date.now()
    streak = next > now ? streak : 0
    timer = setTimeout(
      () => {
        timer = undefined
        if (busy || heard <= shown) return
        streak += 1
        if (fruitless) between = Math.min(LONGEST_BETWEEN, between * 2)
        else between = streak > STREAK ? BETWEEN_IN_STREAK : BETWEEN
        // Until the page shows something newer.
        fruitless = true
        next = Date.now() + between
        reload()
      },
      Math.max(SETTLE, next - now),
    )
  }

  function startAnew() {
    clearTimeout(timer)
    timer = undefined
    fruitless = false
    next = 0
  }

  return {
    /** Somebody changed the list. */
    hear(revision: number) {
      heard = Math.max(heard, revision)
      plan()
    },
    /**
     * The connection is new, and so says the server: true even when it is older, as after a restored
     * backup, and no reason to wait for what failed before.
     */
    standsAt(revision: number) {
      heard = revision
      if (fruitless) startAnew()
      plan()
    },
    isNews: (revision: number) => revision > shown,
    /** What the page shows now, and whether requests of its own are under way. */
    show(listID: string, revision: number, pageIsBusy: boolean) {
      if (listID !== list) heard = 0
      if (listID !== list || revision > shown) fruitless = false
      list = listID
      shown = revision
      busy = pageIsBusy
      plan()
    },
    stop: startAnew,
  }
}
