import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { AUDIT_EVENTS } from '#app/domain/audit.ts'
import { addPerson, type Person, startLarder } from '../support/larder.ts'
import { requestHead, sendRaw } from '../support/raw.ts'

type Started = Awaited<ReturnType<typeof startLarder>>

const TOKEN = 'a-token-for-these-tests'
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` }
const DOC = readFileSync('docs/metrics-and-logs.md', 'utf8')

const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[\d.e+-]+)$/

/** Parses the text format. Fails on a sample without a preceding HELP and TYPE. */
function parse(text: string) {
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

describe('without configuration', () => {
  let started: Started
  beforeAll(async () => {
    started = await startLarder()
  })
  afterAll(() => started.stop())

  test('the page does not exist, and requests for it are logged like any 404', async () => {
    const responses = await Promise.all(
      ['/metrics', '/nowhere'].map(async (path) => {
        const { status, headers } = await fetch(started.larder.url + path, { headers: AUTHORIZED })
        return [status, headers.get('Content-Type'), headers.get('WWW-Authenticate')]
      }),
    )
    expect(responses[0]).toEqual([404, 'text/html; charset=utf-8', null])
    expect(responses[0]).toEqual(responses[1])
    await expect.poll(() => started.larder.output()).toContain('"url":"/metrics","status":404')
    expect(started.larder.output()).not.toContain('metrics-refused')
  })
})

describe('with a token', () => {
  let started: Started
  let ada: Person
  const metrics = async () => {
    const response = await fetch(`${started.larder.url}/metrics`, { headers: AUTHORIZED })
    expect(response.status).toBe(200)
    return response.text()
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(started.larder.url + path, { redirect: 'manual', headers })

  beforeAll(async () => {
    started = await startLarder({ METRICS_TOKEN: TOKEN, BACKUP_DIR: '/nonexistent/backups' })
    ada = addPerson(started.larder)
  })
  afterAll(() => started.stop())

  test('requests with the token get uncacheable metrics', async () => {
    const { headers } = await get('/metrics', AUTHORIZED)
    expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    ['no token', {}],
    ['a wrong token', { Authorization: 'Bearer a-token-for-these-testS' }],
    ['part of the token', { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['an empty token', { Authorization: 'Bearer' }],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
    ['the token only in the URL', {}, `?token=${TOKEN}`],
  ])('requests with %s are refused', async (_what, headers: Record<string, string>, query = '') => {
    const response = await get(`/metrics${query}`, headers)
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.text()).not.toContain('larder_')
  })

  test('other spellings of the path do not work', async () => {
    for (const path of ['/metrics/', '/Metrics', '/%6detrics']) {
      expect([path, (await get(path, AUTHORIZED)).status]).toEqual([path, 404])
    }
    expect(
      (await fetch(`${started.larder.url}/metrics`, { method: 'POST', headers: AUTHORIZED })).status,
    ).toBe(404)
  })

  // ASVS 16.1.1 16.2.1
  test('every line is valid, and the docs list every metric and event', async () => {
    await get('/landing')
    const { types, samples } = parse(await metrics())
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

  test('the buckets of a histogram are cumulative', async () => {
    const { types, samples } = parse(await metrics())
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

  test('counts requests by route pattern', async () => {
    const Cookie = `session=${ada.cookie}`
    const before = parse(await metrics()).samples
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
    await sendRaw(started.larder.url, requestHead('PUT /landing'))
    const socket = new WebSocket(`${started.larder.url.replace('http', 'ws')}/ws`, { headers: { Cookie } })
    await new Promise((resolve) => socket.once('open', resolve))
    const increase = async () => {
      const { samples } = parse(await metrics())
      const by = (...labels: string[]) =>
        sum(samples, 'larder_http_requests_total', ...labels) -
        sum(before, 'larder_http_requests_total', ...labels)
      const of = (name: string) => (samples.get(`${name}{}`) ?? 0) - (before.get(`${name}{}`) ?? 0)
      return { samples, by, of }
    }
    await expect.poll(async () => (await increase()).by()).toBe(8)
    const { samples, by, of } = await increase()
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
    await expect.poll(async () => (await increase()).samples.get('larder_sockets_open{}')).toBe(0)
  })

  test('counts a live event once for each subscriber', async () => {
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
    const sent = async () => parse(await metrics()).samples.get('larder_live_events_sent_total{}')
    const before = await sent()
    await fetch(`${started.larder.url}/api/v1/item?listID=${id}`, {
      method: 'POST',
      headers: { Cookie },
      body: new URLSearchParams({ name: 'Milk' }),
    })
    expect(await sent()).toBe((before ?? 0) + 2)
    for (const socket of sockets) socket.close()
  })

  test('shows unsent mail', async () => {
    const later = Date.now() + 3_600_000
    started.larder.database
      .prepare(
        'INSERT INTO outbox (id, kind, email, attempts, next_attempt_at, created_at) VALUES (?, ?, ?, 1, ?, ?)',
      )
      .run('waiting', 'reset', 'someone@example.org', later, Date.now() - 600_000)
    const { samples } = parse(await metrics())
    expect(samples.get('larder_mail_waiting{}')).toBe(1)
    expect(samples.get('larder_mail_oldest_seconds{}')).toBeGreaterThanOrEqual(600)
    expect(samples.get('larder_mail_oldest_seconds{}')).toBeLessThan(660)
  })

  test('unknown paths add no lines', async () => {
    const shape = async () => [...parse(await metrics()).samples.keys()].sort()
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

  test('contains no user data and no secrets', async () => {
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

  test('successful requests for metrics are not logged', async () => {
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

  test('requests from the same machine are allowed', async () => {
    const response = await fetch(`${started.larder.url}/metrics`)
    expect(response.status).toBe(200)
    parse(await response.text())
  })

  test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via'])(
    'requests through a proxy (%s) are refused',
    async (name) => {
      const { status } = await sendRaw(started.larder.url, requestHead('GET /metrics', `${name}: 127.0.0.1`))
      expect(status).toBe(404)
    },
  )

  test('requests with another host name are refused (DNS rebinding)', async () => {
    const request = 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
    expect((await sendRaw(started.larder.url, request)).status).toBe(404)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && one.family === 'IPv4' && !one.internal)?.address
  test.skipIf(!outside)('requests over the network are refused with any Host header', async () => {
    const url = started.larder.url.replace('localhost', outside ?? '')
    expect((await sendRaw(url, requestHead('GET /metrics'))).status).toBe(404)
  })
})

test('with both settings, either is enough', async () => {
  const started = await startLarder({ METRICS_LOOPBACK: 'on', METRICS_TOKEN: TOKEN })
  const get = async (headers: Record<string, string>) =>
    (await fetch(`${started.larder.url}/metrics`, { headers })).status
  try {
    expect(await get({})).toBe(200)
    expect(await get({ ...AUTHORIZED, 'X-Forwarded-For': '192.0.2.1' })).toBe(200)
    expect(await get({ 'X-Forwarded-For': '192.0.2.1' })).toBe(401)
  } finally {
    await started.stop()
  }
})
