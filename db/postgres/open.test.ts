import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { flashes } from '#db/schema.ts'
import { query, testDatabase } from '#tests/support/postgres.ts'
import { postgresProxy } from '#tests/support/postgresProxy.ts'
import { openDatabase } from './open.ts'

async function open(url: string) {
  const database = await openDatabase(url)
  onTestFinished(() => database.close())
  return database
}

const insert = (tx: Db, id: string) => tx.insert(flashes).values({ id, body: '', expiresAt: 0 }).run()
const setting = async (db: Db, name: string) => {
  const row = await db.get<{ value: string }>(sql`SELECT current_setting(${name}) AS value`)
  return row.value
}

test('the connections have the right settings', async () => {
  const { db, write } = await open(await testDatabase())
  for (const read of [
    (name: string) => setting(db, name),
    (name: string) => write((tx) => setting(tx, name)),
  ]) {
    expect(await read('statement_timeout')).toBe('8s')
    expect(await read('idle_in_transaction_session_timeout')).toBe('5s')
    expect(await read('application_name')).toBe('larder')
    expect(await read('client_encoding')).toBe('UTF8')
    expect(await read('tcp_keepalives_idle')).toBe('60')
    expect(await read('tcp_keepalives_interval')).toBe('10')
  }
  expect(await setting(db, 'default_transaction_read_only')).toBe('on')
  expect(await write((tx) => setting(tx, 'transaction_isolation'))).toBe('serializable')
  expect(await write((tx) => setting(tx, 'enable_seqscan'))).toBe('off')
})

test('settings in the URL stay', async () => {
  const url = new URL(await testDatabase())
  url.searchParams.set('options', '-c work_mem=7MB')
  const { db, write } = await open(url.href)
  expect(await setting(db, 'work_mem')).toBe('7MB')
  expect(await setting(db, 'default_transaction_read_only')).toBe('on')
  expect(await write((tx) => setting(tx, 'work_mem'))).toBe('7MB')
})

test('reads cannot write', async () => {
  const { db } = await open(await testDatabase())
  await expect(insert(db, 'a')).rejects.toMatchObject({ code: '25006' })
})

test('a write is visible to reads as soon as it resolves', async () => {
  const { db, write } = await open(await testDatabase())
  await write((tx) => insert(tx, 'a'))
  expect(await db.select().from(flashes).all()).toHaveLength(1)
})

test('closing waits for all units of work, also for those without a connection yet', async () => {
  const url = await testDatabase()
  const { write, close } = await openDatabase(url)
  const written = Promise.all(Array.from({ length: 30 }, (_, n) => write((tx) => insert(tx, String(n)))))
  await close()
  expect(await written).toHaveLength(30)
  expect(await query(url, 'SELECT count(*)::int AS n FROM flashes')).toEqual([{ n: 30 }])
})

test('lost connections that nobody uses are replaced', async () => {
  const url = await testDatabase()
  const proxy = await postgresProxy(url)
  const { db, write } = await open(proxy.url)
  const readAndWrite = async (id: string) => {
    await write((tx) => insert(tx, id))
    return (await db.select().from(flashes).all()).length
  }
  expect(await readAndWrite('a')).toBe(1)
  proxy.cut()
  await expect.poll(() => readAndWrite('b').catch(() => undefined)).toBe(2)
})

test('a failed read closes only broken connections', async () => {
  const { db } = await open(await testDatabase())
  const pid = async () => (await db.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)).pid
  const first = await pid()
  await expect(db.get(sql`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  expect(await pid()).toBe(first)
  await expect(db.get(sql`SELECT pg_terminate_backend(pg_backend_pid())`)).rejects.toMatchObject({
    code: '08006',
  })
  expect(await pid()).not.toBe(first)
})

test('a statement that takes too long is stopped', async () => {
  const url = new URL(await testDatabase())
  url.searchParams.set('statement_timeout', '50')
  const { db } = await open(url.href)
  await expect(db.get(sql`SELECT pg_sleep(60)`)).rejects.toMatchObject({ code: '57014' })
})

test('without a server, reads and writes fail as lost connections', async () => {
  const proxy = await postgresProxy(await testDatabase())
  const { db, write } = await open(proxy.url)
  proxy.state.isRefusing = true
  await expect(db.select().from(flashes).all()).rejects.toMatchObject({ code: '08006' })
  await expect(write((tx) => insert(tx, 'a'))).rejects.toMatchObject({ code: '08006' })
})

test("a server that doesn't answer counts as a lost connection", async () => {
  const url = new URL(await testDatabase())
  url.searchParams.set('query_timeout', '50')
  const proxy = await postgresProxy(url.href)
  const { db } = await open(proxy.url)
  const read = () => db.select().from(flashes).all()
  // On a busy machine, the first reads may take longer than that.
  await expect.poll(() => read().catch(() => undefined)).toEqual([])
  proxy.state.isSilent = true
  await expect(read()).rejects.toMatchObject({ code: '08006' })
  proxy.state.isSilent = false
  await expect.poll(() => read().catch(() => undefined)).toEqual([])
})

test('after a connection has failed, none that was open then is used again', async () => {
  const { db } = await open(await testDatabase())
  const pids = () =>
    Promise.all(
      Array.from({ length: 5 }, async () => {
        const row = await db.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.1)`)
        return row.pid
      }),
    )
  const before = await pids()
  expect(new Set(before).size).toBe(5)
  await expect(db.get(sql`SELECT pg_terminate_backend(pg_backend_pid())`)).rejects.toMatchObject({
    code: '08006',
  })
  const after = await pids()
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('once the server accepts writes again, they succeed', async () => {
  const url = await testDatabase()
  const writable = `${url}?options=-c%20default_transaction_read_only%3Doff`
  const alter = (change: string) =>
    query(writable, `ALTER DATABASE ${new URL(url).pathname.slice(1)} ${change}`)
  await alter('SET default_transaction_read_only = on')
  onTestFinished(async () => void (await alter('RESET default_transaction_read_only')))
  const { write } = await open(url)
  await expect(write((tx) => insert(tx, 'a'))).rejects.toMatchObject({ code: '25006' })
  await alter('RESET default_transaction_read_only')
  await write((tx) => insert(tx, 'a'))
})

test('a rejected password is a lost connection, which may come back', async () => {
  const url = new URL(await testDatabase())
  url.password = 'wrong'
  const { db, write } = await open(url.href)
  await expect(db.get(sql`SELECT 1`)).rejects.toMatchObject({ code: '08006' })
  await expect(write((tx) => insert(tx, 'a'))).rejects.toMatchObject({ code: '08006' })
})
