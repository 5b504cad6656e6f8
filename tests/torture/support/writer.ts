import { setTimeout as wait } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'
import { cookbookAi } from '#app/ports/ai/cookbook.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'
import type { Dice } from './scale.ts'

/** Twenty an hour are allowed. */
const MOST_RECIPES = 15

/** One request that writes many rows: what it must leave is what the cookbook says. */
const RECIPES = await Promise.all(
  ['pancakes', 'lasagne', 'goulash'].map(async (recipe) => {
    const answer = await cookbookAi().ingredientsFor(recipe, {
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    if (!answer.found) throw new Error(`no ${recipe} in the cookbook`)
    return { recipe, names: answer.items.map(({ name }) => name.toLowerCase()) }
  }),
)

/** Ingredients get their ids from the server: they are known by name only. */
const BY_NAME = 'by name: '

/** What a list must look like: its items with their ticks, and how many changes it has seen. */
export interface ListState {
  revision: number
  items: Map<string, { name: string; completed: boolean }>
}

type Change = (state: ListState) => void

/**
 * One person who changes his own list, one thing after the other, and keeps a journal: what was
 * acknowledged, and the one change whose answer is still awaited. After a crash the database must
 * show the one or the other, never anything between.
 */
export class Writer {
  readonly person: Person
  private readonly dice: Dice
  private acknowledged: ListState = { revision: 0, items: new Map() }
  private awaited: Change | undefined
  /** Every change from the empty list on: as many as its revision says. */
  private readonly changes: Change[] = []
  acknowledgements = 0
  /** Of those, how many wrote or deleted many rows at once. */
  manyAtOnce = 0
  private recipes = 0

  constructor(person: Person, dice: Dice) {
    this.person = person
    this.dice = dice
  }

  /** Until the server is gone or `enough`. Any answer but a good one is a failure of the test. */
  async writeUntilItEnds(client: Client, heard: () => void, enough = () => false): Promise<void> {
    while (!enough()) {
      const { path, fields, change, many } = this.next()
      this.awaited = change
      let status: number
      try {
        status = (await client.post(path, this.person, fields)).status
      } catch {
        return
      }
      if (status === 429) {
        // Faster than anybody may be: nothing was done, and a while later it may be asked again.
        this.awaited = undefined
        await wait(1000)
        continue
      }
      if (status !== 200 && status !== 201) throw new Error(`${path} was answered with ${status}`)
      change(this.acknowledged)
      this.changes.push(change)
      this.awaited = undefined
      this.acknowledgements += 1
      if (many) this.manyAtOnce += 1
      heard()
    }
  }

  private next(): { path: string; fields: Record<string, string>; change: Change; many?: boolean } {
    const { listId } = this.person
    const { items } = this.acknowledged
    const ids = [...items.keys()].filter((key) => !key.startsWith(BY_NAME))
    if (this.recipes < MOST_RECIPES && this.dice.chance(0.03)) return this.nextRecipe()
    if (items.size > 0 && this.dice.chance(0.01)) {
      return {
        path: `/delete-items/${listId}.data`,
        fields: {},
        change: counted((state) => state.items.clear()),
        many: true,
      }
    }
    if (ids.length === 0 || (ids.length < 200 && this.dice.chance(0.5))) {
      const id = newId()
      const name = `item ${this.acknowledged.revision}`
      return {
        path: `/single-list.data?listID=${listId}`,
        fields: { id, name },
        change: counted((state) => state.items.set(id, { name, completed: false })),
      }
    }
    const id = this.dice.pick(ids)
    const name = items.get(id)?.name ?? ''
    if (this.dice.chance(0.2)) {
      return {
        path: `/delete-single-item/${listId}.data?itemID=${id}`,
        fields: {},
        change: counted((state) => state.items.delete(id)),
      }
    }
    const completed = !items.get(id)?.completed
    return {
      path: '/completed.data',
      fields: { id, listID: listId, ...(completed && { completed: 'on' }) },
      change: counted((state) => state.items.set(id, { name, completed })),
    }
  }

  private nextRecipe() {
    this.recipes += 1
    const { recipe, names } = this.dice.pick(RECIPES)
    return {
      path: `/api/v1/generateItemsFromAi?listID=${this.person.listId}`,
      fields: { recipe },
      // What is open already is raised: the same rows as before.
      change: counted((state) => {
        for (const name of names) state.items.set(BY_NAME + name, { name, completed: false })
      }),
      many: true,
    }
  }

  /** Says what is wrong, if anything is; otherwise the journal goes on from what is there. */
  compareWith(database: Sqlite.Database): string | undefined {
    const there = readList(database, this.person.listId)
    const possible = [this.acknowledged]
    if (this.awaited) {
      const further = { revision: this.acknowledged.revision, items: new Map(this.acknowledged.items) }
      this.awaited(further)
      possible.push(further)
    }
    const match = possible.find((state) => isSame(state, there))
    if (!match) {
      return `list ${this.person.listId} has revision ${there.revision} and ${there.items.size} items, acknowledged were ${this.acknowledged.revision} and ${this.acknowledged.items.size}`
    }
    if (this.awaited && match !== this.acknowledged) this.changes.push(this.awaited)
    this.acknowledged = match
    this.awaited = undefined
    return undefined
  }

  get revision(): number {
    return this.acknowledged.revision
  }

  /** Says what is wrong with a copy of some moment; `least` was acknowledged before it was begun. */
  compareMoment(database: Sqlite.Database, least: number): string | undefined {
    const there = readList(database, this.person.listId)
    const then: ListState = { revision: 0, items: new Map() }
    const changes = this.awaited ? [...this.changes, this.awaited] : this.changes
    for (const change of changes.slice(0, there.revision)) change(then)
    if (there.revision >= least && isSame(then, there)) return undefined
    return `list ${this.person.listId} is not what it was at any moment after revision ${least}`
  }
}

function counted(change: Change): Change {
  return (state) => {
    change(state)
    state.revision += 1
  }
}

function readList(database: Sqlite.Database, listId: string): ListState {
  const revision = database.prepare('SELECT revision FROM lists WHERE id = ?').pluck().get(listId)
  const rows = database.prepare('SELECT id, name, completed FROM items WHERE list_id = ?').all(listId) as {
    id: string
    name: string
    completed: number
  }[]
  const items = rows.map(({ id, name, completed }) => [id, { name, completed: completed === 1 }] as const)
  return { revision: Number(revision), items: new Map(items) }
}

function isSame(wanted: ListState, there: ListState): boolean {
  if (wanted.revision !== there.revision || wanted.items.size !== there.items.size) return false
  const others = [...there.items].filter(([id]) => !wanted.items.has(id)).map(([, item]) => item)
  const open = new Set(others.filter(({ completed }) => !completed).map(({ name }) => name.toLowerCase()))
  return [...wanted.items].every(([id, { name, completed }]) => {
    if (id.startsWith(BY_NAME)) return open.delete(name)
    const other = there.items.get(id)
    return other?.name === name && other.completed === completed
  })
}
