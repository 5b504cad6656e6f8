// Fills the database of sweeps.mjs and measures the sweeps. Each has something to do before the next is measured.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { readConfig } from '#app/config/config.server.ts'
import { tryConsume } from '#app/domain/accounts/attempts.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { saveFlash } from '#app/domain/flashes.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { seedMemories } from '#app/domain/memory/seedMemories.ts'
import { newStorageKey, sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { sweepDeleted, sweepSharing } from '#app/domain/sweeps/sweeps.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'

const DAY = 86_400_000
const LISTS = 40_000
const NOW = Date.now()
const OLD = NOW - 60 * DAY
/** The same for each checkout that measures with the same database. */
const FIRST = Date.UTC(2025, 0)

/** `i` as an id that sorts by time, like those of UUIDv7. */
const id = (kind, i, at = FIRST) =>
  `printf('%08x-%04x-7${kind}-8000-%012x', (${at} + ${i}) >> 16, (${at} + ${i}) & 65535, ${i})`
const hash = 'lower(hex(randomblob(32)))'
const numbers = (count) =>
  `WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
const insert = (table, count, values) =>
  `INSERT INTO ${table} (${Object.keys(values)}) ${numbers(count)} SELECT ${Object.values(values)} FROM n`

const user = id('a00', 'i % 400')
const users = (count) => ({
  id: id('a00', 'i'),
  name: "'Ada'",
  email: "'p' || i || '@example.org'",
  password_hash: "'unusable'",
  created_at: count,
})

function items(listId, more = {}) {
  const values = {
    id: id('c00', 'i'),
    list_id: listId,
    name: "'Sourdough bread ' || i % 997",
    quantity_milli: 1000,
  }
  return { ...values, price_cents: 250, position: 'i', created_at: OLD, updated_at: OLD, ...more }
}

const list = (kind, more = {}) => ({
  id: id(kind, 'i'),
  name: "'Saturday market'",
  created_by: user,
  created_at: OLD,
  changed_at: OLD,
  ...more,
})
const change = (kind, listId, createdAt) => ({
  id: id(kind, 'i'),
  list_id: listId,
  kind: "'tick'",
  list_revision: 'i',
  item_count: 1,
  created_at: createdAt,
})
const effect = (changeId, itemId = id('c00', 'i')) => ({
  change_id: changeId,
  item_id: itemId,
  before: `'{"completed":false,"completedAt":0}'`,
  after: `'{"completed":true,"completedAt":1767225600000}'`,
})

/** 100 lists are in use at the same time, so the rows of one are spread over the pages of 100. */
const spread = (each) => `i / ${100 * each} * 100 + i % 100`

function run(file, ...statements) {
  const db = new Sqlite(file)
  db.pragma('synchronous=OFF')
  db.pragma('foreign_keys=OFF')
  db.exec(`BEGIN; ${statements.join(';')}; COMMIT`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  // Otherwise the first commit of the sweep would wait for all this.
  const opened = openSync(file, 'r+')
  fsyncSync(opened)
  closeSync(opened)
}

export function fillLarge(file) {
  migrateDatabase(file)
  run(
    file,
    insert('users', 400, users(OLD)),
    insert('lists', LISTS, list('b00', { stored_bytes: 11_000, history_bytes: 3_000 })),
    insert('items', 50 * LISTS, items(id('b00', spread(50)))),
    insert('changes', 5 * LISTS, change('d00', id('b00', spread(5)), NOW)),
    insert('change_items', 5 * LISTS, effect(id('d00', 'i'))),
    // One list with much history.
    insert('lists', 1, list('b01', { history_bytes: 96 * 2000 * 200 })),
    insert('changes', 96, { ...change('d01', id('b01', 0), NOW), item_count: 2000 }),
    insert('change_items', 96 * 2000, effect(id('d01', 'i / 2000'), id('c01', 'i % 2000'))),
    'ANALYZE; DROP TABLE sqlite_stat1',
  )
}

const SWEEPS = {
  'nothing is due': [[], sweepDeleted],
  'of 1,000 lists, 5 changes and 5 items': [
    [
      `UPDATE changes SET created_at = ${OLD} WHERE list_id IN (SELECT id FROM lists WHERE rowid % 40 = 7)`,
      `UPDATE items SET deleted_at = ${OLD} WHERE rowid / 100 % 10 = 3 AND list_id IN (SELECT id FROM lists WHERE rowid % 40 = 7)`,
    ],
    sweepDeleted,
  ],
  'of one list, 20,000 changes': [
    [
      insert('changes', 20_000, change('d02', id('b00', 999), OLD)),
      insert('change_items', 20_000, effect(id('d02', 'i'))),
    ],
    sweepDeleted,
  ],
  'a list with 2,000 items and 96 changes of 2,000 items each': [
    [
      insert('lists', 1, list('b02', { deleted_at: OLD })),
      insert('items', 2000, items(id('b02', 0), { id: id('c02', 'i') })),
      insert('changes', 96, { ...change('d03', id('b02', 0), OLD), item_count: 2000 }),
      insert('change_items', 96 * 2000, effect(id('d03', 'i / 2000'), id('c02', 'i % 2000'))),
    ],
    sweepDeleted,
  ],
  '800 lists with 50 items': [[`UPDATE lists SET deleted_at = ${OLD} WHERE rowid % 50 = 9`], sweepDeleted],
  '300,000 operations': [
    [insert('operations', 300_000, { id: hash, list_id: id('b00', 'i % 40000'), created_at: `${OLD} + i` })],
    sweepDeleted,
  ],
  'an account over its limit, with a history of 38 MB': [[], trimAccounts],
  'an account over its limit, with 50,000 operations': [
    [
      insert('operations', 50_000, { id: hash, list_id: id('b01', 0), created_at: `${NOW} + i` }),
      'UPDATE lists SET operation_bytes = (SELECT count(*) * 300 FROM operations WHERE list_id = lists.id)',
    ],
    trimAccounts,
  ],
  '20,000 of 40,000 links, and 20,000 invitations': [
    [
      insert('list_links', 40_000, {
        id: id('e00', 'i'),
        list_id: id('b00', 'i'),
        token_hash: hash,
        role: "'editor'",
        label: "'Anna'",
        expires_at: `${OLD} + i % 2 * ${100 * DAY}`,
        created_at: OLD,
      }),
      insert('invites', 20_000, {
        hash,
        id: id('e01', 'i'),
        list_id: id('b00', 'i'),
        role: "'editor'",
        created_by: user,
        expires_at: OLD,
        created_at: OLD,
      }),
      'DELETE FROM list_links WHERE list_id NOT IN (SELECT id FROM lists)',
      'DELETE FROM invites WHERE list_id NOT IN (SELECT id FROM lists)',
    ],
    sweepSharing,
  ],
  'sign-in after 100,000 sessions expired': [
    [
      insert('sessions', 100_000, {
        id: hash,
        user_id: user,
        created_at: OLD,
        last_seen_at: OLD,
        expires_at: `${OLD} + i`,
      }),
    ],
    ({ write, first }) => write((tx) => startSession(tx, first)),
  ],
  'new token after 100,000 expired': [
    [insert('tokens', 100_000, { hash, purpose: "'reset'", user_id: user, expires_at: `${OLD} + i` })],
    ({ write, first }) => write((tx) => mintToken(tx, 'reset', first)),
  ],
  'counted attempt after 300,000 windows ended': [
    [insert('rate_limits', 300_000, { key: hash, window: `${OLD} + i`, count: 1 })],
    ({ write }) => write((tx) => tryConsume(tx, RATE_LIMITS.registerByAddress, '192.0.2.1')),
  ],
  'message after 100,000 expired': [
    [
      insert('flashes', 100_000, {
        id: hash,
        body: `'{"message":{"kind":"success","text":"Saved"}}'`,
        expires_at: `${OLD} + i`,
      }),
    ],
    (services) => saveFlash(services, {}),
  ],
  '20,000 files that are in use or new': [
    [],
    (services) => sweepFiles({ ...services, storage: { ...services.storage, list: manyFiles } }),
  ],
  'memories of 2,000,000 items, stopped after 10 s': [
    ['DELETE FROM settings', 'DELETE FROM memories'],
    async (services) => {
      const signal = new AbortController()
      const started = performance.now()
      const write = (work) => {
        if (performance.now() - started > 10_000) signal.abort()
        return services.write(work)
      }
      await seedMemories({ ...services, write }, { signal: signal.signal })
    },
  ],
}

async function trimAccounts(services) {
  services.config.STORAGE_PER_ACCOUNT = 10_000_000
  await sweepDeleted(services)
  services.config.STORAGE_PER_ACCOUNT = undefined
}

/** A page of S3's has 1,000 keys. */
async function* manyFiles() {
  for (let n = 0; n < 20_000; n += 1) yield { key: newStorageKey(), modifiedAt: OLD + 1 }
}

/** Each turn of the event loop runs one callback of this. */
function measureTurns() {
  let longest = 0
  let over50 = 0
  let last = performance.now()
  let isDone = false
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    if (now - last > 50) over50 += 1
    last = now
    if (!isDone) setImmediate(turn)
  }
  turn()
  return async () => {
    await nextTurn()
    isDone = true
    return { longest, over50 }
  }
}

export async function* measureSweeps(dataDir) {
  const file = join(dataDir, 'larder.db')
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = await createServices(config, createLog('silent'))
  services.storage = { ...services.storage, delete: async () => {} }
  const db = new Sqlite(file)
  services.first = db.prepare('SELECT id FROM users ORDER BY id').pluck().get()
  for (const [name, [statements, sweep]] of Object.entries(SWEEPS)) {
    run(file, ...statements)
    const stop = measureTurns()
    const started = performance.now()
    await sweep(services)
    const total = performance.now() - started
    yield { name, total, ...(await stop()) }
  }
  db.close()
  await services.close()
}
