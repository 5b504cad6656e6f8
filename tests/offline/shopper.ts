import { decode } from 'turbo-stream'
import type { Act as Sent, Kind as SentKind } from '#app/acts/acts.ts'
import { addForm } from '#app/acts/add.ts'
import { editForm, seenFields } from '#app/acts/edit.ts'
import { quickAddForm } from '#app/acts/quickAdd.ts'
import { removeForm } from '#app/acts/remove.ts'
import { restoreForm } from '#app/acts/restore.ts'
import { tickForm } from '#app/acts/tick.ts'
import type { ShownEntry } from '#app/browser/outbox.ts'
import { newId } from '#app/domain/ids.ts'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { SECOND } from '#app/domain/time.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'
import { formValues } from '#app/words/formValues.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { newPhone, openTab, type Tab } from '#tests/support/phone.ts'
import { createNetwork, type Network } from './network.ts'
import type { Random } from './random.ts'

// Somebody with a phone: does what the list's page does, with its real outbox.

export type Kind = 'tick' | 'add' | 'count' | 'quickAdd' | 'edit' | 'delete'

/** Added to their items with quick lines only, so that their quantities can be computed. */
export const COUNTED = ['Milk', 'Eggs']
const NAMES = ['Bread', 'Salt', 'Tea', 'Rice', 'Soap', 'Flour']

export interface Act {
  /** Sent with each form, to find what became of it. */
  mark: string
  kind: Kind
  /** `unsure` if the phone was killed while it did this. */
  status: 'kept' | 'withdrawn' | 'dropped' | 'unsure'
  itemId?: string
  name?: string
  completed?: boolean
  at?: number
  amount?: number
  shopper: Shopper
}

interface ListData {
  list: { id: string }
  items: string
  now: number
  me?: string
}

export interface ShopperOptions {
  url: string
  access: ListAccess
  listId: string
  headers: Record<string, string>
  random: Random
  clockOffset: number
  /** The actor that the server knows. */
  actorId: string
}

export type Shopper = Awaited<ReturnType<typeof createShopper>>

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

// Without React, its hooks only read.
const outboxOf = ({ outbox: { useOutbox: read } }: Tab) => read()
const rowsOf = ({ listRows: { useListRows: read } }: Tab, data: ListData) => read(data)

let marks = 0

export async function createShopper({
  url,
  access,
  listId,
  headers,
  random,
  actorId,
  clockOffset,
}: ShopperOptions) {
  const network: Network = createNetwork(url, random, headers)
  const phone = newPhone((path, init) => network.request(path, init))
  phone.clockOffset = clockOffset
  const acts: Act[] = []
  let tab: Tab = await openTab(phone)
  let data: ListData | undefined
  let loads = 0
  let shownLoad = 0
  let answered = 0
  /** Its clock was changed while a page was open. */
  let hasJumped = false
  const counts = { kills: 0, tabs: 1, forms: 0 }

  const entries = () => outboxOf(tab).entries
  const markOf = ({ fields }: Pick<ShownEntry, 'fields'>) => ('mark' in fields ? fields.mark : undefined)
  const rows = () => (data ? rowsOf(tab, data) : [])

  async function open() {
    tab = await openTab(phone)
    data = undefined
    answered = 0
    counts.tabs += 1
    load()
    void tab.outbox.openOutbox(access.account)
  }

  /** What the page does with its loader; a later load replaces it. */
  function load() {
    loads += 1
    const [number, of] = [loads, tab]
    const [path = '', query = ''] = access.home.split('?')
    const serverLoader = async () => {
      const response = await network.request(`${path}.data${query && `?${query}`}`)
      if (response.status !== 200 || !response.body) throw response
      const routes = (await decode(response.body)).value as Record<string, { data?: ListData }>
      const found = Object.values(routes).find((route) => route.data?.items)?.data
      if (!found) throw new TypeError('The page has no items.')
      return found
    }
    of.pageCache.expirePageCache()
    const args = { request: new Request(`${url}${access.home}`), serverLoader }
    of.pageCache
      .loadCached<ListData>(args as unknown as Parameters<typeof of.pageCache.loadCached>[0], {
        accountOf: () => access.account,
        onLoaded: ({ now }, at) => of.clock.syncClock(now, at),
      })
      .then((loaded) => {
        if (tab !== of || number < shownLoad) return
        shownLoad = number
        data = loaded
      })
      .catch(() => {})
  }

  /** The page reloads when the outbox got answers. */
  function afterAnswers() {
    if (!tab.isAlive) return
    const outbox = outboxOf(tab)
    if (outbox.answered === answered) return
    answered = outbox.answered
    load()
  }

  async function quiet() {
    for (let calm = 0; calm < 3; ) {
      if (network.active.size > 0) await Promise.allSettled(network.active)
      await turn()
      calm = network.active.size === 0 && tab.busy() === 0 ? calm + 1 : 0
    }
  }

  /** Of what was shown as done, nothing may be missing afterwards. */
  async function kill() {
    counts.kills += 1
    const dead = tab
    dead.kill(random.chance(0.5))
    while (dead.busy() > 0) await turn()
    await open()
  }

  const stored = () => tab.entries.readEntries()

  async function keep<K extends SentKind>(act: Act, sent: Sent & Sent<K>): Promise<void> {
    acts.push(act)
    counts.forms += 1
    const before = data
    const opposite = oppositeOf(act)
    let isOver = false
    void tab.outbox.submit({ ...sent, fields: { ...sent.fields, mark: act.mark } }).then(() => {
      isOver = true
    })
    const isVisible = () => entries().some((entry) => markOf(entry) === act.mark)
    if (random.chance(0.04)) {
      for (let n = random.int(9); n > 0; n--) await turn()
      const wasShown = isVisible()
      await kill()
      const isKept = (await stored()).some((entry) => markOf(entry) === act.mark)
      const wasSent = network.sent.some((sent) => sent.fields.mark === act.mark)
      if (!wasShown && !isKept && !wasSent) {
        act.status = 'dropped'
        if (opposite) opposite.status = 'unsure'
      }
      return
    }
    while (!isVisible() && !isOver) await turn()
    if (opposite && !isVisible() && !network.sent.some(({ fields }) => fields.mark === act.mark)) {
      act.status = 'withdrawn'
      opposite.status = 'withdrawn'
      return
    }
    if (data === before && !hasJumped) requireShown(act)
  }

  /** A tick that waits: where neither was sent, both cancel out. */
  const oppositeOf = ({ kind, itemId, completed }: Act) =>
    entries()
      .map(actOf)
      .findLast((other) => kind === 'tick' && other?.itemId === itemId && other?.completed === !completed)

  /** The row looks as if it was done already. */
  function requireShown({ kind, itemId, completed, name, amount }: Act) {
    // Its addition was refused in this moment.
    const isRefused = ({ state, kind, item }: ShownEntry) =>
      state === 'refused' && (kind === 'add' || kind === 'tick') && item === itemId
    if (entries().some(isRefused)) return
    const row = rows().find(({ id }) => id === itemId)
    const isShown = {
      tick: () => row?.completed === completed,
      add: () => row?.name === name,
      count: () => (row?.quantityMilli ?? 0) >= (amount ?? 0) * 1000,
      quickAdd: () => rows().some((one) => one.name === name && !one.completed),
      edit: () => row?.name === name,
      delete: () => row === undefined,
    }[kind]()
    if (!isShown)
      throw new Error(`not shown: ${kind} ${name ?? itemId} ${JSON.stringify({ row, entries: entries() })}`)
  }

  const newAct = (kind: Kind, values: Partial<Act>): Act => {
    marks += 1
    return { mark: `m${marks}`, kind, status: 'kept', shopper, ...values }
  }

  const free = () => rows().filter(({ name }) => !COUNTED.includes(name))

  async function tick() {
    const row = random.pick(free())
    const completed = !row.completed
    const at = tab.clock.nextTimestamp(row.completedAt)
    await keep(newAct('tick', { itemId: row.id, completed, at }), tickForm(access, row, completed, at))
  }

  async function add() {
    const id = newId()
    const name = `New ${id.slice(9)}`
    const isInvalid = random.chance(0.1)
    const values = { ...EMPTY_VALUES, name, quantity: isInvalid ? 'some' : '2', price: '1.50' }
    await keep(newAct('add', { itemId: id, name }), addForm(access, id, values, tab.clock.nextTimestamp()))
  }

  async function count() {
    const row = rows().find(({ name }) => name === random.pick(COUNTED))
    if (!row) return
    const amount = 1 + random.int(4)
    const at = tab.clock.nextTimestamp()
    // Their page shows what it adds unless the data is newer than the clock says.
    const amountShown = row.updatedAt < at ? row.quantityMilli / 1000 + amount : 0
    const act = newAct('count', { itemId: row.id, name: row.name, amount: amountShown })
    await keep(act, quickAddForm(access, newId(), `${row.name} x${amount}`, at))
    act.amount = amount
  }

  async function quickAdd() {
    const name = random.pick(NAMES)
    const lines = random.chance(0.3) ? `${name} x2\n${random.pick(NAMES)}` : `3 ${name}`
    await keep(newAct('quickAdd', { name }), quickAddForm(access, newId(), lines, tab.clock.nextTimestamp()))
  }

  async function edit() {
    const row = random.pick(free())
    const values = formValues(ENGLISH, row, DOLLAR)
    const name = random.chance(0.5) ? `${row.name.split(' ')[0]} ${random.int(90)}` : row.name
    const typed = {
      ...values,
      name,
      ...(random.chance(0.5) && { price: `${1 + random.int(9)}.20` }),
      ...(random.chance(0.3) && { quantity: String(1 + random.int(9)) }),
    }
    const seen = { values, updatedAt: row.updatedAt }
    await keep(newAct('edit', { itemId: row.id, name }), editForm(access, row.id, typed, seen))
  }

  async function remove() {
    const row = random.pick(free())
    await keep(newAct('delete', { itemId: row.id }), removeForm(access, row))
  }

  const actOf = (entry: ShownEntry) => acts.find(({ mark }) => mark === markOf(entry))

  /** Undo of what waits. */
  async function withdraw() {
    const waiting = entries().filter((entry) => tab.outbox.isOpen(entry) && actOf(entry))
    if (waiting.length === 0) return
    const entry = random.pick(waiting)
    const act = actOf(entry)
    if (!act) return
    tab.outbox.withdraw(entry.op)
    act.status = 'withdrawn'
    if (random.chance(0.15)) {
      for (let n = random.int(6); n > 0; n--) await turn()
      act.status = 'unsure'
      await kill()
      return
    }
    // Its transaction begins a moment later.
    do await turn()
    while (tab.busy() > 0)
  }

  /** What the dialog of changes offers for a refused form. */
  async function decide() {
    const refused = entries().filter(tab.outbox.isRefused)
    if (refused.length === 0) return
    const entry = random.pick(refused)
    const act = actOf(entry)
    const { answer } = entry
    if (random.chance(0.3)) {
      tab.outbox.discard(entry)
      if (act) act.status = 'unsure'
    } else if (answer?.deleted?.mayRestore) {
      void restore(tab, entry, answer.deleted.itemID)
    } else if (entry.kind === 'edit' && answer?.theirs) {
      const seen = { values: answer.theirs, updatedAt: answer.seen ?? 0 }
      void tab.outbox.sendAgain(entry, seenFields(seen))
    } else {
      void tab.outbox.sendAgain(entry)
    }
    for (let n = random.int(9); n > 0; n--) await turn()
    if (random.chance(0.2)) await kill()
  }

  /** See ChangesDialog.tsx. */
  async function restore(of: Tab, entry: ShownEntry, itemId: string) {
    const restored = await of.outbox.submit(restoreForm(access, itemId, entry.name))
    if (restored.type === 'refused') return
    if (entry.kind === 'tick') await of.outbox.sendAgain(entry, { at: String(of.clock.nextTimestamp()) })
    else await of.outbox.sendAgain(entry)
  }

  async function act() {
    if (!data) return load()
    if (free().length < 3) return quickAdd()
    const kinds = [tick, tick, tick, add, add, count, count, count, quickAdd, edit, edit, edit, remove]
    await random.pick([...kinds, withdraw, withdraw, decide, decide, decide])()
  }

  async function step() {
    const choice = random.int(100)
    if (choice < 68) await act()
    else if (choice < 74) void tab.outbox.sendOutbox()
    else if (choice < 82) tab.pass(random.pick([1, 3, 10, 15]) * SECOND)
    else if (choice < 88) load()
    else if (choice < 92) network.isDown = !network.isDown
    else if (choice < 96) await kill()
    else await network.held.splice(random.int(network.held.length + 1), 1)[0]?.()
    if (random.chance(0.6)) await quiet()
    afterAnswers()
  }

  /** With a good connection: until nothing waits. */
  async function finish() {
    network.isDown = false
    network.isHealed = true
    while (network.held.length > 0) await network.held.splice(random.int(network.held.length), 1)[0]?.()
    await quiet()
    for (let n = 0; n < 20; n++) {
      void tab.outbox.sendOutbox()
      await quiet()
      if (tab.outbox.openEntries().length === 0) break
      // Whatever a busy server or a lost answer makes it wait for.
      tab.pass(60 * SECOND)
      await quiet()
    }
  }

  /** The page as it is after a start of the phone. */
  async function restart() {
    await kill()
    await quiet()
    load()
    await quiet()
  }

  function jumpClock(by: number) {
    phone.clockOffset += by
    hasJumped = true
  }

  const shopper = {
    acts,
    actorId,
    network,
    phone,
    counts,
    listId,
    access,
    step,
    load,
    quiet,
    finish,
    restart,
    rows,
    entries,
    stored,
    open,
    jumpClock,
    hasJumped: () => hasJumped,
    tab: () => tab,
    data: () => data,
  }
  load()
  void tab.outbox.openOutbox(access.account)
  return shopper
}
