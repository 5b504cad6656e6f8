import { expect } from 'vitest'
import { sha256 } from '#app/domain/hash.ts'
import { itemsOf } from './plainBrowser.ts'
import type { World } from './run.ts'
import { type Act, COUNTED, type Shopper } from './shopper.ts'

interface Effect {
  change: string
  revision: number
  item: string
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

interface Change {
  id: string
  kind: string
  revision: number
  actor: string | null
  link: string | null
  undoneBy: string | null
}

interface Done {
  act: Act
  op: string
  change: string | null
}

/** Why the server may refuse what somebody did. */
const REFUSALS = ['item-changed', 'item-deleted']

/** Throws if anything was lost or done twice, or if somebody sees another list. */
export async function check(world: World): Promise<void> {
  for (const phone of world.phones) await checkOutbox(world, phone)
  await checkReaders(world)
  const history = readHistory(world)
  checkReplay(world, history)
  const done = checkActs(world, history)
  checkChanges(world, history, done)
  checkCounts(world)
  checkTicks(world, history, done)
}

type History = ReturnType<typeof readHistory>

function readHistory({ larder: { database }, listId }: World) {
  const changes = database
    .prepare(
      `SELECT id, kind, list_revision AS revision, actor_id AS actor, link_id AS link, undone_by AS undoneBy
       FROM changes WHERE list_id = ? ORDER BY list_revision`,
    )
    .all(listId) as Change[]
  const rows = database
    .prepare(
      `SELECT change_id AS change, list_revision AS revision, item_id AS item, before, after FROM change_items
       JOIN changes ON changes.id = change_id WHERE list_id = ? ORDER BY list_revision`,
    )
    .all(listId) as (Omit<Effect, 'before' | 'after'> & { before: string | null; after: string })[]
  const effects: Effect[] = rows.map((row) => ({
    ...row,
    before: row.before === null ? null : JSON.parse(row.before),
    after: JSON.parse(row.after),
  }))
  const operations = new Map(
    (
      database.prepare('SELECT id, change_id AS change FROM operations WHERE list_id = ?').all(listId) as {
        id: string
        change: string | null
      }[]
    ).map(({ id, change }) => [id, change]),
  )
  return { changes, effects, operations }
}

/** On the disk, too, only what was refused is left, for a reason. */
async function checkOutbox({ larder: { database } }: World, phone: Shopper) {
  const stored = await phone.stored()
  expect(stored.filter(({ state }) => state !== 'refused')).toEqual([])
  expect(stored.map(({ op }) => op).sort()).toEqual(
    phone
      .entries()
      .map(({ op }) => op)
      .sort(),
  )
  for (const { answer, fields, path, item } of stored) {
    // Of an item whose addition was refused or taken back.
    const never = item && !database.prepare('SELECT 1 FROM items WHERE id = ?').get(item)
    const isTakenBack = phone.acts.some(
      ({ kind, itemId, status }) => kind === 'add' && itemId === item && status === 'withdrawn',
    )
    const isMissing = answer?.code === 'item-not-found' && (never || isTakenBack)
    const isInvalid = 'quantity' in fields && fields.quantity === 'some'
    const isExpected = REFUSALS.includes(answer?.code ?? '') || isInvalid || isMissing
    if (!isExpected) throw new Error(`refused: ${path} ${JSON.stringify({ fields, answer })}`)
  }
}

async function checkReaders({ larder, listId, phones, plain }: World) {
  const items = itemsOf(larder, listId).map((item) => ({
    id: item.id,
    name: item.name,
    quantityMilli: item.quantity_milli,
    unit: item.unit,
    priceCents: item.price_cents,
    completed: item.completed === 1,
  }))
  for (const phone of phones) {
    const rows = phone.rows().map(({ id, name, quantityMilli, unit, priceCents, completed }) => ({
      id,
      name,
      quantityMilli,
      unit,
      priceCents,
      completed,
    }))
    expect(rows).toEqual(items)
  }
  expect(await plain.read()).toEqual(items.map(({ id, name, completed }) => ({ id, name, completed })))
}

/** The changes explain the list: each found it as the one before had left it. */
function checkReplay({ larder, listId }: World, { effects }: History) {
  const items = new Map<string, Record<string, unknown>>()
  for (const { item, before, after } of effects) {
    const known = items.get(item) ?? { ...before }
    for (const [field, value] of Object.entries(before ?? {})) {
      // Ticking what is ticked only changes the time.
      if (field !== 'completedAt' && field in known)
        expect({ [field]: known[field] }).toEqual({ [field]: value })
    }
    items.set(item, { ...known, ...after })
  }
  const byId = new Map(itemsOf(larder, listId).map((item) => [item.id, item]))
  for (const [id, { deletedAt = null, ...values }] of items) {
    const item = byId.get(id)
    expect(item === undefined).toBe(deletedAt !== null)
    if (!item) continue
    const fields: [string, unknown][] = [
      ['name', item.name],
      ['quantityMilli', item.quantity_milli],
      ['priceCents', item.price_cents],
      ['completed', item.completed === 1],
    ]
    for (const [field, value] of fields)
      if (field in values) expect([field, value]).toEqual([field, values[field]])
  }
}

/** Each act of a phone was done once, or is shown as refused, or somebody took it back. */
function checkActs(
  { larder: { database }, phones }: World,
  { operations, changes, effects }: History,
): Done[] {
  const all: Done[] = []
  for (const phone of phones) {
    const refused = new Set(phone.entries().map(({ fields }) => ('mark' in fields ? fields.mark : undefined)))
    for (const act of phone.acts) {
      const ops = new Set(phone.network.sent.filter(({ fields }) => fields.mark === act.mark).map(opOf))
      const done = [...ops].flatMap((op) => {
        const id = sha256(JSON.stringify([phone.actorId, op]))
        return operations.has(id) ? [{ act, op, change: operations.get(id) ?? null }] : []
      })
      all.push(...done)
      const problem = (text: string) =>
        new Error(`${text}: ${JSON.stringify({ ...act, shopper: 0, ops: [...ops] })}`)
      if (act.status === 'dropped' && done.length > 0) throw problem('done without being kept')
      // Deleting what was never added is done, too.
      const isVoid =
        act.kind === 'delete' && !database.prepare('SELECT 1 FROM items WHERE id = ?').get(act.itemId)
      const isDone = done.length > 0 || refused.has(act.mark) || isVoid
      if (act.status === 'kept' && !isDone) throw problem('lost')
      if (done.filter(({ change }) => change !== null).length > 1) throw problem('done twice')
      if (act.status !== 'withdrawn') continue
      if (refused.has(act.mark)) throw problem('taken back, and refused')
      for (const { change } of done) {
        const made = changes.find(({ id }) => id === change)
        if (!made || made.undoneBy !== null) continue
        const own = effects.filter((effect) => effect.change === change)
        const ids = own.map(({ item }) => item)
        const isChangedSince = effects.some(
          ({ item, revision }) => ids.includes(item) && revision > made.revision,
        )
        // A later tick that changed nothing left no change, only its time.
        const isTickedSince = own.some(({ item, after }) => {
          const row = database.prepare('SELECT completed_at AS at FROM items WHERE id = ?').get(item)
          return Number((row as { at: number } | undefined)?.at) > Number(after.completedAt)
        })
        if (!isChangedSince && !isTickedSince) throw problem('taken back, but done')
      }
    }
  }
  return all
}

const opOf = ({ fields }: { fields: Record<string, string> }) => fields.op ?? ''

/** No change comes from nowhere, and no form made two. */
function checkChanges({ plain, plainUser }: World, { changes, operations, effects }: History, done: Done[]) {
  const ofOperations = [...operations.values()].filter((change) => change !== null)
  expect(new Set(ofOperations).size).toBe(ofOperations.length)
  const explained = new Set([...ofOperations, ...changes.map(({ undoneBy }) => undoneBy)])
  const others = changes.filter(({ id }) => !explained.has(id))
  expect(others.filter(({ actor }) => actor !== plainUser.id)).toEqual([])
  // Without script, ticks and deletions have no identity: a late double of one does it again, as pressing twice does.
  const isOnce = ({ kind }: Change) => kind === 'add' || kind === 'edit'
  const once = plain.forms.filter(({ path }) => /^\/(?:single-list|quick-add|edit-item)/.test(path))
  // Nor does an addition once its item is renamed: the same page may add an item of another name.
  const renamed = new Set(effects.filter(({ before }) => before && 'name' in before).map(({ item }) => item))
  const mayRepeat = once.filter(({ fields }) => renamed.has(fields.id ?? ''))
  if (others.filter(isOnce).length > once.length + mayRepeat.length) {
    throw new Error(`changes from nowhere: ${JSON.stringify({ others, forms: plain.forms })}`)
  }
  expect(done.every(({ change }) => change === null || changes.some(({ id }) => id === change))).toBe(true)
}

/** Exactly what was added, in whatever order it arrived. */
function checkCounts({ larder, listId, phones, plain }: World) {
  const items = itemsOf(larder, listId)
  for (const name of COUNTED) {
    const acts = phones.flatMap((phone) =>
      phone.acts.filter((act) => act.kind === 'count' && act.name === name),
    )
    const amounts = (status: Act['status']) =>
      acts.filter((act) => act.status === status).map(({ amount = 0 }) => amount)
    const typed = plain.forms.filter((form) => form.name === name)
    let possible = new Set([amounts('kept').reduce((sum, amount) => sum + amount, 1)])
    // A request that got lost on the way, or what somebody did when the phone was killed.
    const isLost = ({ fields }: (typeof typed)[number]) => !plain.network.arrived.has(String(fields.id))
    const sure = typed.filter((form) => !isLost(form)).reduce((sum, { amount = 0 }) => sum + amount, 0)
    possible = new Set([...possible].map((sum) => sum + sure))
    for (const amount of amounts('unsure'))
      possible = new Set([...possible].flatMap((sum) => [sum, sum + amount]))
    const item = items.find((one) => one.name === name)
    const found = (item?.quantity_milli ?? 0) / 1000
    if (!possible.has(found)) {
      const list = acts.map(({ amount, status, mark }) => ({ amount, status, mark }))
      throw new Error(`${found} ${name} instead of ${[...possible]}: ${JSON.stringify(list)}`)
    }
  }
}

/** Later than this, the order of two ticks is clear. */
const CLEAR = 250

/** The latest tick counts, whichever arrived last. */
function checkTicks({ larder, listId, phones }: World, { effects, changes }: History, done: Done[]) {
  if (phones.some((phone) => phone.hasJumped())) return
  const ticks = done.filter(({ act: { kind, status } }) => kind === 'tick' && status === 'kept')
  const ofTicks = new Set(ticks.map(({ change }) => change))
  for (const item of itemsOf(larder, listId)) {
    const others = effects.filter(
      ({ item: id, after, change }) =>
        id === item.id && ('completed' in after || 'deletedAt' in after) && !ofTicks.has(change),
    )
    if (others.length > 1 || others.some(({ before }) => before !== null)) continue
    const own = ticks.filter(({ act }) => act.itemId === item.id).map(({ act }) => act)
    own.sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
    const [last] = own
    if (!last?.at) continue
    const at = last.at
    const isUnclear = own.some((other) => at - (other.at ?? 0) < CLEAR && other.completed !== last.completed)
    // A later tick that changed nothing left no change, only its time.
    if (isUnclear || item.completed_at > last.at) continue
    expect({ ...item, ticked: item.completed === 1, changes: changes.length }).toMatchObject({
      ticked: last.completed,
    })
  }
}
