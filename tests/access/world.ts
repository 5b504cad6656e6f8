import { createHash, randomBytes } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'
import { guestKey } from '#app/domain/sharing/tokens.ts'
import { addPerson, type Larder } from '../support/larder.ts'
import { addReceipt } from '../support/rows.ts'

// A shared list with everyone who may ask for it, in the database of a running server.

export const ACTORS = [
  'owner',
  'editor',
  'viewer',
  'linkEditor',
  'linkViewer',
  'removed',
  'revokedLink',
  'expiredLink',
  'stranger',
  'nobody',
] as const
export type ActorName = (typeof ACTORS)[number]

/** In every text of the list. Long enough not to be in a random id. */
export const WORD = 'zqxwv'

export interface Actor {
  name: ActorName
  /** With an account. */
  id?: string
  cookie?: string
  apiToken?: string
  /** With a link, which may be made up. */
  link: string
  /** Of the browser they open links with. */
  secret: string
  /** A list of their own; one that doesn't exist for people without an account. */
  elsewhere: string
}

export interface World {
  actors: Record<ActorName, Actor>
  list: string
  /** An item of each actor, edited by them: its id and the change's. */
  own: Record<ActorName, { item: string; change: string }>
  /** Of somebody with the same link as linkEditor. */
  byOtherBrowser: string
  /** A change that added what is probably at home. */
  question: string
  guestKeys: string[]
  done: string
  deleted: string
  deletedList: string
  receipt: string
  trip: string
  deletedTrip: string
  links: string[]
  invite: string
  inviteToken: string
}

/** Preparing takes longer than running. Test files that run in the same process have a database each. */
const statements = new WeakMap<Larder['database'], Map<string, Sqlite.Statement>>()

function prepared(database: Larder['database'], source: string): Sqlite.Statement {
  const ofDatabase = statements.get(database) ?? new Map<string, Sqlite.Statement>()
  statements.set(database, ofDatabase)
  const statement = ofDatabase.get(source) ?? database.prepare(source)
  ofDatabase.set(source, statement)
  return statement
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const secret = () => randomBytes(24).toString('base64url')
const DAY = 86_400_000

/** Deletes everything and starts again. */
export async function createWorld(larder: Larder): Promise<World> {
  const { database } = larder
  for (const table of ['users', 'outbox', 'flashes', 'rate_limits', 'settings']) {
    prepared(database, `DELETE FROM ${table}`).run()
  }
  return database.transaction(() => insertWorld(larder))()
}

/** As if nobody had sent anything yet: the same person tries a route in several ways. */
export function forgetRequests({ database }: Larder): void {
  for (const table of UNCOUNTED) prepared(database, `DELETE FROM ${table}`).run()
}

function insertWorld(larder: Larder): World {
  const { database } = larder
  const now = Date.now()
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    const marks = names.map(() => '?').join(', ')
    prepared(database, `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(Object.values(row))
  }
  const actors = Object.fromEntries(
    ACTORS.map((name) => [name, actorOf(larder, name)] as const),
  ) as World['actors']
  const owner = actors.owner.id ?? ''
  const insertList = (name: string, deleted_at: number | null) => {
    const id = newId()
    insert('lists', {
      id,
      name,
      created_by: owner,
      created_at: now,
      changed_at: now,
      revision: 20,
      deleted_at,
    })
    return id
  }
  const list = insertList(`${WORD} market`, null)
  const deletedList = insertList(`${WORD} deleted`, now)
  for (const role of ['editor', 'viewer'] as const) {
    insert('list_members', {
      list_id: list,
      user_id: actors[role].id ?? '',
      role,
      added_by: owner,
      created_at: now,
    })
    insert('companions', { user_id: owner, other_id: actors[role].id ?? '', role })
  }
  const links = Object.entries(LINKS).map(([name, row]) => {
    const link = {
      id: newId(),
      list_id: list,
      token_hash: hash(actors[name as ActorName].link),
      label: `${WORD} ${name} label`,
      created_at: now,
    }
    insert('list_links', { ...link, ...row(now) })
    return { name, id: link.id }
  })
  const insertItem = (name: string, more: Record<string, string | number | null> = {}) => {
    const id = newId()
    insert('items', {
      ...{
        id,
        list_id: list,
        name: `${WORD} ${name}`,
        quantity_milli: 1000,
        price_cents: 100,
        position: now,
      },
      created_at: now,
      updated_at: now,
      added_by: owner,
      ...more,
    })
    return id
  }
  let revision = 1
  const insertEdit = (item: string, name: string, by: Record<string, string | null>) => {
    const id = newId()
    insert('changes', {
      id,
      list_id: list,
      kind: 'edit',
      ...by,
      list_revision: revision++,
      item_count: 1,
      first_item_id: item,
      created_at: now,
    })
    insert('change_items', {
      change_id: id,
      item_id: item,
      before: JSON.stringify({ name: `${WORD} old ${name}` }),
      after: JSON.stringify({ name: `${WORD} item of ${name}` }),
    })
    return id
  }
  const insertQuestion = (item: string) => {
    const id = newId()
    const row = { list_id: list, kind: 'ai', actor_id: owner, list_revision: revision++ }
    insert('changes', { id, ...row, item_count: 1, first_item_id: item, created_at: now })
    const added = { name: `${WORD} at home`, quantityMilli: 1000, unit: '', note: '', isAtHome: true }
    insert('change_items', { change_id: id, item_id: item, after: JSON.stringify(added) })
    return id
  }
  const own = Object.fromEntries(
    ACTORS.map((name) => {
      const linkId = links.find((link) => link.name === name)?.id ?? null
      const actorId = actors[name].id ?? null
      const item = insertItem(`item of ${name}`, { added_by: actorId })
      const guest_key = linkId && guestKey(actors[name].secret, linkId)
      const change = insertEdit(item, name, { actor_id: actorId, link_id: linkId, guest_key })
      return [name, { item, change }] as const
    }),
  ) as World['own']
  const linkId = links.find(({ name }) => name === 'linkEditor')?.id ?? ''
  const guest_key = guestKey(secret(), linkId)
  const byOtherBrowser = insertEdit(own.linkEditor.item, 'linkEditor', { link_id: linkId, guest_key })
  const question = insertQuestion(insertItem('at home'))
  const guestKeys = prepared(database, 'SELECT guest_key FROM changes WHERE guest_key IS NOT NULL')
    .pluck()
    .all() as string[]
  const done = insertItem('done', { completed: 1, completed_by: actors.editor.id ?? '', guest_name: 'Anna' })
  const deleted = insertItem('deleted', { deleted_at: now })
  addReceipt(larder, list, Buffer.from(`${WORD} receipt`))
  const receipt = String(database.prepare('SELECT id FROM receipts WHERE list_id = ?').pluck().get(list))
  const insertTrip = (deleted_at: number | null) => {
    const id = newId()
    insert('trips', {
      id,
      list_id: list,
      list_name: `${WORD} market`,
      owner_id: owner,
      finished_by: actors.editor.id ?? '',
      store: `${WORD} store`,
      paid_minor: 250,
      estimate_minor: 200,
      currency: 'USD',
      bought_on: '2026-01-05',
      item_count: 1,
      stored_bytes: 500,
      created_at: now,
      updated_at: now,
      deleted_at,
    })
    return id
  }
  const trip = insertTrip(null)
  const deletedTrip = insertTrip(now)
  insert('trip_items', {
    trip_id: trip,
    position: 0,
    name: `${WORD} bought`,
    name_key: `${WORD} bought`,
    unit: '',
    quantity_milli: 1000,
    price_minor: 200,
    price_for: 'one',
    amount_minor: 200,
  })
  insert('goods', {
    list_id: list,
    name_key: `${WORD} usual`,
    unit: '',
    name: `${WORD} usual`,
    quantity_milli: 1000,
    times: 3,
    last_on: '2026-01-05',
    gap_days: 7,
  })
  insert('aisles', { list_id: list, category: 'dairy', position: 0.25, trips: 3, pinned: 0 })
  insert('categories', { list_id: list, name_key: `${WORD} sorted`, category: 'frozen' })
  const inviteToken = secret()
  const invite = newId()
  insert('invites', {
    id: invite,
    hash: hash(inviteToken),
    list_id: list,
    role: 'editor',
    created_by: owner,
    created_at: now,
    expires_at: now + DAY,
  })
  const linkIds = links.map(({ id }) => id)
  return {
    actors,
    list,
    own,
    byOtherBrowser,
    question,
    guestKeys,
    done,
    deleted,
    deletedList,
    receipt,
    trip,
    deletedTrip,
    links: linkIds,
    invite,
    inviteToken,
  }
}

const LINKS = {
  linkEditor: () => ({ role: 'editor' }),
  linkViewer: () => ({ role: 'viewer' }),
  revokedLink: (now: number) => ({ role: 'editor', revoked_at: now - 1 }),
  expiredLink: (now: number) => ({ role: 'editor', expires_at: now - 1 }),
}

const ACCOUNTS: readonly string[] = ['owner', 'editor', 'viewer', 'removed', 'stranger']

function actorOf(larder: Larder, name: ActorName): Actor {
  const link = secret()
  const elsewhere = newId()
  if (!ACCOUNTS.includes(name)) return { name, link, secret: secret(), elsewhere }
  const { id, cookie } = addPerson(larder, `${WORD} ${name}`)
  const apiToken = `larder_${randomBytes(32).toString('base64url')}`
  larder.database
    .prepare('INSERT INTO api_tokens (id, user_id, name, hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(newId(), id, 'script', hash(apiToken), Date.now())
  larder.database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(elsewhere, 'Elsewhere', id, Date.now())
  return { name, id, cookie, apiToken, link, secret: secret(), elsewhere }
}

/** The same requests for what doesn't exist, by the same people. */
export function ghostOf(world: World): World {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return value.length === 36 ? newId() : secret()
    if (Array.isArray(value)) return value.map(replace)
    return Object.fromEntries(Object.entries(value ?? {}).map(([key, inner]) => [key, replace(inner)]))
  }
  const { actors, ...rest } = world
  const strangers = Object.entries(actors).map(([name, actor]) => [name, { ...actor, link: secret() }])
  return { ...(replace(rest) as Omit<World, 'actors'>), actors: Object.fromEntries(strangers) }
}

const UNCOUNTED = ['list_seen', 'rate_limits', 'flashes']
const TIMES: Record<string, string[]> = { sessions: ['last_seen_at'], api_tokens: ['last_used_at'] }

/** A hash over the whole database, except for what every request may count or carry to the next page. */
export function fingerprint({ database }: Larder): string {
  const sum = createHash('sha256')
  for (const table of tablesOf(database)) {
    if (UNCOUNTED.includes(table)) continue
    const rows = prepared(database, `SELECT * FROM "${table}"`).all() as Record<string, unknown>[]
    for (const row of rows) {
      for (const name of TIMES[table] ?? []) delete row[name]
      sum.update(`${table} ${JSON.stringify(row)}\n`)
    }
  }
  return sum.digest('hex')
}

const tablesOf = (database: Larder['database']) =>
  prepared(
    database,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
  )
    .pluck()
    .all() as string[]

/** Changes with every commit of the server, and never with one of ours. */
export const commitsOf = ({ database }: Larder) => database.pragma('data_version', { simple: true })

/** A hash over everything that belongs to the list. */
export function listFingerprint({ database }: Larder, { list, deletedList }: World): string {
  const sum = createHash('sha256')
  const of = (query: string) => sum.update(JSON.stringify(prepared(database, query).all(list, deletedList)))
  of('SELECT * FROM lists WHERE id IN (?, ?)')
  for (const table of [
    'items',
    'receipts',
    'changes',
    'list_members',
    'list_links',
    'invites',
    'trips',
    'goods',
    'aisles',
    'categories',
  ]) {
    of(`SELECT * FROM ${table} WHERE list_id IN (?, ?)`)
  }
  return sum.digest('hex')
}
