import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { clearDone, deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { untickAll } from '#app/domain/items/untickAll.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { readLine } from '#app/domain/quickAdd/readLine.ts'
import { addShared } from '#app/domain/quickAdd/shareTarget.ts'
import { bytesOf, CHANGE_BYTES, EFFECT_BYTES } from '#app/domain/receipts/bytes.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { changeItems, changes, items, lists } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { onPostgres, size } from '#tests/support/size.ts'
import { restoreItem } from './trash.ts'
import { undoChange } from './undo.ts'

// Two people use one account on two devices. A small model says what each act and each undo does: "Where the thing
// still is as this act left it, it goes back; where somebody changed it since, it stays." An undo brings back the very
// tick or deletion, so that what was done before it can be undone too.

const RUNS = size('UNDO_RUNS', onPostgres ? { short: 5, full: 30 } : { short: 20, full: 500 })

const KINDS = [
  ...['add', 'add', 'share', 'tick', 'tick', 'untick-all', 'edit', 'edit'],
  ...['delete', 'delete-all', 'clear', 'restore'],
  // The person's last change or an earlier one, anybody's change or undo, or the same one twice.
  ...['undo-last', 'undo-last', 'undo-own', 'undo-any', 'undo-any', 'undo-again'],
] as const

const step = fc.record({
  person: fc.constantFrom(0, 1),
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(50),
  name: fc.constantFrom('Milk', 'Bread', 'Crème fraîche', '🥑'),
  quantity: fc.constantFrom(1000, 2500),
  completed: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** An item in the model. `tick` and `deletion` are numbers of acts: two ticks are never the same. */
interface Thing {
  id: string
  name: string
  quantity: number
  completed: boolean
  tick: number
  deletion: number | undefined
}

/** What an act changed: `undefined` before means that the act added the item. */
interface Trace {
  thing: Thing
  before: Partial<Thing> | undefined
  after: Partial<Thing>
}

interface Outcome {
  change: string | null
  of: number
  restored: number
  kept: string[]
}

interface PastAct {
  id: string
  person: number
  traces: Trace[]
  outcome?: Outcome
}

class Model {
  things: Thing[] = []
  acts: PastAct[] = []
  private act = 0

  next() {
    this.act += 1
  }

  isThere = (thing: Thing) => thing.deletion === undefined

  add(id: string, name: string, quantity = 1000): Trace {
    const thing = { id, name, quantity, completed: false, tick: 0, deletion: undefined }
    this.things.push(thing)
    return { thing, before: undefined, after: { name, quantity, completed: false } }
  }

  /** Without a trace if nothing changes. */
  set(thing: Thing, values: Partial<Pick<Thing, 'name' | 'quantity' | 'completed'>>): Trace[] {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => thing[field as keyof Thing] !== value),
    ) as Partial<Thing>
    if (changed.completed !== undefined) changed.tick = this.act
    const before = Object.fromEntries(
      Object.keys(changed).map((field) => [field, thing[field as keyof Thing]]),
    ) as Partial<Thing>
    if (values.completed !== undefined) thing.tick = this.act
    Object.assign(thing, changed)
    return Object.keys(changed).length === 0 ? [] : [{ thing, before, after: changed }]
  }

  delete(thing: Thing, deletion = this.act): Trace {
    thing.deletion = deletion
    return { thing, before: { deletion: undefined }, after: { deletion } }
  }

  restore(thing: Thing): Trace {
    const { deletion } = thing
    thing.deletion = undefined
    return { thing, before: { deletion }, after: { deletion: undefined } }
  }

  undo(past: PastAct): { traces: Trace[]; restored: number; kept: string[] } {
    const undone = past.traces.map((trace) => ({ trace, ...this.takeBack(trace) }))
    return {
      traces: undone.flatMap(({ back }) => back ?? []),
      restored: undone.filter(({ isWhole }) => isWhole).length,
      kept: undone.filter(({ isWhole }) => !isWhole).map(({ trace }) => trace.thing.name),
    }
  }

  private takeBack({ thing, before, after }: Trace): { back?: Trace; isWhole: boolean } {
    if (before === undefined) return this.takeBackAdding(thing, after)
    const isDeletion = 'deletion' in after
    if (!isDeletion && !this.isThere(thing)) return { isWhole: false }
    const fields = Object.keys(after) as (keyof Thing)[]
    const isAsLeft = (field: keyof Thing) => {
      const same = field === 'completed' ? 'tick' : field
      return thing[same] === after[same]
    }
    const going = fields.filter((field) => isAsLeft(field))
    const isWhole = going.length === fields.length
    if (going.length === 0) return { isWhole }
    const pick = (from: Partial<Thing>) => Object.fromEntries(going.map((field) => [field, from[field]]))
    const back: Trace = { thing, before: pick(thing), after: pick(before) }
    Object.assign(thing, back.after)
    return { back, isWhole }
  }

  private takeBackAdding(thing: Thing, after: Partial<Thing>) {
    const fields = ['name', 'quantity', 'completed'] as const
    const isAsAdded = this.isThere(thing) && fields.every((field) => thing[field] === after[field])
    return isAsAdded ? { back: this.delete(thing), isWhole: true } : { isWhole: false }
  }
}

interface World {
  services: Services
  people: User[]
  listId: string
  model: Model
}

/** Does one step, in the model and for real. */
async function act({ services, people, listId, model }: World, step: Step) {
  const { person, kind, which, name, quantity, completed } = step
  const user = people[person]
  const thing = model.things[which % Math.max(1, model.things.length)]
  if (!user) throw new Error('nobody')
  model.next()
  vi.advanceTimersByTime(1 + which)
  const note = (id: string | null, traces: Trace[]) => {
    expect(id === null, kind).toBe(traces.length === 0)
    if (id) model.acts.push({ id, person, traces })
  }
  /** Does it if the thing is there. */
  const on = async (
    work: (thing: Thing) => Promise<{ change: string | null }>,
    trace: (thing: Thing) => Trace[],
  ) => {
    if (!thing) return
    if (!model.isThere(thing)) return expect(work(thing)).rejects.toMatchObject({ status: 404 })
    const { change } = await work(thing)
    note(change, trace(thing))
  }
  const undo = async (past: PastAct | undefined) => {
    if (!past) return
    const { change, of, restored, kept } = await undoChange(services, user, past.id)
    const got: Outcome = { change, of, restored, kept: kept.sort() }
    if (past.outcome) {
      expect({ ...got, kept: kept.length }).toEqual({ ...past.outcome, kept: past.outcome.kept.length })
      return
    }
    const wanted = model.undo(past)
    const outcome = { change, of: past.traces.length, restored: wanted.restored, kept: wanted.kept.sort() }
    expect(got).toEqual(outcome)
    note(change, wanted.traces)
    if (change) past.outcome = outcome
  }
  const own = model.acts.filter((past) => past.person === person)

  if (kind === 'add') {
    const input = { listId, name, quantity, price: '0', completed: false, at: undefined }
    const added = await addItem(services, user, input)
    note(added.change, [model.add(added.id, name, quantity)])
  }
  if (kind === 'share') {
    const lines = [`${name} A`, `${name} B`]
    const shared = await addShared(services, user, { id: newId(), listID: listId, lines })
    const known = new Set(model.things.map(({ id }) => id))
    const rows = await services.db
      .select()
      .from(items)
      .where(eq(items.listId, listId))
      .orderBy(items.id)
      .all()
    const added = rows.filter(({ id }) => !known.has(id))
    expect(added.map((row) => row.name)).toEqual(lines.map((line) => readLine(line).name))
    note(
      shared.change,
      added.map((row) => model.add(row.id, row.name)),
    )
  }
  if (kind === 'tick') {
    await on(
      ({ id }) => setCompleted(services, user, { id, completed }),
      (one) => model.set(one, { completed }),
    )
  }
  if (kind === 'untick-all') {
    const { change } = await untickAll(services, user, listId)
    const ticked = model.things.filter((one) => model.isThere(one) && one.completed)
    note(
      change,
      ticked.flatMap((one) => model.set(one, { completed: false })),
    )
  }
  if (kind === 'edit') {
    await on(
      ({ id }) => editItem(services, user, id, { name, quantity }),
      (one) => model.set(one, { name, quantity }),
    )
  }
  if (kind === 'delete') {
    await on(
      ({ id }) => deleteItem(services, user, id),
      (one) => [model.delete(one)],
    )
  }
  if (kind === 'delete-all') {
    const { change } = await deleteAllItems(services, user, listId)
    note(
      change,
      model.things.filter(model.isThere).map((one) => model.delete(one)),
    )
  }
  if (kind === 'clear') {
    const { change } = await clearDone(services, user, listId)
    const done = model.things.filter((one) => model.isThere(one) && one.completed)
    note(
      change,
      done.map((one) => model.delete(one)),
    )
  }
  if (kind === 'restore' && thing) {
    const { change } = await restoreItem(services, user, thing.id)
    note(change, model.isThere(thing) ? [] : [model.restore(thing)])
  }
  if (kind === 'undo-last') await undo(own.at(-1))
  if (kind === 'undo-own') await undo(own[which % Math.max(1, own.length)])
  if (kind === 'undo-any') await undo(model.acts[which % Math.max(1, model.acts.length)])
  if (kind === 'undo-again') await undo(model.acts.findLast(({ outcome }) => outcome !== undefined))
}

async function check({ services: { db }, listId, model }: World) {
  const rows = await db.select().from(items).where(eq(items.listId, listId)).all()
  const found = rows.map(({ id, name, quantityMilli, completed, deletedAt }) => [
    id,
    { name, quantity: quantityMilli, completed, isThere: deletedAt === null },
  ])
  const wanted = model.things.map((thing) => {
    const { id, name, quantity, completed } = thing
    return [id, { name, quantity, completed, isThere: model.isThere(thing) }]
  })
  // Also: every item ever added is still there, live or deleted.
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))

  const list = await db.select().from(lists).where(eq(lists.id, listId)).get()
  const past = await db.select().from(changes).where(eq(changes.listId, listId)).all()
  const effects = await db
    .select({ before: changeItems.before, after: changeItems.after })
    .from(changeItems)
    .innerJoin(changes, eq(changes.id, changeItems.changeId))
    .where(eq(changes.listId, listId))
    .all()
  const namesOf = (isLive: boolean) =>
    rows.filter(({ deletedAt }) => (deletedAt === null) === isLive).map(({ name }) => name)
  const ofEffects = effects.map(
    ({ before, after }) => EFFECT_BYTES + Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? ''),
  )
  // One change made the list.
  expect(past.length).toBe(model.acts.length + 1)
  expect(list).toMatchObject({
    revision: past.length - 1,
    storedBytes: bytesOf('Market', ...namesOf(true)),
    historyBytes:
      bytesOf(...namesOf(false)) +
      past.length * CHANGE_BYTES +
      ofEffects.reduce((sum, bytes) => sum + bytes, 0),
  })
  expect(past.map(({ listRevision }) => listRevision).sort((a, b) => a - b)).toEqual(past.map((_, at) => at))
}

test('any acts and undos of two people end as the model says, and nothing is lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const services = await testServices()
  const ada = await addUser(services)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const { id: listId } = await addList(services, ada, { name: 'Market' })
      const world = { services, people: [ada, { ...ada }], listId, model: new Model() }
      for (const one of steps) await act(world, one)
      await check(world)
      // Makes room: an account has 500 lists at most.
      await services.write((tx) => tx.delete(lists).run())
    }),
    { numRuns: RUNS },
  )
}, 300_000)

const ownStep = fc.record({
  kind: fc.constantFrom(
    ...(['quick-add', 'share', 'toggle', 'toggle', 'edit', 'delete', 'restore'] as const),
    ...(['untick-all', 'delete-all', 'clear', 'undo-last', 'undo-last', 'redo'] as const),
  ),
  which: fc.nat(10),
  name: fc.constantFrom('Milk', 'Bread', 'Jam'),
  // Items deleted again more than a day later get a new time.
  later: fc.constantFrom(0, 1, 1, DAY + 1),
})
type OwnStep = typeof ownStep extends fc.Arbitrary<infer T> ? T : never

type Row = typeof items.$inferSelect
const isLive = ({ deletedAt }: Row) => deletedAt === null

/** Returns the change, if there was something to do. */
async function actAlone(
  services: Services,
  ada: User,
  { listId, rows }: { listId: string; rows: Row[] },
  { kind, which, name }: OwnStep,
): Promise<string | null> {
  const among = (some: Row[]) => some[which % Math.max(1, some.length)]
  const item = among(rows.filter(isLive))
  const old = among(rows.filter((row) => !isLive(row)))
  const work = async () => {
    if (kind === 'quick-add')
      return quickAdd(services, ada, { listId, ...QuickAdd.parse({ lines: `2 ${name}` }) })
    if (kind === 'share')
      return addShared(services, ada, { id: newId(), listID: listId, lines: [name, 'Figs'] })
    if (kind === 'untick-all') return untickAll(services, ada, listId)
    if (kind === 'delete-all') return deleteAllItems(services, ada, listId)
    if (kind === 'clear') return clearDone(services, ada, listId)
    if (kind === 'restore') return old && restoreItem(services, ada, old.id)
    if (!item) return undefined
    if (kind === 'toggle') return setCompleted(services, ada, { id: item.id, completed: !item.completed })
    if (kind === 'edit') return editItem(services, ada, item.id, { name, quantity: 1000 * (1 + which) })
    return deleteItem(services, ada, item.id)
  }
  return (await work())?.change ?? null
}

test('everything that one person did can be undone, backwards to the beginning', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const services = await testServices()
  const ada = await addUser(services)
  await fc.assert(
    fc.asyncProperty(fc.array(ownStep, { minLength: 3, maxLength: 20, size: 'max' }), async (steps) => {
      const { id: listId } = await addList(services, ada, { name: 'Market' })
      await addShared(services, ada, { id: newId(), listID: listId, lines: ['Milk', 'Bread', 'Eggs'] })
      const stored = () =>
        services.db.select().from(items).where(eq(items.listId, listId)).orderBy(items.id).all()
      const shown = async () =>
        (await stored())
          .filter(isLive)
          .map(({ id, name, quantityMilli, completed }) => [id, name, quantityMilli, completed])
      const undo = async ({ change }: { change: string }, before?: unknown) => {
        vi.advanceTimersByTime(1)
        const undone = await undoChange(services, ada, change)
        expect(undone).toMatchObject({ restored: undone.of, kept: [], change: expect.any(String) })
        if (before) expect(await shown()).toEqual(before)
        return undone.change ?? ''
      }

      const done: { change: string; before: unknown }[] = []
      let undone: string | undefined
      for (const step of steps) {
        vi.advanceTimersByTime(step.later)
        const before = await shown()
        if (step.kind === 'undo-last') {
          const last = done.pop()
          undone = last && (await undo(last, last.before))
        } else if (step.kind === 'redo') {
          if (undone) done.push({ change: await undo({ change: undone }), before })
          undone = undefined
        } else {
          const change = await actAlone(services, ada, { listId, rows: await stored() }, step)
          if (!change) continue
          done.push({ change, before })
          undone = undefined
        }
      }
      for (const last of done.reverse()) await undo(last, last.before)
      // Makes room: an account has 500 lists at most.
      await services.write((tx) => tx.delete(lists).run())
    }),
    { numRuns: RUNS },
  )
}, 300_000)
