import type { Reply } from '#app/protocol/reply.ts'

/** What somebody did on a list before its scripts had arrived. */
export interface FirstTap {
  op: string
  at: number
  kind: 'tick' | 'delete' | 'line'
  /** Undefined for a line. */
  item: string | undefined
  path: string
  /** As the form sends it. */
  body: string
  /** Missing as long as the server hasn't done it. */
  reply?: Extract<Reply, { ok: true }>
}

declare global {
  interface Window {
    firstTaps?: {
      /** From then on, the page takes what comes. */
      handOver(): FirstTap[]
      /** Once the page has stored them. */
      forget(): void
    }
  }
}

/**
 * In the head of a list's page: docs/decisions/108-the-first-tap.md. It sends the forms that are there, and shows them with
 * the attributes that rows have. React keeps those of an element that it finds.
 */
function takeFirstTaps(serverNow: number) {
  const KEY = `taps ${location.pathname}${location.search}`
  const taps: FirstTap[] = []
  const queues: Record<string, Promise<void>> = {}
  const offset = serverNow - Date.now()
  let isAwake = false
  let last = 0
  let latest: { button: Element; at: number } | undefined

  // As in domain/ids.ts.
  const newId = () => {
    const time = Date.now().toString(16).padStart(12, '0')
    const tail = '-7xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
      (Number(crypto.getRandomValues(new Uint8Array(1))) & 15).toString(16),
    )
    return `${time.slice(0, 8)}-${time.slice(8)}${tail}`
  }

  /** If the page is left, what is open is sent when it comes back in this tab. */
  function store() {
    try {
      sessionStorage[KEY] = JSON.stringify(taps.filter(({ reply }) => !reply))
    } catch {}
  }

  async function send(tap: FirstTap): Promise<void> {
    if (isAwake) return
    const { path, body } = tap
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', body, headers, redirect: 'manual', keepalive: true } as const
    const reply: Reply | undefined = await fetch(path, init)
      .then((response) => response.json())
      .catch(() => undefined)
    if (reply?.ok) {
      tap.reply = reply
      if (!isAwake) store()
      return
    }
    // The page says why, or that there is no connection. If it never gets its scripts, the server's page does.
    await new Promise((resolve) => setTimeout(resolve, reply ? 9000 : 3000))
    return reply && !isAwake ? sendPlainly(tap) : send(tap)
  }

  function sendPlainly(tap: FirstTap) {
    const { path, body } = tap
    isAwake = true
    // The next page would do the same.
    taps.splice(taps.indexOf(tap), 1)
    store()
    const form = document.createElement('form')
    form.method = 'post'
    form.action = path
    for (const [name, value] of new URLSearchParams(body)) {
      const field = document.createElement('input')
      field.name = name
      field.value = value
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }

  /** What is about the same keeps its order. */
  function enqueue(tap: FirstTap) {
    const { item = '' } = tap
    taps.push(tap)
    store()
    queues[item] = Promise.resolve(queues[item]).then(() => send(tap))
  }

  function take(event: SubmitEvent) {
    const { target: form, submitter: button } = event
    if (!(form instanceof HTMLFormElement && button instanceof HTMLButtonElement)) return
    // By `matches`, because it has a field of the name `id`.
    const field = form.matches('#quick') ? form.querySelector('textarea') : null
    const row = button.closest('li')
    const isItem = row?.matches('.item')
    if (!field && !isItem) return
    event.preventDefault()
    // React may be listening already.
    event.stopImmediatePropagation()
    const at = Date.now()
    const op = newId()
    const fields = new URLSearchParams({ op })
    for (const [name, value] of new FormData(form)) fields.set(name, String(value))
    if (button.name) fields.set(button.name, button.value)
    // As in serverClock.ts: of two ticks, the later one counts, whichever arrives first.
    last = Math.max(at + offset, last + 1)
    fields.set('at', String(last))
    const isTick = button.matches('.tick')
    const before = latest
    latest = { button, at }
    if (isTick) {
      // A cold thumb bounces.
      if (before?.button === button && at - before.at < 400) return
      const isOn = button.getAttribute('aria-checked') !== 'true'
      fields.set('completed', isOn ? 'on' : 'false')
      button.setAttribute('aria-checked', String(isOn))
      row?.classList.toggle('done', isOn)
    } else if (row) row.style.display = 'none'
    if (field) {
      const lines = button.value || field.value
      if (!button.value) field.focus()
      if (!lines.trim()) return
      if (!button.value) field.value = ''
      fields.set('id', newId())
      form.dataset.sent = `${form.dataset.sent ?? ''}${lines}\n`
    }
    enqueue({
      op,
      at,
      kind: field ? 'line' : isTick ? 'tick' : 'delete',
      item: isItem ? row?.id.slice(5) : undefined,
      path: button.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
      body: String(fields),
    })
  }

  document.addEventListener('submit', take, true)
  window.firstTaps = {
    handOver() {
      isAwake = true
      document.removeEventListener('submit', take, true)
      return taps
    },
    forget: () => sessionStorage.removeItem(KEY),
  }
  try {
    for (const tap of JSON.parse(sessionStorage[KEY] ?? '[]')) enqueue(tap)
  } catch {}
}

/** The function is in the document as it is, so it uses nothing of this file. */
export const firstTapsScript = (now: number): string => `(${takeFirstTaps})(${now})`
