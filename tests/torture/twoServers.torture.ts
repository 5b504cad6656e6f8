import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { migrateDatabase } from '#db/postgres/migrate.ts'
import { freePort } from '#tests/support/freePort.mjs'
import { isPostgresInstalled, startPostgres } from '#tests/support/postgresServer.mjs'
import { startS3 } from '#tests/support/s3.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { Follower } from './support/follower.ts'
import { hasNginx, startNginx, untilUsed } from './support/nginx.ts'
import { makePeopleInPostgres, type Person } from './support/people.ts'
import { quantile } from './support/quantile.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'

const KILLS = size('TORTURE_TWO_KILLS', { short: 2, full: 20 })
const RESTARTS = size('TORTURE_TWO_RESTARTS', { short: 1, full: 5 })
const PEOPLE = size('TORTURE_TWO_PEOPLE', { short: 20, full: 60 })
const RETRY_PAUSE = 100

describe.runIf(isPostgresInstalled() && hasNginx)('two servers on one PostgreSQL, behind nginx', () => {
  test('kill -9 of one loses nothing, does nothing twice, and pages continue on the other', async () => {
    const { postgres, people, start, ports, proxy } = await setUp()
    const servers = [await start(0), await start(1)]
    const url = await proxy()
    const followers = people.map((person) => new Follower(url, person))
    await Promise.all(followers.map((follower) => follower.start()))
    const load = new Load(url, people)
    const random = createRandom('two servers')
    for (let kills = 0; kills < KILLS; kills += 1) {
      const target = load.acknowledgements + random.between(200, 600)
      while (load.acknowledgements < target) await wait(5)
      const index = kills % 2
      await servers[index]?.kill()
      await wait(random.between(300, 1500))
      servers[index] = await start(index)
      await untilUsed(url, ports[index] ?? 0)
    }
    await load.stop()
    const reconnections = followers.flatMap((follower) => follower.reconnections)
    await load.verify(postgres.url)
    await nobodyBehind(followers, people, postgres.url)
    report('two servers, kill -9', {
      kills: KILLS,
      acknowledged: load.acknowledgements,
      retried: load.retries,
      reconnections: reconnections.length,
      'slowest reconnection in ms': Math.round(Math.max(...reconnections)),
      ports: ports.join(' '),
    })
    expect(reconnections.length).toBeGreaterThan(0)
    for (const server of servers) expect(await server.stop()).toBe(0)
  })

  test('when PostgreSQL restarts, requests get 503 or succeed, and no server exits', async () => {
    const { postgres, people, start, proxy } = await setUp()
    const servers = [await start(0), await start(1)]
    const url = await proxy()
    const followers = people.map((person) => new Follower(url, person))
    await Promise.all(followers.map((follower) => follower.start()))
    const load = new Load(url, people)
    for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
      const target = load.acknowledgements + 300
      while (load.acknowledgements < target) await wait(5)
      await postgres.restart()
    }
    const target = load.acknowledgements + 300
    while (load.acknowledgements < target) await wait(5)
    await load.stop()
    await load.verify(postgres.url)
    await nobodyBehind(followers, people, postgres.url)
    const statuses = [...load.failures].map(([status, count]) => `${status}×${count}`).join(' ')
    report('PostgreSQL restarted', {
      restarts: RESTARTS,
      acknowledged: load.acknowledgements,
      failures: statuses,
    })
    expect([...load.failures.keys()].filter((status) => status !== 503)).toEqual([])
    expect(followers.flatMap((follower) => follower.reconnections)).toEqual([])
    for (const server of servers) expect(await server.stop()).toBe(0)
  })

  test('a change on one server reaches the sockets of the other', async () => {
    const { people, start } = await setUp()
    const [here, there] = [await start(0), await start(1)]
    const followers = people.map((person) => new Follower(there.url, person))
    await Promise.all(followers.map((follower) => follower.start()))
    const client = createClient(here.url)
    const delays: number[] = []
    for (let round = 1; round <= 20; round += 1) {
      for (const [index, person] of people.entries()) {
        const { status } = await client.post(`/single-list.data?listID=${person.listId}`, person, {
          name: 'Milk',
          id: newId(),
        })
        expect(status).toBe(200)
        const answered = performance.now()
        const { arrivals } = followers[index] as Follower
        await expect.poll(() => arrivals.has(round), { interval: 1 }).toBe(true)
        delays.push(Math.max(0, (arrivals.get(round) ?? 0) - answered))
      }
    }
    client.close()
    report('events between servers', {
      events: delays.length,
      'p50 in ms': quantile(delays, 0.5).toFixed(1),
      'p99 in ms': quantile(delays, 0.99).toFixed(1),
    })
  })
})

async function setUp() {
  // With fsync, as in production.
  const postgres = await startPostgres({ fsync: 'on' })
  if (!postgres) throw new Error('PostgreSQL did not start')
  onTestFinished(() => postgres.stop())
  await migrateDatabase(postgres.url)
  const people = await makePeopleInPostgres(postgres.url, PEOPLE)
  const s3 = await startS3()
  const ports = [await freePort(), await freePort()]
  const nginxPort = await freePort()
  const folders = ports.map(() => temporaryFolder())
  return {
    postgres,
    people,
    ports,
    start: (index: 0 | 1 | number) =>
      startServer(folders[index] ?? '', {
        PORT: String(ports[index]),
        DATABASE_URL: postgres.url,
        BASE_URL: `http://127.0.0.1:${nginxPort}`,
        TRUST_PROXY: '127.0.0.1/32',
        ...s3,
      }),
    proxy: () =>
      startNginx(
        nginxPort,
        ports.map((port) => `http://127.0.0.1:${port}`),
      ),
  }
}

/** Everybody adds items, one request at a time, and repeats a request until it succeeds. */
class Load {
  acknowledgements = 0
  retries = 0
  /** How many requests failed, by status; 0 is a lost connection. */
  readonly failures = new Map<number, number>()
  private readonly names = new Map<string, string[]>()
  private stopped = false
  private readonly running: Promise<unknown>

  constructor(url: string, people: Person[]) {
    this.running = Promise.all(people.map((person) => this.add(url, person)))
  }

  private async add(url: string, person: Person) {
    const names: string[] = []
    this.names.set(person.listId, names)
    while (!this.stopped) {
      const name = `item ${names.length}`
      const key = newId()
      while (!(await this.post(url, person, name, key))) {
        this.retries += 1
        await wait(RETRY_PAUSE)
      }
      names.push(name)
      this.acknowledgements += 1
    }
  }

  /** The server chooses the item's id, so only the key prevents a second item. */
  private async post(url: string, { listId, cookie }: Person, name: string, key: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/api/v1/item?listID=${listId}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: `session=${cookie}`, 'Idempotency-Key': key },
        body: JSON.stringify({ name }),
      })
      await response.arrayBuffer()
      if (response.status === 201) return true
      // The limit of writes per minute, which each server counts.
      if (response.status === 429) await wait(1000)
      else this.failed(response.status)
    } catch {
      this.failed(0)
    }
    return false
  }

  private failed(status: number) {
    this.failures.set(status, (this.failures.get(status) ?? 0) + 1)
  }

  async stop() {
    this.stopped = true
    await this.running
  }

  /** Each acknowledged item is there, once. */
  async verify(database: string) {
    const rows = await query(database, 'SELECT list_id, name FROM items ORDER BY position, id')
    const stored = new Map<string, unknown[]>()
    for (const { list_id, name } of rows) {
      const names = stored.get(String(list_id)) ?? []
      names.push(name)
      stored.set(String(list_id), names)
    }
    for (const [listId, names] of this.names)
      expect((stored.get(listId) ?? []).sort()).toEqual([...names].sort())
  }
}

async function nobodyBehind(followers: Follower[], people: Person[], database: string) {
  const rows = await query(database, 'SELECT id, revision FROM lists')
  const revisions = new Map(rows.map(({ id, revision }) => [id, Number(revision)]))
  const expected = people.map(({ listId }) => revisions.get(listId))
  await expect.poll(() => followers.map(({ revision }) => revision), { timeout: 60_000 }).toEqual(expected)
  for (const follower of followers) follower.stop()
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
