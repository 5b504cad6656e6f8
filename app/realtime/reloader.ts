/** So much of a burst is waited for before the first reload. */
const SETTLE = 60
const BETWEEN = 500
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
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    if (timer || busy || heard <= shown) return
    const wait = Math.max(SETTLE, next - Date.now())
    timer = setTimeout(() => {
      timer = undefined
      if (busy || heard <= shown) return
      next = Date.now() + between
      // Unless it brings something new, the next one waits longer.
      between = Math.min(LONGEST_BETWEEN, between * 2)
      reload()
    }, wait)
  }

  return {
    /** Somebody changed the list. */
    hear(revision: number) {
      heard = Math.max(heard, revision)
      plan()
    },
    /** What the server says by itself is true even when it is older, as after a restored backup. */
    standsAt(revision: number) {
      heard = revision
      plan()
    },
    isNews: (revision: number) => revision > shown,
    /** What the page shows now, and whether requests of its own are under way. */
    show(listID: string, revision: number, pageIsBusy: boolean) {
      if (listID !== list) heard = 0
      if (listID !== list || revision > shown) between = BETWEEN
      list = listID
      shown = revision
      busy = pageIsBusy
      plan()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
