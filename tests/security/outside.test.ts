import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { requestHead, sendRaw } from '../support/raw.ts'

type Started = Awaited<ReturnType<typeof startLarder>>

const PASSWORD = 'correct horse battery'

/** One browser's requests; it follows nothing by itself. */
function browser({ url }: Larder, cookie = '') {
  const headers = cookie ? { Cookie: cookie } : undefined
  return {
    get: (path: string) => fetch(url + path, { redirect: 'manual', headers }),
    post: (path: string, fields: Record<string, string>) =>
      fetch(url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) }),
  }
}

async function register(larder: Larder, email: string) {
  const answer = await browser(larder).post('/register', { name: 'Ada', email, password: PASSWORD })
  expect(answer.status).toBe(303)
}

/** The whole Set-Cookie line of the session. */
async function signIn(larder: Larder, email: string, cookie = '') {
  const answer = await browser(larder, cookie).post('/login', { email, password: PASSWORD })
  expect(answer.status).toBe(303)
  return answer.headers.getSetCookie().find((line) => line.includes('session=')) ?? ''
}

const pairOf = (line: string) => line.split(';', 1)[0] ?? ''

describe('seen from outside, on plain http', () => {
  let started: Started
  let larder: Larder
  let ada: Person
  let adas: ReturnType<typeof browser>
  let listId: string
  let accountsAtFirst: number

  beforeAll(async () => {
    started = await startLarder({ LOG_LEVEL: 'trace' })
    larder = started.larder
    accountsAtFirst = Number(larder.database.prepare('SELECT count(*) FROM users').pluck().get())
    ada = addPerson(larder)
    adas = browser(larder, `session=${ada.cookie}`)
    await adas.post('/', { name: 'Saturday' })
    listId = String(larder.database.prepare('SELECT id FROM lists').pluck().get())
  })
  afterAll(() => started.stop())

  test('a new Larder has no account that somebody could know', () => {
    expect(accountsAtFirst).toBe(0)
  })

  test('signing in never keeps a session the browser came with, and ends it', async () => {
    await register(larder, 'bob@example.org')
    const planted = `session=${'A'.repeat(43)}`
    const first = pairOf(await signIn(larder, 'bob@example.org', planted))
    const second = pairOf(await signIn(larder, 'bob@example.org', first))
    expect(new Set([planted, first, second]).size).toBe(3)
    const doors = [planted, first, second].map((cookie) => browser(larder, cookie).get('/settings'))
    expect((await Promise.all(doors)).map(({ status }) => status)).toEqual([303, 303, 200])
    await browser(larder, second).post('/logout', {})
    expect((await browser(larder, second).get('/settings')).headers.get('Location')).toBe('/landing')
  })

  test('what people write is text on every page and in every answer, never markup, script or SQL', async () => {
    const evil = [
      '</script><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'; DROP TABLE items; --",
      '<!--<script>',
    ]
    for (const name of evil) {
      expect((await adas.post(`/single-list?listID=${listId}`, { name })).status).toBe(303)
      await adas.post('/', { name })
    }
    const pages = [`/?userID=${ada.id}`, `/single-list?listID=${listId}`, '/settings']
    const answers = await Promise.all([
      ...pages.map((path) => adas.get(path)),
      ...evil.map((email) => browser(larder).post('/login', { email, password: email })),
      ...evil.map((id) =>
        adas.get(`/single-list?listID=${listId}&dialog=edit&itemID=${encodeURIComponent(id)}`),
      ),
      ...evil.map((path) => adas.get(`/${encodeURIComponent(path)}`)),
    ])
    for (const answer of answers) {
      const page = await answer.text()
      expect(page, answer.url).not.toMatch(/<script>alert|<img src=x|<!--<script/)
    }
    const said = (await (await adas.get(`/api/v1/item?listID=${listId}`)).json()) as {
      item: { name: string }[]
    }
    const names = said.item.map(({ name }) => name)
    for (const name of evil) expect(names).toContain(name)
  })

  test('no address leads to another site', async () => {
    const evil = [
      'https:%2f%2fevil.example',
      '%2f%2fevil.example',
      '%5C%5Cevil.example',
      '%0d%0aX:1',
      '..%2f%2fevil',
    ]
    const paths = evil.flatMap((it) => [
      `/back/${it}`,
      `/delete-list/${it}`,
      `/delete-items/${it}`,
      `/delete-single-item/${it}`,
      `/add-receipt/${it}`,
      `/edit-item/x?listID=${it}`,
      `/generateAI-response?listID=${it}`,
      `/?userID=${it}`,
      `/login?redirectTo=${it}`,
    ])
    for (const path of paths) {
      for (const answer of [await adas.get(path), await adas.post(path, { listID: evil[0] ?? '' })]) {
        const location = answer.headers.get('Location')
        if (location) expect(new URL(location, larder.url).origin, path).toBe(larder.url)
      }
    }
  })

  test('nothing but pages and assets can be fetched, however the path climbs', async () => {
    const files = [
      '/.git/config',
      '/package.json',
      '/build/server.js',
      '/larder.db',
      '/assets/',
      '/assets',
      '/server.js.map',
    ]
    const climbing = [
      '/..%2f..%2fserver.js',
      '/assets/..%2f..%2fserver.js',
      '/assets/%2e%2e/%2e%2e/server.js',
      '/receipt/..%2f..%2flarder.db',
    ]
    for (const path of [...files, ...climbing]) expect((await adas.get(path)).status, path).toBe(404)
    const raw = await sendRaw(larder.url, requestHead('GET /assets/../../server.js'))
    expect(raw.status).toBe(404)
    expect((await sendRaw(larder.url, requestHead('TRACE /'))).status).toBe(405)
  })

  test('what a signed-in person gets is kept by nobody on its way', async () => {
    for (const path of [
      '/settings',
      `/?userID=${ada.id}`,
      `/single-list?listID=${listId}`,
      '/chat',
      '/settings/export',
      '/api/v1/list',
    ]) {
      const answer = await adas.get(path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('Cache-Control'), path).toBe('private, no-store')
      await answer.arrayBuffer()
    }
  })

  test('every answer says what it is, and forbids browsers to guess', async () => {
    const heads = await Promise.all(
      [
        '/landing',
        '/livez',
        '/readyz',
        '/nowhere',
        '/api/v1/nowhere',
        '/api/v1/openapi.json',
        '/settings/export',
        '/favicon.svg',
        '//',
      ].map(async (path) => {
        const answer = await adas.get(path)
        await answer.arrayBuffer()
        return [
          path,
          answer.headers.get('Content-Type') ?? '',
          answer.headers.get('X-Content-Type-Options'),
        ] as const
      }),
    )
    for (const [path, type, guess] of heads) {
      expect(type, path).toMatch(
        /^(?:text\/\w+|application\/json); charset=utf-8$|^application\/zip$|^image\/svg\+xml/,
      )
      expect(guess, path).toBe('nosniff')
    }
    const handshake = ['Upgrade: websocket', 'Connection: Upgrade', 'Origin: https://evil.example']
    const socket = ['GET /ws HTTP/1.1', 'Host: localhost', ...handshake, '', ''].join('\r\n')
    for (const bytes of [socket, 'milk\r\n\r\n']) {
      const { head } = await sendRaw(larder.url, bytes)
      expect(head).toContain('content-type: text/plain; charset=utf-8')
      expect(head).toContain('x-content-type-options: nosniff')
    }
  })

  test('no other site may read anything, whatever it says it is', async () => {
    for (const origin of ['https://evil.example', 'null', larder.url]) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(`${larder.url}/api/v1/list`, { method, headers: { Origin: origin } })
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  test('keys that mean something to JavaScript are data like others', async () => {
    const evil = '{"name":"milk","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const answer = await fetch(`${larder.url}/api/v1/list`, {
      method: 'POST',
      headers: { Cookie: `session=${ada.cookie}`, 'Content-Type': 'application/json' },
      body: evil,
    })
    expect(answer.status).toBe(400)
    await adas.post(`/single-list?listID=${listId}`, {
      name: 'milk',
      ['__proto__']: 'x',
      constructor: 'x',
      'a[__proto__][b]': 'x',
    })
    expect(await (await adas.get(`/api/v1/item?listID=${listId}`)).text()).not.toContain('polluted')
    expect((await adas.get('/landing')).status).toBe(200)
  })

  test('a form of ten thousand fields is refused instead of repeated', async () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n.toString(36), '']))
    for (const path of ['/login', '/login.data', '/register', '/auth/reset-password']) {
      const answer = await browser(larder).post(path, fields)
      expect(answer.status, path).toBe(400)
      expect((await answer.text()).length, path).toBeLessThan(20_000)
    }
  })

  test('fields that are not the person’s to set are not taken', async () => {
    const mine = {
      name: 'Monday',
      createdBy: 'somebody',
      created_by: 'somebody',
      revision: '99',
      userID: 'somebody',
    }
    await adas.post('/', mine)
    const owners = larder.database
      .prepare('SELECT created_by, revision FROM lists WHERE name = ?')
      .get('Monday')
    expect(owners).toEqual({ created_by: ada.id, revision: 0 })
  })

  test('text that is made to be slow is answered at once', async () => {
    const slow = [
      'a'.repeat(60_000),
      `${'a.'.repeat(29_000)}@`,
      `a@${'a-'.repeat(29_000)}`,
      ' '.repeat(60_000),
      '\u0301'.repeat(20_000),
      `${'1'.repeat(59_000)}x`,
    ]
    for (const text of slow) {
      const started = performance.now()
      await browser(larder).post('/forgot-password', { email: text })
      await browser(larder).post('/auth/reset-password', { token: text, email: text, password: text })
      await adas.post(`/single-list?listID=${listId}`, { name: text, quantity: text, price: text })
      await adas.post(`/generateAI-response?listID=${listId}`, { recipe: text.slice(0, 200) })
      await fetch(larder.url, {
        headers: {
          Cookie: text.slice(0, 8000).trim(),
          Authorization: `Bearer ${text.trim().slice(0, 5000)}`,
        },
      }).catch(() => {})
      // A quadratic expression takes minutes for this, an exponential one for ever.
      expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(10_000)
    }
  })

  test('passwords, cookies and tokens do not reach the log, at any level', async () => {
    await register(larder, 'cleo@example.org')
    const cookie = pairOf(await signIn(larder, 'cleo@example.org'))
    const page = await (await browser(larder, cookie).post('/settings', { name: 'script' })).text()
    const token = /larder_[\w-]{43}/.exec(page)?.[0] ?? ''
    expect(token).not.toBe('')
    const script = await fetch(`${larder.url}/api/v1/list`, { headers: { Authorization: `Bearer ${token}` } })
    expect(script.status).toBe(200)
    await browser(larder, cookie).post('/login', { email: 'cleo@example.org', password: 'wrong but secret' })
    await browser(larder, cookie).post('/settings/delete-account', { password: 'wrong but secret' })
    const id = script.headers.get('X-Request-Id') ?? ''
    await expect.poll(() => larder.output()).toContain(id)
    const session = cookie.split('=')[1] ?? ''
    for (const secret of [PASSWORD, 'wrong but secret', token, session]) {
      expect(larder.output()).not.toContain(secret)
      // Nor does the database hold them, except as a hash.
      const hash = createHash('sha256').update(secret).digest('hex')
      const rows = [
        'users',
        'sessions',
        'api_tokens',
        'outbox',
        'flashes',
        'outcomes',
        'rate_limits',
      ].flatMap((table) => larder.database.prepare(`SELECT * FROM ${table}`).all())
      expect(JSON.stringify(rows)).not.toContain(secret)
      if (secret === token || secret === session) expect(JSON.stringify(rows)).toContain(hash)
    }
  })
})

describe('with https in front', () => {
  test('pages talk to the server by wss alone', async () => {
    const { larder, stop } = await startLarder({ BASE_URL: 'https://larder.example.org' })
    onTestFinished(stop)
    const policy = (await fetch(`${larder.url}/landing`)).headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/connect-src 'self' wss:\/\/[^\s;]+;/)
    expect(policy).not.toMatch(/\s(?:ws|http):/)
  })

  test('the session cookie is bound to the host, hidden from scripts and kept from other sites', async () => {
    const { larder, stop } = await startLarder({ BASE_URL: 'https://larder.example.org', TRUST_PROXY: '1' })
    onTestFinished(stop)
    await register(larder, 'ada@example.org')
    const line = await signIn(larder, 'ada@example.org')
    expect(line).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
    const plain = pairOf(line).replace('__Host-', '')
    expect((await browser(larder, plain).get('/settings')).status).toBe(303)
    expect((await browser(larder, pairOf(line)).get('/settings')).status).toBe(200)
    const out = await browser(larder, pairOf(line)).post('/logout', {})
    expect(out.headers.getSetCookie()).toContain(
      '__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    )
  })
})

describe('when something breaks inside', () => {
  test('people and programs get a number, and never what broke', async () => {
    const { larder, stop } = await startLarder()
    onTestFinished(stop)
    const ada = addPerson(larder)
    const adas = browser(larder, `session=${ada.cookie}`)
    larder.database.exec('DROP TABLE items; DROP TABLE receipts; DROP TABLE lists')
    for (const path of [
      `/?userID=${ada.id}`,
      '/api/v1/list',
      `/?userID=${ada.id}&_routes=routes/lists/route`,
    ]) {
      const answer = await adas.get(path)
      const text = await answer.text()
      expect(answer.status, path).toBe(500)
      expect(text, path).not.toMatch(/sqlite|no such table|\bselect |\bat \w+ \(|node_modules|\/build\//i)
      await expect.poll(() => larder.output()).toContain('no such table')
      expect(text).toContain(answer.headers.get('X-Request-Id'))
    }
  })
})

describe('on a machine with other users', () => {
  test('nobody but its owner can read the data, the backups, or what lies beside them', async () => {
    const backups = join(mkdtempSync(join(tmpdir(), 'larder-backups-')), 'daily')
    onTestFinished(() => rmSync(join(backups, '..'), { recursive: true }))
    const { larder, stop } = await startLarder({ BACKUP_DIR: backups, BACKUP_EVERY: '1h' })
    onTestFinished(stop)
    const ada = addPerson(larder)
    const adas = { Cookie: `session=${ada.cookie}` }
    const made = await fetch(`${larder.url}/api/v1/list`, {
      method: 'POST',
      headers: adas,
      body: new URLSearchParams({ name: 'Saturday' }),
    })
    const { list } = (await made.json()) as { list: { _id: string } }
    const form = new FormData()
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    form.set('receiptImage', new Blob([new Uint8Array(photo)]), '../../../evil.php')
    await fetch(`${larder.url}/add-receipt/${list._id}`, { method: 'POST', headers: adas, body: form })
    await expect.poll(() => readdirSync(backups).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
    const byHand = join(larder.dataDir, 'by-hand.tar')
    execFileSync(process.execPath, ['build/operator.js', 'backup', byHand], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: larder.dataDir },
    })
    for (const folder of [larder.dataDir, backups]) {
      const names = readdirSync(folder, { recursive: true }).map(String)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    }
    expect(statSync(backups).mode & 0o777).toBe(0o700)
    const stored = readdirSync(larder.dataDir, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.webp'))
    expect(stored).toEqual([expect.stringMatching(/^receipts\/([0-9a-f]{2})\/\1[0-9a-f]{30}\.webp$/)])
  })
})
