// Rows for databases of every age: for each table in the columns that it had from the start. SQLite and PostgreSQL both
// understand them.

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const KEY = `${'0'.repeat(32)}.webp`
const CHANGE = '01890000-0000-7000-8000-000000000001'
const LATER = '9000000000000000'

/** Tables come after those they refer to. */
const ROWS: Record<string, string> = {
  users: `(id, name, email, password_hash, email_verified_at, created_at)
    VALUES ('u', 'Ada', 'ada@example.org', 'x', 2, 1), ('v', 'Zoë 🥕', 'zoe@example.org', 'y', NULL, 1)`,
  sessions: `(id, user_id, created_at, last_seen_at, expires_at) VALUES ('s', 'u', 1, 2, ${LATER})`,
  tokens: `(hash, purpose, user_id, expires_at) VALUES ('t', 'reset', 'u', ${LATER})`,
  lists: `(id, name, created_by, created_at, revision)
    VALUES ('l', 'Saturday', 'u', 2, 3), ('m', 'Zoës', 'v', 2, 0)`,
  items: `(id, list_id, name, quantity_milli, price_cents, completed, completed_at, position, created_at, updated_at)
    VALUES ('i', 'l', 'Milk', 1500, 239, 1, 5, 1, 3, 4), ('j', 'l', 'Eggs', 1000, 0, 0, 0, 2, 3, 4)`,
  trips: `(id, list_id, list_name, owner_id, finished_by, estimate_minor, currency, bought_on, created_at, updated_at)
    VALUES ('p', 'l', 'Saturday', 'u', 'u', 239, 'USD', '2026-11-28', 5, 5)`,
  trip_items: `(trip_id, position, name, name_key, unit, quantity_milli, price_minor, price_for, amount_minor)
    VALUES ('p', 0, 'Milk', 'milk', '', 1000, 239, 'one', 239)`,
  receipts: `(id, list_id, storage_key, content_type, bytes, width, height, created_at)
    VALUES ('r', 'l', '${KEY}', 'image/webp', 1, 1, 1, 5)`,
  rate_limits: `(key, "window", count) VALUES ('k', 5, 3)`,
  flashes: `(id, body, expires_at) VALUES ('f', '{}', ${LATER})`,
  outbox: `(id, kind, email, next_attempt_at, created_at) VALUES ('o', 'verify', 'ada@example.org', 1, 1)`,
  api_tokens: `(id, user_id, name, hash, created_at) VALUES ('a', 'u', 'Phone', '${A}', 1)`,
  settings: `(key, value) VALUES ('registration', 'closed')`,
  outcomes: `(id, user_id, request, result, created_at) VALUES ('${A}', 'u', '${B}', '{"change":"${CHANGE}"}', ${Date.now()})`,
  changes: `(id, list_id, actor_id, kind, list_revision, created_at) VALUES ('c', 'l', 'u', 'tick', 3, 5)`,
  change_items: `(change_id, item_id, before, after) VALUES ('c', 'i', '{"completed":false}', '{"completed":true}')`,
  tombstones: `(id, purged_at) VALUES ('gone', 1)`,
  companions: `(user_id, other_id, role) VALUES ('u', 'v', 'editor')`,
  invites: `(hash, id, list_id, role, created_by, expires_at, created_at)
    VALUES ('${A}', 'n', 'l', 'editor', 'u', 9, 1)`,
  list_links: `(id, list_id, token_hash, role, label, created_at) VALUES ('k', 'l', '${B}', 'viewer', 'Fridge', 1)`,
  list_members: `(list_id, user_id, role, added_by, created_at) VALUES ('l', 'v', 'editor', 'u', 1)`,
  paused_sharing: `(user_id, snapshot, created_at) VALUES ('u', '{}', 1)`,
  goods: `(list_id, name_key, unit, name, quantity_milli, times, last_on, gap_days)
    VALUES ('l', 'milk', '', 'Milk', 1500, 3, '2026-11-28', 7.5)`,
  aisles: `(list_id, category, position, trips, pinned) VALUES ('l', 'dairy', 0.25, 3, 0)`,
  categories: `(list_id, name_key, category) VALUES ('l', 'paprika', 'produce')`,
  list_views: `(list_id, user_id, view) VALUES ('l', 'v', 'aisle')`,
  list_seen: `(list_id, reader_id, user_id, revision, at) VALUES ('l', 'v', 'v', 2, 1)`,
  memories: `(user_id, name_key, unit, name, uses, last_used_at) VALUES ('u', 'milk', '', 'Milk', 3, 5)`,
  operations: `(id, list_id, change_id, created_at) VALUES ('${B}', 'l', 'c', 5)`,
}

/** For those of these tables, in which every table has some. */
export function insertOldRows(tables: string[]): string {
  const unknown = tables.filter((table) => !ROWS[table] && !table.includes('migrations'))
  if (unknown.length > 0) throw new Error(`tests/support/oldRows.ts has no rows for ${unknown.join(', ')}`)
  return Object.entries(ROWS)
    .filter(([table]) => tables.includes(table))
    .map(([table, row]) => `INSERT INTO ${table} ${row};`)
    .join('\n')
}

type Rows = Record<string, Record<string, unknown>[]>

/** After all updates: the same rows in the same tables. Two tables were merged into another, and a column has gone. */
export function updatedRows({ outcomes = [], tombstones: _, operations = [], ...rows }: Rows): Rows {
  const users = rows.users?.map(({ claimed_hash: _, ...user }) => user) ?? []
  const same = { ...rows, users }
  const answers = outcomes.map(({ result: answer, ...row }) => ({ ...row, answer, change_id: CHANGE }))
  const merged = [...answers, ...operations]
  return { ...same, ...(merged.length > 0 && { operations: merged }) }
}
