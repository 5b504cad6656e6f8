import { setTimeout as wait } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'
import { withUnit } from '#app/domain/recipes/ingredients.ts'
import { cookbookAi } from '#app/ports/ai/cookbook.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** The limit is 20 an hour. */
const MAX_RECIPES = 15

/** Each recipe is one request that writes many rows; the cookbook has the expected items. */
const RECIPES = await Promise.all(
  ['pancakes', 'lasagne', 'goulash'].map(async (recipe) => {
    const result = await cookbookAi().ingredientsFor(recipe, {
      currency: 'USD',
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    if (result.items.length === 0) throw new Error(`no ${recipe} in the cookbook`)
    return { recipe, names: result.items.map((item) => withUnit(item).name.toLowerCase()) }
  }),
)

/** Ingredients get ids from the server, so they are compared by name. */
const BY_NAME = 'by name: '

/** The expected items and the number of changes of a list. */
export interface ListState {
  revision: number
  items: Map<string, { name: string; completed: boolean }>
}

type Change = (state: ListState) => void

/**
 * A user who changes their list one request at a time and records the acknowledged state and the pending change.
 * After a crash, the database must have the state with or without the pending change, nothing in between.
 */
export class Writer {
  readonly person: Person
  private readonly random: Random
  private acknowledged: ListState = { revision: 0, items: new Map() }
  private pending: Change | undefined
  /** All changes since the empty list; their number equals the revision. */
  private readonly changes: Change[] = []
  acknowledgements = 0
  /** How many of those wrote or deleted many rows. */
  bulkWrites = 0
  private recipes = 0

  constructor(person: Person, random: Random) {
    this.person = person
    this.random = random
  }

  /** Writes until the server is gone or `isDone`. Throws on unexpected responses. */
  async writeUntilItEnds(client: Client, onAcknowledged: () => void, isDone = () => false): Promise<void> {
    while (!isDone()) {
      const { path, fields, change, isBulk } = this.next()
      this.pending = change
      let status: number
      try {
        status = (await client.post(path, this.person, fields)).status
      } catch {
        return
      }
      if (status === 429) {
        // Rate limited: nothing was written, try again later.
        this.pending = undefined
        await wait(1000)
        continue
      }
      if (status !== 200 && status !== 201) throw new Error(`${path} got ${status}`)
      change(this.acknowledged)
      this.changes.push(change)
      this.pending = undefined
      this.acknowledgements += 1
      if (isBulk) this.bulkWrites += 1
      onAcknowledged()
    }
  }

  private next(): { path: string; fields: Record<string, string>; change: Change; isBulk?: boolean } {
    const { listId } = this.person
    const { items } = this.acknowledged
    const ids = [...items.keys()].filter((key) => !key.startsWith(BY_NAME))
    if (this.recipes < MAX_RECIPES && this.random.chance(0.03)) return this.nextRecipe()
    if (items.size > 0 && this.random.chance(0.01)) {
      return {
        path: `/delete-items/${listId}.data`,
        fields: {},
        change: withRevision((state) => state.items.clear()),
        isBulk: true,
      }
    }
    if (ids.length === 0 || (ids.length < 200 && this.random.chance(0.5))) {
      const id = newId()
      const name = `item ${this.acknowledged.revision}`
      return {
        path: `/single-list.data?listID=${listId}`,
        fields: { id, name },
        change: withRevision((state) => state.items.set(id, { name, completed: false })),
      }
    }
    const id = this.random.pick(ids)
    const name = items.get(id)?.name ?? ''
    if (this.random.chance(0.2)) {
      return {
        path: `/delete-single-item/${listId}.data?itemID=${id}`,
        fields: {},
        change: withRevision((state) => state.items.delete(id)),
      }
    }
    const completed = !items.get(id)?.completed
    return {
      path: '/completed.data',
      fields: { id, listID: listId, ...(completed && { completed: 'on' }) },
      change: withRevision((state) => state.items.set(id, { name, completed })),
    }
  }

  private nextRecipe() {
    this.recipes += 1
    const { recipe, names } = this.random.pick(RECIPES)
    return {
      path: `/api/v1/generateItemsFromAi?listID=${this.person.listId}`,
      fields: { recipe },
      // Open items with the same name get a higher quantity instead of a new row.
      change: withRevision((state) => {
        for (const name of names) state.items.set(BY_NAME + name, { name, completed: false })
      }),
      isBulk: true,
    }
  }

  /** Returns the difference, if any; otherwise continues from the state in the database. */
  compareWith(database: Sqlite.Database): string | undefined {
    const actual = readList(database, this.person.listId)
    const possibleStates = [this.acknowledged]
    if (this.pending) {
      const withPending = { revision: this.acknowledged.revision, items: new Map(this.acknowledged.items) }
      this.pending(withPending)
      possibleStates.push(withPending)
    }
    const match = possibleStates.find((state) => isSame(state, actual))
    if (!match) {
      return `list ${this.person.listId} has revision ${actual.revision} and ${actual.items.size} items; acknowledged: ${this.acknowledged.revision} and ${this.acknowledged.items.size}`
    }
    if (this.pending && match !== this.acknowledged) this.changes.push(this.pending)
    this.acknowledged = match
    this.pending = undefined
    return undefined
  }

  get revision(): number {
    return this.acknowledged.revision
  }

  /** Checks that a copy has an earlier state, at least `minRevision`; returns the difference, if any. */
  compareSnapshot(database: Sqlite.Database, minRevision: number): string | undefined {
    const actual = readList(database, this.person.listId)
    const expected: ListState = { revision: 0, items: new Map() }
    const changes = this.pending ? [...this.changes, this.pending] : this.changes
    for (const change of changes.slice(0, actual.revision)) change(expected)
    if (actual.revision >= minRevision && isSame(expected, actual)) return undefined
    return `list ${this.person.listId} never had this state after revision ${minRevision}`
  }
}

function withRevision(change: Change): Change {
  return (state) => {
    change(state)
    state.revision += 1
  }
}

function readList(database: Sqlite.Database, listId: string): ListState {
  const revision = database.prepare('SELECT revision FROM lists WHERE id = ?').pluck().get(listId)
  const rows = database
    .prepare('SELECT id, name, completed FROM items WHERE list_id = ? AND deleted_at IS NULL')
    .all(listId) as {
    id: string
    name: string
    completed: number
  }[]
  const items = rows.map(({ id, name, completed }) => [id, { name, completed: completed === 1 }] as const)
  return { revision: Number(revision), items: new Map(items) }
}

function isSame(expected: ListState, actual: ListState): boolean {
  if (expected.revision !== actual.revision || expected.items.size !== actual.items.size) return false
  const others = [...actual.items].filter(([id]) => !expected.items.has(id)).map(([, item]) => item)
  const open = new Set(others.filter(({ completed }) => !completed).map(({ name }) => name.toLowerCase()))
  return [...expected.items].every(([id, { name, completed }]) => {
    if (id.startsWith(BY_NAME)) return open.delete(name)
    const other = actual.items.get(id)
    return other?.name === name && other.completed === completed
  })
}
