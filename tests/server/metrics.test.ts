import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { AUDIT_EVENTS } from '#app/domain/audit.ts'
import { addPerson, type Person, startLarder } from '../support/larder.ts'
import { ask, lines } from '../support/raw.ts'

type Started = Awaited<ReturnType<typeof startLarder>>

const TOKEN = 'a-token-of-the-tests-own'
const SHOWN = { Authorization: `Bearer ${TOKEN}` }
const DOC = readFileSync('docs/metrics-and-logs.md', 'utf8')

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[\d.e+-]+)$/

/** What is not a sample of a metric that was announced is a failure. */
function read(text: string) {
  const types = new Map<string, string>()
  const samples = new Map<string, number>()
  let current = ''
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') current = name
    if (kind === 'TYPE') {
      expect(name).toBe(current)
      expect(types.has(name)).toBe(false)
      types.set(name, rest)
    }
    if (kind) continue
    const [, sampled = '', labels = '', value] = SAMPLE.exec(line) ?? []
    expect(sampled, line).toMatch(types.get(current) === 'histogram' ? `${current}_` : current)
    expect(samples.has(`${sampled}{${labels}}`), line).toBe(false)
    samples.set(`${sampled}{${labels}}`, Number(value))
  }
  return { types, samples }
}

function sum(samples: Map<string, number>, name: string, ...labels: string[]): number {
  const matching = [...samples].filter(
    ([key]) => key.startsWith(`${name}{`) && labels.every((label) => key.includes(label)),
  )
  return matching.reduce((total, [, value]) => total + value, 0)
}

describe('when nothing is configured', () => {
  let started: Started
  beforeAll(async () => {
    started = await startLarder()
  })
  afterAll(() => started.stop())

  test('there is no such page, and asking for it is logged like any unknown address', async () => {
    const answers = await Promise.all(
      ['/metrics', '/nowhere'].map(async (path) => {
        const { status, headers } = await fetch(started.larder.url + path, { headers: SHOWN })
        return [status, headers.get('Content-Type'), headers.get('WWW-Authenticate')]
      }),
    )
    expect(answers[0]).toEqual([404, 'text/html; charset=utf-8', null])
    expect(answers[0]).toEqual(answers[1])
    await expect.poll(() => started.larder.output()).toContain('"url":"/metrics","status":404')
    expect(started.larder.output()).not.toContain('metrics-refused')
  })
})

describe('with a token', () => {
  let started: Started
  let ada: Person
  const metrics = async () => {
    const answer = await fetch(`${started.larder.url}/metrics`, { headers: SHOWN })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(started.larder.url + path, { redirect: 'manual', headers })

  beforeAll(async () => {
    started = await startLarder({ METRICS_TOKEN: TOKEN, BACKUP_DIR: '/nonexistent/backups' })
    ada = addPerson(started.larder)
  })
  afterAll(() => started.stop())

  test('whoever sends it may read, and nothing on the way may keep what he got', async () => {
    const { headers } = await get('/metrics', SHOWN)
    expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    ['no token', {}],
    ['a wrong one', { Authorization: 'Bearer a-token-of-the-tests-owN' }],
    ['a part of it', { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['none at all', { Authorization: 'Bearer' }],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
    ['it in the address only', {}, `?token=${TOKEN}`],
  ])('with %s nobody may', async (_what, headers: Record<string, string>, query = '') => {
    const answer = await get(`/metrics${query}`, headers)
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    expect(await answer.text()).not.toContain('larder_')
  })

  test('only this very address is meant, so that a proxy can keep it to itself', async () => {
    for (const path of ['/metrics/', '/Metrics', '/%6detrics']) {
      expect([path, (await get(path, SHOWN)).status]).toEqual([path, 404])
    }
    expect((await fetch(`${started.larder.url}/metrics`, { method: 'POST', headers: SHOWN })).status).toBe(
      404,
    )
  })

  test('every line is of the format, and every metric and event stands in the page about them', async () => {
    await get('/landing')
    const { types, samples } = read(await metrics())
    const rows = [...DOC.matchAll(/^\| `([^`]+)` \| (counter|gauge|histogram) \|/gm)]
    expect(Object.fromEntries(rows.map(([, name, type]) => [name, type]))).toEqual(Object.fromEntries(types))
    const events = [...DOC.slice(0, DOC.indexOf('### fail2ban')).matchAll(/^\| `([a-z-]+)` \|/gm)]
    expect(events.map(([, event]) => event).sort()).toEqual([...AUDIT_EVENTS].sort())
    for (const event of AUDIT_EVENTS)
      expect(samples.has(`larder_audit_events_total{event="${event}"}`)).toBe(true)
    expect(samples.get('larder_process_resident_memory_bytes{}')).toBeGreaterThan(10_000_000)
    expect(samples.get('larder_database_bytes{file="main"}')).toBeGreaterThan(1000)
    expect(samples.get('larder_process_start_time_seconds{}')).toBeCloseTo(Date.now() / 1000, -3)
  })

  test('the buckets of a histogram count up to its whole', async () => {
    const { types, samples } = read(await metrics())
    const histograms = [...types].filter(([, type]) => type === 'histogram').map(([name]) => name)
    expect(histograms).toHaveLength(3)
    for (const name of histograms) {
      const rows = new Map<string, number[]>()
      for (const [key, value] of samples) {
        const row = key.replace(/,?le="[^"]+"/, '').replace('_bucket', '_count')
        if (key.startsWith(`${name}_bucket`)) rows.set(row, [...(rows.get(row) ?? []), value])
      }
      expect(rows.size).toBeGreaterThan(0)
      for (const [row, values] of rows) {
        expect(values).toEqual(values.toSorted((a, b) => a - b))
        expect([row, values.at(-1)]).toEqual([row, samples.get(row)])
      }
    }
  })

  test('what happens is counted, by the pattern of its route', async () => {
    const Cookie = `session=${ada.cookie}`
    const before = read(await metrics()).samples
    await fetch(`${started.larder.url}/`, {
      method: 'POST',
      headers: { Cookie },
      body: new URLSearchParams({ name: 'Saturday' }),
      redirect: 'manual',
    })
    const id = String(started.larder.database.prepare('SELECT id FROM lists').pluck().get())
    const paths = [`/receipt/${id}`, '/_root.data', `/single-list.data?listID=${id}`, '/api/v1/list/nothing']
    for (const path of [...paths, '/api/v1/openapi.json', '/assets/none.js', '/livez', '/metrics']) {
      await (await get(path, { Cookie })).text()
    }
    await ask(started.larder.url, lines('PUT /landing'))
    const socket = new WebSocket(`${started.larder.url.replace('http', 'ws')}/ws`, { headers: { Cookie } })
    await new Promise((resolve) => socket.once('open', resolve))
    const rose = async () => {
      const { samples } = read(await metrics())
      const by = (...labels: string[]) =>
        sum(samples, 'larder_http_requests_total', ...labels) -
        sum(before, 'larder_http_requests_total', ...labels)
      const of = (name: string) => (samples.get(`${name}{}`) ?? 0) - (before.get(`${name}{}`) ?? 0)
      return { samples, by, of }
    }
    await expect.poll(async () => (await rose()).by()).toBe(8)
    const { samples, by, of } = await rose()
    expect(by('route="/"', 'method="POST"', 'status="3xx"')).toBe(1)
    expect(by('route="/"', 'method="GET"', 'status="2xx"')).toBe(1)
    expect(by('route="/receipt/:id"', 'status="4xx"')).toBe(1)
    expect(by('route="/single-list"', 'status="2xx"')).toBe(1)
    expect(by('route="/api/v1/list"')).toBe(1)
    expect(by('route="/api/v1/openapi.json"')).toBe(1)
    expect(by('route="/assets"', 'status="4xx"')).toBe(1)
    expect(by('route="/landing"', 'method="other"', 'status="4xx"')).toBe(1)
    expect(sum(samples, 'larder_http_requests_total', 'livez')).toBe(0)
    expect(of('larder_database_units_total')).toBeGreaterThan(0)
    expect(of('larder_database_write_seconds_count')).toBeGreaterThan(0)
    expect(of('larder_database_read_seconds_count')).toBeGreaterThan(3)
    expect(samples.get('larder_sockets_open{}')).toBe(1)
    socket.close()
    await expect.poll(async () => (await rose()).samples.get('larder_sockets_open{}')).toBe(0)
  })

  test('a change is counted for each who hears it', async () => {
    const Cookie = `session=${ada.cookie}`
    const id = String(started.larder.database.prepare('SELECT id FROM lists').pluck().get())
    const sockets: WebSocket[] = []
    for (let n = 0; n < 2; n += 1) {
      const socket = new WebSocket(`${started.larder.url.replace('http', 'ws')}/ws`, { headers: { Cookie } })
      sockets.push(socket)
      await new Promise((resolve) => socket.once('open', resolve))
      socket.send(JSON.stringify({ type: 'subscribe', listID: id }))
      await new Promise((resolve) => socket.once('message', resolve))
    }
    const told = async () => read(await metrics()).samples.get('larder_live_events_told_total{}')
    const before = await told()
    await fetch(`${started.larder.url}/api/v1/item?listID=${id}`, {
      method: 'POST',
      headers: { Cookie },
      body: new URLSearchParams({ name: 'Milk' }),
    })
    expect(await told()).toBe((before ?? 0) + 2)
    for (const socket of sockets) socket.close()
  })

  test('mail that cannot be sent is seen waiting', async () => {
    const later = Date.now() + 3_600_000
    started.larder.database
      .prepare(
        'INSERT INTO outbox (id, kind, email, attempts, next_attempt_at, created_at) VALUES (?, ?, ?, 1, ?, ?)',
      )
      .run('waiting', 'reset', 'somebody@example.org', later, Date.now() - 600_000)
    const { samples } = read(await metrics())
    expect(samples.get('larder_mail_waiting{}')).toBe(1)
    expect(samples.get('larder_mail_oldest_seconds{}')).toBeGreaterThanOrEqual(600)
    expect(samples.get('larder_mail_oldest_seconds{}')).toBeLessThan(660)
  })

  test('whatever strangers ask for, there are no more lines than before', async () => {
    const shape = async () => [...read(await metrics()).samples.keys()].sort()
    await get('/nowhere')
    await get('/api/v1/nowhere')
    await get('/nowhere.data')
    await expect.poll(async () => (await shape()).join()).toContain('status="4xx"')
    const before = await shape()
    const random = () => Math.random().toString(36).slice(2)
    for (let n = 0; n < 200; n += 1) {
      const path = [`/${random()}`, `/${random()}/x.data`, `/api/v1/${random()}`, `/landing/${random()}`][
        n % 4
      ]
      await (await get(`${path}`)).text()
    }
    expect(await shape()).toEqual(before)
  })

  test('nobody who is known to Larder can be found in it, and no secret', async () => {
    const text = await metrics()
    const list = String(started.larder.database.prepare('SELECT id FROM lists').pluck().get())
    for (const private_ of [
      TOKEN,
      ada.id,
      ada.email,
      ada.name,
      ada.cookie,
      list,
      'Saturday',
      'Milk',
      '127.0.0.1',
    ])
      expect(text).not.toContain(private_)
  })

  test('whoever may read it leaves no line in the log', async () => {
    await metrics()
    await get('/after-that')
    await expect.poll(() => started.larder.output()).toContain('"url":"/after-that"')
    expect(started.larder.output()).not.toContain('"url":"/metrics","status":200')
    expect(started.larder.output()).not.toContain(TOKEN)
  })
})

describe('with METRICS_LOOPBACK', () => {
  let started: Started
  beforeAll(async () => {
    started = await startLarder({ METRICS_LOOPBACK: 'on', HOST: '0.0.0.0', TRUST_PROXY: '1' })
  })
  afterAll(() => started.stop())

  test('the machine itself may read', async () => {
    const answer = await fetch(`${started.larder.url}/metrics`)
    expect(answer.status).toBe(200)
    read(await answer.text())
  })

  test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])(
    'what came through a proxy (%s) is not the machine itself',
    async (name) => {
      const { status } = await ask(started.larder.url, lines('GET /metrics', `${name}: 127.0.0.1`))
      expect(status).toBe(404)
    },
  )

  test('a name that was turned to point here reads nothing', async () => {
    const request = 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
    expect((await ask(started.larder.url, request)).status).toBe(404)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && one.family === 'IPv4' && !one.internal)?.address
  test.skipIf(!outside)('whoever comes by the network is somebody else, whatever host he names', async () => {
    const url = started.larder.url.replace('localhost', outside ?? '')
    expect((await ask(url, lines('GET /metrics'))).status).toBe(404)
  })
})

test('with both, either is enough', async () => {
  const started = await startLarder({ METRICS_LOOPBACK: 'on', METRICS_TOKEN: TOKEN })
  const get = async (headers: Record<string, string>) =>
    (await fetch(`${started.larder.url}/metrics`, { headers })).status
  try {
    expect(await get({})).toBe(200)
    expect(await get({ ...SHOWN, 'X-Forwarded-For': '192.0.2.1' })).toBe(200)
    expect(await get({ 'X-Forwarded-For': '192.0.2.1' })).toBe(401)
  } finally {
    await started.stop()
  }
})
