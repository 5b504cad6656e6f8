import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { NO_PLACE, type Place } from '#app/acts/act.ts'
import { addForm } from '#app/acts/add.ts'
import { clearDoneForm } from '#app/acts/allItems.ts'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { addListForm } from '#app/acts/cards.ts'
import { duplicateListForm } from '#app/acts/lists.ts'
import { quickAddForm, quickAddIds } from '#app/acts/quickAdd.ts'
import { restoreForm } from '#app/acts/restore.ts'
import { tickForm } from '#app/acts/tick.ts'
import { undoChangeForm } from '#app/acts/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { DAY, SECOND } from '#app/domain/time.ts'
import { listen } from '#tests/support/listen.ts'
import { newPhone, openTab, type Phone, type Tab } from '#tests/support/phone.ts'

interface Request {
  path: string
  fields: Record<string, string>
  headers: IncomingMessage['headers']
  reply(body: unknown, status?: number, headers?: Record<string, string>): void
}

const DONE = { ok: true }

/** What the server got, and how it answers; by default each form is done. */
let requests: Request[]
let answer: (request: Request) => void
let isUp: boolean
let livez: (res: ServerResponse) => void
let phone: Phone
let tab: Tab

beforeEach(async () => {
  requests = []
  answer = ({ reply }) => reply(DONE)
  isUp = true
  livez = (res) => res.writeHead(204, { 'X-Request-Id': '1' }).end()
  const url = await listen((req, res) => void receive(req, res))
  phone = newPhone((path, init) => fetch(`${url}${path}`, init))
  tab = await openTab(phone)
})

async function receive(req: IncomingMessage, res: ServerResponse) {
  if (req.url === '/livez') return isUp ? void livez(res) : void req.destroy()
  let body = ''
  for await (const chunk of req) body += chunk
  const request: Request = {
    path: req.url ?? '',
    fields: Object.fromEntries(new URLSearchParams(body)),
    headers: req.headers,
    reply: (reply, status = 200, headers = {}) =>
      void res
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(typeof reply === 'string' ? reply : JSON.stringify(reply)),
  }
  requests.push(request)
  answer(request)
}

const PLACE = { account: 'ada', listID: 'list' }
const tick = (id: string, completed = true, place: Place = PLACE) =>
  tickForm(place, { id, name: 'Milk' }, completed, 5)
const VALUES = { ...EMPTY_VALUES, name: 'Tea' }
const line = (lines: string) => quickAddForm(PLACE, newId(), lines, 5)

// Without React, the hook only reads.
const shown = ({ outbox: { useOutbox: read } } = tab) => read()
const entries = (of = tab) => shown(of).entries
const states = (of = tab) =>
  entries(of)
    .filter(({ doneAt }) => doneAt === undefined)
    .map(({ state }) => state)
const paths = () => requests.map(({ path }) => path.split('?')[0])
const wait = (check: () => unknown) => expect.poll(check, { interval: 2 })

async function restart() {
  tab.kill(false)
  tab = await openTab(phone)
  await tab.outbox.openOutbox('ada')
}

/** No answer comes, as without reception. */
const hang = () => {}

test('a form is sent with its operation and its account, and leaves nothing behind', async () => {
  expect(await tab.outbox.submit(tick('milk'))).toEqual({ type: 'done' })
  const [request] = requests
  const fields = { id: 'milk', listID: 'list', completed: 'on', at: '5' }
  expect(request?.fields).toEqual({ ...fields, op: entries()[0]?.op })
  expect(request?.headers).toMatchObject({ accept: 'application/json', 'x-larder-account': 'ada' })
  await wait(() => tab.entries.readEntries()).toEqual([])
})

test('items of this browser are its own, even if they are sent after a reload', async () => {
  answer = hang
  const [item, lines] = [addForm(PLACE, 'tea', VALUES, 5), line('milk, eggs')]
  void tab.outbox.submit(item)
  void tab.outbox.submit(lines)
  await wait(() => states().length).toBe(2)
  answer = ({ reply }) => reply(DONE)
  await restart()
  const itemIDs = ['tea', ...quickAddIds(lines)]
  await wait(() => tab.ownItems.areOwnItems({ itemIDs })).toBe(true)
  expect(tab.ownItems.areOwnItems({ itemID: 'jam' })).toBe(false)
})

test('a form that was sent before the page was awake does not make a browser one that stores nothing', async () => {
  answer = hang
  const isKept: boolean[] = []
  const takeOver = async (id: string, reply?: { ok: true }) => {
    const entry = { ...tick(id), op: newId(), at: 5, state: 'sending' } as const
    await Promise.all([tab.outbox.openOutbox('ada'), tab.outbox.takeOver(entry, reply)])
    isKept.push(shown().keeps)
  }
  await takeOver('milk')
  await takeOver('bread', { ok: true })
  expect(isKept).toEqual([true, true])
})

describe('the order', () => {
  test('of acts on one item is kept: the next is sent after the answer', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    void tab.outbox.submit(tick('milk', false))
    await wait(() => requests.length).toBe(1)
    await wait(() => tab.busy()).toBe(0)
    expect(requests.length).toBe(1)
    requests[0]?.reply(DONE)
    await wait(() => requests.map(({ fields }) => fields.completed)).toEqual(['on', 'false'])
  })

  test('of acts on different items is free: they are sent at once', async () => {
    answer = hang
    for (const id of ['milk', 'eggs', 'tea']) void tab.outbox.submit(tick(id))
    await wait(() => requests.length).toBe(3)
  })

  test('no more than six are sent at once', async () => {
    answer = hang
    for (let n = 0; n < 8; n++) void tab.outbox.submit(tick(`item-${n}`))
    await wait(() => requests.length).toBe(6)
    requests[0]?.reply(DONE)
    await wait(() => requests.length).toBe(7)
  })

  test('lines, which may be about any item, wait for all before them, and all after them wait', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    void tab.outbox.submit(line('2 milk'))
    void tab.outbox.submit(tick('eggs'))
    await wait(() => requests.length).toBe(1)
    requests[0]?.reply(DONE)
    await wait(() => paths()).toEqual(['/completed', '/quick-add'])
    requests[1]?.reply(DONE)
    await wait(() => paths()).toEqual(['/completed', '/quick-add', '/completed'])
  })

  test('is that of the acts, even if the clock was set back between them', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    phone.clockOffset = -DAY
    void tab.outbox.submit(tick('milk', false))
    await wait(() => entries().length).toBe(2)
    await restart()
    await wait(() => requests.length).toBe(2)
    expect(requests.map(({ fields }) => fields.completed)).toEqual(['on', 'on'])
  })
})

describe('a form waits', () => {
  const HTML = '<!doctype html><title>Sign in to the wifi</title>'
  test.each<[string, (request: Request) => void]>([
    ['if nobody is signed in', ({ reply }) => reply({ ok: false, status: 401, message: 'Sign in.' }, 401)],
    ['if the server is busy', ({ reply }) => reply({ ok: false, status: 503, message: 'Busy.' }, 503)],
    [
      'if there are too many',
      ({ reply }) => reply({ ok: false, message: 'Later.' }, 429, { 'Retry-After': '7' }),
    ],
    [
      'if something else answers with a page',
      ({ reply }) => reply(HTML, 200, { 'Content-Type': 'text/html' }),
    ],
    ['if something else answers with JSON', ({ reply }) => reply({ error: 'no' }, 400)],
    ['if something redirects it', ({ reply }) => reply('', 302, { Location: '/landing' })],
    ['if a proxy has no server', ({ reply }) => reply('Bad gateway', 502)],
  ])('%s, and is sent again', async (_, fail) => {
    answer = fail
    expect(await tab.outbox.submit(tick('milk'))).toEqual({ type: 'waiting' })
    expect(entries()).toMatchObject([{ state: 'sending', isLate: true }])
    answer = ({ reply }) => reply(DONE)
    tab.pass(60 * SECOND)
    await tab.outbox.sendOutbox()
    await wait(() => states()).toEqual([])
    expect(new Set(requests.map(({ fields }) => fields.op)).size).toBe(1)
  })

  test('if no answer comes', async () => {
    answer = hang
    const outcome = tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    tab.pass(3 * SECOND)
    expect(await outcome).toEqual({ type: 'waiting' })
    expect(tab.reachable.serverReachable()).toBe(false)
    answer = ({ reply }) => reply(DONE)
    tab.pass(10 * SECOND)
    await wait(() => entries()[0]?.isLate).toBe(true)
    await wait(async () => {
      await tab.outbox.sendOutbox()
      return states()
    }).toEqual([])
  })

  test('as long as the server says', async () => {
    answer = ({ reply }) => reply({ ok: false, message: 'Later.' }, 429, { 'Retry-After': '7' })
    await tab.outbox.submit(tick('milk'))
    tab.pass(6 * SECOND)
    expect(requests.length).toBe(1)
    tab.pass(SECOND)
    await wait(() => requests.length).toBe(2)
  })

  test('through a restart', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    answer = ({ reply }) => reply(DONE)
    await restart()
    await wait(() => requests.length).toBe(2)
    expect(requests[1]?.fields).toEqual(requests[0]?.fields)
    await wait(() => tab.entries.readEntries()).toEqual([])
  })
})

describe('without a connection', () => {
  beforeEach(async () => {
    await tab.outbox.openOutbox('ada')
    isUp = false
    expect(await tab.reachable.probe()).toBe(false)
  })

  async function reconnect() {
    isUp = true
    await tab.outbox.sendOutbox()
    await wait(() => tab.entries.readEntries()).toEqual([])
  }

  test('a tick and its opposite leave nothing that waits, and nothing was saved', async () => {
    expect(await tab.outbox.submit(tick('milk'))).toEqual({ type: 'waiting' })
    expect(states()).toEqual(['waiting'])
    expect(await tab.outbox.submit(tick('milk', false))).toEqual({ type: 'done' })
    expect(entries()).toEqual([])
    expect(await tab.entries.readEntries()).toEqual([])
    expect(shown().isLate).toBe(false)
    await reconnect()
    expect(requests).toEqual([])
    expect(shown().isLate).toBe(false)
  })

  test('a third tick waits, and what waited for other items was saved', async () => {
    for (const completed of [true, false, true]) await tab.outbox.submit(tick('milk', completed))
    await tab.outbox.submit(tick('eggs'))
    await tab.outbox.submit(tick('eggs', false))
    expect(shown().isLate).toBe(true)
    await reconnect()
    expect(requests.map(({ fields }) => [fields.id, fields.completed])).toEqual([['milk', 'on']])
    expect(shown().isLate).toBe(true)
  })

  test('a tick and its opposite both wait if something between them may be about the item', async () => {
    await tab.outbox.submit(tick('milk'))
    await tab.outbox.submit(line('2 milk'))
    await tab.outbox.submit(tick('milk', false))
    await reconnect()
    expect(paths()).toEqual(['/completed', '/quick-add', '/completed'])
  })

  test('a tick that may have been sent and its opposite both wait', async () => {
    isUp = true
    await tab.reachable.probe()
    answer = ({ reply }) => reply('Bad gateway', 502)
    await tab.outbox.submit(tick('milk'))
    expect(tab.reachable.lastReach()).toBe('failing')
    isUp = false
    await tab.outbox.submit(tick('milk', false))
    expect(states()).toEqual(['sending', 'waiting'])
    answer = ({ reply }) => reply(DONE)
    await reconnect()
    expect(requests.map(({ fields }) => fields.completed)).toEqual(['on', 'on', 'false'])
  })
})

test('what is on its way when all is sent again was not late', async () => {
  await tab.outbox.openOutbox('ada')
  answer = hang
  void tab.outbox.submit(tick('milk'))
  await wait(() => requests.length).toBe(1)
  await tab.outbox.sendOutbox()
  expect(shown().isLate).toBe(false)
})

describe('a refused form', () => {
  const theirs = { name: 'Oat milk' }
  const refusal = { status: 409, message: 'Somebody else changed it.', code: 'item-changed', seen: 5, theirs }

  beforeEach(() => {
    answer = ({ reply }) => reply({ ok: false, ...refusal }, 409)
  })

  test('is kept with its answer, also through a restart, and not sent again', async () => {
    const outcome = await tab.outbox.submit(tick('milk'))
    expect(outcome).toMatchObject({ type: 'refused', entry: { answer: refusal } })
    await wait(() => tab.busy()).toBe(0)
    await restart()
    expect(entries()).toMatchObject([{ state: 'refused', answer: refusal }])
    await tab.outbox.sendOutbox()
    expect(requests.length).toBe(1)
  })

  test.each([
    ['link-gone', 404],
    ['list-not-found', 404],
    ['view-only', 403],
  ])('stays here if its page goes: %s', async (code, status) => {
    answer = ({ reply }) => reply({ ok: false, status, message: 'Gone.', code }, status)
    expect(await tab.outbox.submit(line('eggs'))).toEqual({ type: 'waiting' })
    expect(entries()).toMatchObject([{ state: 'refused', answer: { code } }])
  })

  test('lets those after it go', async () => {
    void tab.outbox.submit(tick('milk'))
    void tab.outbox.submit(tick('milk', false))
    await wait(() => requests.length).toBe(2)
  })

  test('is sent again as the same operation', async () => {
    const outcome = await tab.outbox.submit(tick('milk'))
    if (outcome.type !== 'refused') throw new Error(outcome.type)
    answer = ({ reply }) => reply(DONE)
    if (outcome.entry.kind !== 'tick') throw new Error(outcome.entry.kind)
    expect(await tab.outbox.sendAgain(outcome.entry, { at: '6' })).toEqual({ type: 'done' })
    expect(requests[1]?.fields).toMatchObject({ id: 'milk', at: '6' })
    expect(requests[1]?.fields.op).toBe(requests[0]?.fields.op)
    await wait(() => tab.entries.readEntries()).toEqual([])
  })

  test('is on the disk at any moment while it is sent again', async () => {
    for (let turns = 0; turns < 12; turns++) {
      answer = ({ reply }) => reply({ ok: false, ...refusal }, 409)
      const outcome = await tab.outbox.submit(tick('milk'))
      if (outcome.type !== 'refused') throw new Error(outcome.type)
      await wait(() => tab.busy()).toBe(0)
      answer = hang
      void tab.outbox.sendAgain(outcome.entry)
      for (let n = 0; n < turns; n++) await new Promise<void>((resolve) => setImmediate(resolve))
      tab.kill()
      tab = await openTab(phone)
      expect(await tab.entries.readEntries(), `${turns} turns`).toHaveLength(1)
      await tab.outbox.openOutbox('ada')
      await Promise.all((await tab.outbox.ownEntries()).map(tab.outbox.discard))
      for (const entry of entries()) tab.outbox.discard(entry)
      await wait(() => tab.entries.readEntries()).toEqual([])
    }
  })

  test('is shown until it is shown as waiting, and sent again once', async () => {
    const outcome = await tab.outbox.submit(tick('milk'))
    if (outcome.type !== 'refused') throw new Error(outcome.type)
    await wait(() => tab.busy()).toBe(0)
    answer = hang
    for (let taps = 0; taps < 2; taps++) void tab.outbox.sendAgain(outcome.entry)
    const seen: string[] = []
    while (requests.length < 2) {
      seen.push(states().join())
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    await wait(() => tab.busy()).toBe(0)
    expect(seen).not.toContain('')
    expect(requests.length).toBe(2)
    expect(await tab.entries.readEntries()).toHaveLength(1)
  })

  test('stays next to the form that restores its item', async () => {
    const outcome = await tab.outbox.submit(tick('milk'))
    if (outcome.type !== 'refused') throw new Error(outcome.type)
    answer = hang
    void tab.outbox.submit(restoreForm(PLACE, 'milk', 'Milk'))
    await wait(() => tab.entries.readEntries()).toMatchObject([
      { state: 'refused', path: '/completed' },
      { state: 'sending', path: '/restore-item/milk' },
    ])
  })
})

describe('an act that cannot wait', () => {
  const clear = clearDoneForm(PLACE)
  const newList = (name = 'Market') => addListForm('ada', newId(), name)
  const refused = (message: string) => ({ type: 'refused', entry: { answer: { message } } })
  const FAILED = 'Something went wrong. Try again.'
  const UNREACHABLE = "Can't reach the server. Check your connection and try again."

  test('is shown while it is under way, is never on the disk, and is done with the answer', async () => {
    answer = hang
    const outcome = tab.outbox.submit(clear)
    await wait(() => requests.length).toBe(1)
    expect(entries()).toMatchObject([{ kind: 'clearDone', state: 'sending' }])
    expect(await tab.entries.readEntries()).toEqual([])
    expect(await tab.outbox.ownEntries()).toEqual([])
    tab.pass(5 * SECOND)
    expect(shown()).toMatchObject({ isLate: false, keeps: true })
    requests[0]?.reply(DONE)
    expect(await outcome).toMatchObject({ type: 'done' })
    expect(entries().filter(tab.outbox.isPending)).toEqual([])
    // Nobody who logs out or looks at what waits is told of it.
    expect(entries().filter(tab.outbox.isOpen)).toEqual([])
  })

  test.each<[string, (request: Request) => void, string]>([
    ['refused', ({ reply }) => reply({ ok: false, status: 404, message: 'Gone.' }, 404), 'Gone.'],
    [
      'met by a busy server',
      ({ reply }) => reply({ ok: false, status: 503, message: 'Busy.' }, 503),
      'Busy.',
    ],
    ['one too many', ({ reply }) => reply({ ok: false, status: 429, message: 'Later.' }, 429), 'Later.'],
    ['met by a fault', ({ reply }) => reply({ ok: false, status: 500, message: 'No. 5' }, 500), FAILED],
    ["answered by a proxy's page", ({ reply }) => reply('<h1>Busy</h1>', 503), FAILED],
  ])('is taken back if it is %s, and not sent again', async (_, fail, message) => {
    answer = fail
    expect(await tab.outbox.submit(clear)).toMatchObject(refused(message))
    expect(entries()).toEqual([])
    tab.pass(120 * SECOND)
    await tab.outbox.sendOutbox()
    expect(requests.length).toBe(1)
  })

  test('is taken back if nothing answers', async () => {
    phone.send = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await tab.outbox.submit(clear)).toMatchObject(refused(UNREACHABLE))
    expect(entries()).toEqual([])
  })

  test.each([
    ['a proxy answers that Larder is down', 502, 'failing', FAILED],
    ["a hotel's page answers", 200, 'unreached', UNREACHABLE],
  ])('is not sent while %s', async (_, status, reach, message) => {
    livez = (res) => res.writeHead(status).end('<h1>Hello</h1>')
    await tab.reachable.probe()
    expect(tab.reachable.lastReach()).toBe(reach)
    expect(await tab.outbox.submit(newList())).toMatchObject(refused(message))
    expect(requests).toEqual([])
  })

  test('is not sent while there is no connection', async () => {
    isUp = false
    await tab.reachable.probe()
    expect(await tab.outbox.submit(newList())).toMatchObject(refused(UNREACHABLE))
    expect(requests).toEqual([])
  })

  test('comes after what was done before, and is taken back if that gets no answer', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    const first = tab.outbox.submit(clear)
    await wait(() => entries().length).toBe(2)
    expect(paths()).toEqual(['/completed'])
    tab.pass(3 * SECOND)
    expect(await first).toMatchObject(refused(UNREACHABLE))
    expect(states()).toEqual(['sending'])
  })

  test('is sent once, however often it is tapped, until the page shows it; another is sent, too', async () => {
    const shows: (() => void)[] = []
    const reload = () => new Promise<void>((resolve) => void shows.push(resolve))
    tab.router.setCurrentRouter({ reload, open: async () => {} })
    const first = tab.outbox.submitOrSay(clear)
    await wait(() => entries()[0]?.doneAt).toBe(0)
    expect(await tab.outbox.submitOrSay(clear)).toBe(false)
    const question = (id: string) => answeredForm(NO_PLACE, 'answer', '/answer', { userID: id })
    for (const id of ['ben', 'cleo']) void tab.outbox.submitOrSay(question(id))
    await wait(() => paths()).toEqual(['/clear-done/list', '/answer', '/answer'])
    for (const show of shows) show()
    expect(await first).toBe(true)
    void tab.outbox.submitOrSay(clear)
    await wait(() => requests.length).toBe(4)
  })

  test('says why it was refused', async () => {
    answer = ({ reply }) => reply({ ok: false, status: 404, message: 'Gone.' }, 404)
    const said: string[] = []
    expect(await tab.outbox.submitOrSay(clear, (why) => void said.push(why))).toBe(false)
    expect(said).toEqual(['Gone.'])
  })

  test('without an account names none: the session decides', async () => {
    await tab.outbox.submit(undoChangeForm(NO_PLACE, 'change', { id: newId() }))
    expect(requests[0]?.headers).not.toHaveProperty('x-larder-account')
  })

  test('reloads the page, or opens the one that the answer leads to before it counts as done', async () => {
    const router: string[] = []
    tab.router.setCurrentRouter({
      reload: async () => void router.push('reload'),
      open: async (path) => void router.push(`${path} ${states().join()}`),
    })
    await tab.outbox.submit(clear)
    answer = ({ reply }) => reply({ ...DONE, leadsTo: '/copy' })
    await tab.outbox.submit(duplicateListForm(PLACE, newId(), 'list'))
    expect(router).toEqual(['reload', '/copy sending'])
    expect(states()).toEqual([])
  })

  test.each([
    ['a new list', newList(), '/login'],
    ['another act', clear, '/landing'],
  ])('leads out when the session has ended: %s', async (_, act, page) => {
    const opened: string[] = []
    tab.router.setCurrentRouter({ reload: async () => {}, open: async (path) => void opened.push(path) })
    answer = ({ reply }) => reply({ ok: false, status: 401, message: 'Sign in.' }, 401)
    expect(await tab.outbox.submit(act)).toEqual({ type: 'waiting' })
    expect([opened, entries()]).toEqual([[page], []])
  })
})

describe('a browser that stores nothing', () => {
  beforeEach(async () => {
    tab.kill()
    phone.disk.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    tab = await openTab(phone)
  })

  test('says so, and sends anyway', async () => {
    expect(await tab.outbox.submit(tick('milk'))).toEqual({ type: 'done' })
    expect(shown().keeps).toBe(false)
  })

  test('sends again while its page is open', async () => {
    answer = ({ reply }) => reply('', 502)
    expect(await tab.outbox.submit(tick('milk'))).toEqual({ type: 'waiting' })
    answer = ({ reply }) => reply(DONE)
    await tab.outbox.sendOutbox()
    await wait(() => states()).toEqual([])
  })
})

describe('a browser whose storage does not answer', () => {
  let answerNow: () => void

  /** A deletion that waits for an open connection holds up everybody else. */
  beforeEach(async () => {
    tab.kill()
    const request = phone.disk.open('larder')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    phone.disk.deleteDatabase('larder')
    answerNow = () => request.result.close()
    tab = await openTab(phone)
  })

  test('says so after five seconds, and sends anyway', async () => {
    const outcome = tab.outbox.submit(tick('milk'))
    tab.pass(5 * SECOND)
    expect(await outcome).toEqual({ type: 'done' })
    expect(shown().keeps).toBe(false)
    // From then on without a wait.
    expect(await tab.outbox.submit(tick('bread'))).toEqual({ type: 'done' })
    answerNow()
  })

  test('is used once it answers', async () => {
    const opened = tab.outbox.openOutbox('ada')
    tab.pass(5 * SECOND)
    await opened
    expect(shown().keeps).toBe(false)
    answerNow()
    await wait(async () => {
      await tab.outbox.sendOutbox()
      return shown().keeps
    }).toBe(true)
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => states()).toEqual(['sending'])
    expect(await tab.entries.readEntries()).toMatchObject([{ path: '/completed' }])
  })
})

describe('after 30 days', () => {
  async function waitFor30Days(state: 'waiting' | 'sending') {
    const at = Date.now() - 30 * DAY - 1
    await tab.entries.putEntry({ ...tick('milk'), op: 'op', at, state })
    await tab.outbox.openOutbox('ada')
  }

  test('somebody decides about a form that was sent: the server may have forgotten it', async () => {
    await waitFor30Days('sending')
    await wait(() => entries()).toMatchObject([{ state: 'refused', answer: { code: 'too-old' } }])
    expect(requests).toEqual([])
  })

  test('a form that was never sent is sent', async () => {
    await waitFor30Days('waiting')
    await wait(() => requests.length).toBe(1)
  })
})

describe('taken back', () => {
  test('before it was sent, a form is never sent', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    void tab.outbox.submit(tick('milk', false))
    await wait(() => entries().length).toBe(2)
    const second = entries()[1]
    tab.outbox.withdraw(second?.op ?? '')
    await wait(() => requests.length).toBe(1)
    requests[0]?.reply(DONE)
    await wait(() => tab.entries.readEntries()).toEqual([])
    expect(requests.length).toBe(1)
  })

  test.each([
    ['by a user', 'ada', (op: string) => `/undo/${op}`, (_: string) => ({ operation: '1', listID: 'list' })],
    [
      'by a guest',
      '/s/key',
      () => '/s/key/undo',
      (op: string) => ({ operation: '1', change: op, guest: 'Anna' }),
    ],
  ])('while it is on its way %s, the server is told', async (_, account, path, fields) => {
    answer = hang
    void tab.outbox.submit(tick('milk', true, { account, listID: 'list', guest: 'Anna' }))
    await wait(() => requests.length).toBe(1)
    const op = requests[0]?.fields.op ?? ''
    tab.outbox.withdraw(op)
    tab.outbox.withdraw(op)
    expect(entries()).toHaveLength(1)
    await wait(() => requests[1]?.path).toBe(path(op))
    expect(requests[1]?.fields).toMatchObject(fields(op))
    expect(entries().map(({ path }) => path)).toEqual([path(op)])
  })

  test('the answer to it leaves the form that takes it back', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    tab.outbox.withdraw(requests[0]?.fields.op ?? '')
    await wait(() => requests.length).toBe(2)
    requests[0]?.reply({ ok: false, status: 409, message: 'Changed.' }, 409)
    await wait(() => shown().answered).toBe(1)
    await wait(() => tab.busy()).toBe(0)
    const op = requests[0]?.fields.op
    expect(await tab.entries.readEntries()).toMatchObject([{ path: `/undo/${op}`, state: 'sending' }])
  })
})

describe('the message that offers to take back what waits', () => {
  const offer = () => tab.messages.slot.read()?.waiting

  async function submitSlowly() {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => requests.length).toBe(1)
    tab.pass(3 * SECOND)
    const op = requests[0]?.fields.op ?? ''
    expect(offer()).toBe(op)
    return op
  }

  test('makes way for the success, with its Undo', async () => {
    await submitSlowly()
    requests[0]?.reply({ ok: true, message: 'Ticked Milk.', change: 'change' })
    await wait(() => tab.messages.latestAct()).toBe('change')
    expect(offer()).toBeUndefined()
  })

  test('vanishes when it was refused, or answered elsewhere', async () => {
    for (const isRefused of [true, false]) {
      await submitSlowly()
      if (isRefused) requests[0]?.reply({ ok: false, status: 409, message: 'Changed.' }, 409)
      else {
        const [entry] = await tab.entries.readEntries()
        await tab.entries.removeEntry(entry?.seq ?? 0)
        await tab.outbox.sendOutbox()
      }
      await wait(offer).toBeUndefined()
      requests = []
      for (const one of entries()) tab.outbox.discard(one)
    }
  })

  test('undoes at the server what was done in this moment', async () => {
    const op = await submitSlowly()
    requests[0]?.reply(DONE)
    await wait(() => states()).toEqual([])
    await tab.outbox.withdraw(op)
    await wait(() => requests[1]?.path).toBe(`/undo/${op}`)
  })
})

test('a change that the worker sends in this moment is taken back at the server', async () => {
  answer = hang
  void tab.outbox.submit(tick('milk'))
  void tab.outbox.submit(tick('milk', false))
  await wait(() => entries().length).toBe(2)
  const { op = '', seq = 0 } = entries()[1] ?? {}
  await tab.entries.updateEntry(seq, { state: 'sending' })
  void tab.outbox.withdraw(op)
  await wait(() => requests.at(-1)?.path ?? '').not.toBe('')
  await wait(async () => (await tab.entries.readEntries()).map(({ path }) => path)).toEqual([
    '/completed',
    `/undo/${op}`,
  ])
})

test('what another tab has sent is done here, too, and says nothing about the connection', async () => {
  await tab.outbox.openOutbox('ada')
  answer = hang
  const outcome = tab.outbox.submit(tick('milk'))
  await wait(() => requests.length).toBe(1)
  const [entry] = await tab.entries.readEntries()
  await tab.entries.removeEntry(entry?.seq ?? 0)
  await tab.outbox.sendOutbox()
  expect(await outcome).toEqual({ type: 'done' })
  tab.pass(5 * SECOND)
  expect(tab.reachable.serverReachable()).toBe(true)
})

test('a change that was taken back elsewhere is not sent', async () => {
  answer = hang
  void tab.outbox.submit(tick('milk'))
  void tab.outbox.submit(tick('milk', false))
  await wait(() => entries().length).toBe(2)
  await wait(() => requests.length).toBe(1)
  await tab.entries.removeEntry(entries()[1]?.seq ?? 0)
  requests[0]?.reply(DONE)
  await wait(() => states()).toEqual([])
  expect(requests.map(({ fields }) => fields.completed)).toEqual(['on'])
})

test('what the browser throws away under an open page is stored again, and sent', async () => {
  await tab.outbox.openOutbox('ada')
  answer = hang
  for (const id of ['milk', 'eggs']) void tab.outbox.submit(tick(id))
  await wait(() => requests.length).toBe(2)
  await tab.outbox.sendOutbox()
  await new Promise((resolve) => {
    phone.disk.deleteDatabase('larder').onsuccess = resolve
  })
  await tab.outbox.sendOutbox()
  expect(states()).toEqual(['sending', 'sending'])
  await wait(async () => (await tab.entries.readEntries()).map(({ item }) => item)).toEqual(['milk', 'eggs'])
  answer = ({ reply }) => reply(DONE)
  for (const { reply } of requests.slice(0, 2)) reply(DONE)
  await wait(() => states()).toEqual([])
  await wait(() => tab.entries.readEntries()).toEqual([])
})

test('of many acts, what is open stays, however old', async () => {
  answer = ({ fields, reply }) => fields.id === 'first' || reply(DONE)
  void tab.outbox.submit(tick('first'))
  await wait(() => requests.length).toBe(1)
  for (let n = 0; n < 220; n += 1) await tab.outbox.submit(tick(`item-${n}`))
  expect(entries()[0]?.item).toBe('first')
  expect(entries()).toHaveLength(201)
})

describe('two tabs', () => {
  let other: Tab

  beforeEach(async () => {
    other = await openTab(phone)
    await tab.outbox.openOutbox('ada')
    await other.outbox.openOutbox('ada')
  })

  test('show what waits in the other', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => entries(other)).toMatchObject([{ path: '/completed', isLate: true }])
    await wait(() => requests.length).toBe(1)
    requests[0]?.reply(DONE)
    await wait(() => states(other)).toEqual([])
    await wait(() => states()).toEqual([])
  })

  test('show what was refused in the other, and what somebody decided there', async () => {
    answer = ({ reply }) => reply({ ok: false, status: 409, message: 'Changed.' }, 409)
    await tab.outbox.submit(tick('milk'))
    await wait(() => states(other)).toEqual(['refused'])
    const [entry] = entries()
    if (entry) tab.outbox.discard(entry)
    await wait(() => entries(other)).toEqual([])
    expect(await other.entries.readEntries()).toEqual([])
  })

  test('send the same operation if both send', async () => {
    answer = hang
    void tab.outbox.submit(tick('milk'))
    await wait(() => entries(other).length).toBe(1)
    await wait(() => requests.length).toBe(1)
    void other.outbox.sendOutbox()
    await wait(() => requests.length).toBe(2)
    expect(requests[1]?.fields).toEqual(requests[0]?.fields)
  })
})

test('another account shows and sends nothing of the one before, which waits for its owner', async () => {
  answer = ({ reply }) => reply({ ok: false, status: 401, message: 'Sign in.' }, 401)
  await tab.outbox.openOutbox('ada')
  await tab.outbox.submit(tick('milk'))
  expect(shown().signedOut).toBe(true)
  await tab.outbox.openOutbox('ben')
  expect(shown()).toMatchObject({ entries: [], signedOut: false })
  answer = ({ reply }) => reply(DONE)
  await tab.outbox.submit(tick('eggs', true, { ...PLACE, account: 'ben' }))
  await tab.outbox.sendOutbox()
  expect(requests.map(({ headers }) => headers['x-larder-account'])).toEqual(['ada', 'ben'])
  await tab.outbox.openOutbox('ada')
  await wait(() => requests.at(-1)?.headers['x-larder-account']).toBe('ada')
  await wait(() => tab.entries.readEntries()).toEqual([])
})
