import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { requestHead, sendRaw } from '../support/raw.ts'
import { testLarder } from '../support/testLarder.ts'

type Started = Awaited<ReturnType<typeof startLarder>>

const PASSWORD = 'correct horse battery'

/** Requests with a session cookie; redirects are not followed. */
function browser({ url }: Larder, cookie = '') {
  const headers = cookie ? { Cookie: cookie } : undefined
  return {
    get: (path: string) => fetch(url + path, { redirect: 'manual', headers }),
    post: (path: string, fields: Record<string, string>) =>
      fetch(url + path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) }),
  }
}

async function register(larder: Larder, email: string) {
  const response = await browser(larder).post('/register', { name: 'Ada', email, password: PASSWORD })
  expect(response.status).toBe(303)
}

/** The whole Set-Cookie line of the session. */
async function signIn(larder: Larder, email: string, cookie = '') {
  const response = await browser(larder, cookie).post('/login', { email, password: PASSWORD })
  expect(response.status).toBe(303)
  return response.headers.getSetCookie().find((line) => line.includes('session=')) ?? ''
}

const pairOf = (line: string) => line.split(';', 1)[0] ?? ''

describe('on plain http', () => {
  let started: Started
  let larder: Larder
  let ada: Person
  let adasBrowser: ReturnType<typeof browser>
  let listId: string
  let initialAccounts: number

  beforeAll(async () => {
    started = await startLarder({ LOG_LEVEL: 'trace' })
    larder = started.larder
    initialAccounts = Number(larder.database.prepare('SELECT count(*) FROM users').pluck().get())
    ada = addPerson(larder)
    adasBrowser = browser(larder, `session=${ada.cookie}`)
    await adasBrowser.post('/', { name: 'Saturday' })
    listId = String(larder.database.prepare('SELECT id FROM lists').pluck().get())
  })
  afterAll(() => started.stop())

  // ASVS 6.3.2
  test('a new server has no default account', () => {
    expect(initialAccounts).toBe(0)
  })

  // ASVS 7.2.4 7.4.1
  test('signing in always creates a new session and ends the old one', async () => {
    await register(larder, 'bob@example.org')
    const planted = `session=${'A'.repeat(43)}`
    const first = pairOf(await signIn(larder, 'bob@example.org', planted))
    const second = pairOf(await signIn(larder, 'bob@example.org', first))
    expect(new Set([planted, first, second]).size).toBe(3)
    const responses = [planted, first, second].map((cookie) => browser(larder, cookie).get('/settings'))
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([303, 303, 200])
    await browser(larder, second).post('/logout', {})
    expect((await browser(larder, second).get('/settings')).headers.get('Location')).toBe('/landing')
  })

  // ASVS 1.2.1 1.2.3 1.2.4
  test('user input is always rendered as text, never as markup, script or SQL', async () => {
    const hostile = [
      '</script><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'; DROP TABLE items; --",
      '<!--<script>',
    ]
    for (const name of hostile) {
      expect((await adasBrowser.post(`/single-list?listID=${listId}`, { name })).status).toBe(303)
      await adasBrowser.post('/', { name })
    }
    const pages = [`/?userID=${ada.id}`, `/single-list?listID=${listId}`, '/settings']
    const responses = await Promise.all([
      ...pages.map((path) => adasBrowser.get(path)),
      ...hostile.map((email) => browser(larder).post('/login', { email, password: email })),
      ...hostile.map((id) =>
        adasBrowser.get(`/single-list?listID=${listId}&dialog=edit&itemID=${encodeURIComponent(id)}`),
      ),
      ...hostile.map((path) => adasBrowser.get(`/${encodeURIComponent(path)}`)),
    ])
    for (const response of responses) {
      const page = await response.text()
      expect(page, response.url).not.toMatch(/<script>alert|<img src=x|<!--<script/)
    }
    const { item } = (await (await adasBrowser.get(`/api/v1/item?listID=${listId}`)).json()) as {
      item: { name: string }[]
    }
    const names = item.map(({ name }) => name)
    for (const name of hostile) expect(names).toContain(name)
  })

  // security: redirects
  // ASVS 1.2.2 3.7.2
  test('no URL redirects to another site', async () => {
    const hostile = [
      'https:%2f%2fevil.example',
      '%2f%2fevil.example',
      '%5C%5Cevil.example',
      '%0d%0aX:1',
      '..%2f%2fevil',
    ]
    const paths = hostile.flatMap((url) => [
      `/back/${url}`,
      `/delete-list/${url}`,
      `/delete-items/${url}`,
      `/delete-single-item/${url}`,
      `/add-receipt/${url}`,
      `/edit-item/x?listID=${url}`,
      `/generateAI-response?listID=${url}`,
      `/?userID=${url}`,
      `/login?redirectTo=${url}`,
    ])
    for (const path of paths) {
      for (const response of [
        await adasBrowser.get(path),
        await adasBrowser.post(path, { listID: hostile[0] ?? '' }),
      ]) {
        const location = response.headers.get('Location')
        if (location) expect(new URL(location, larder.url).origin, path).toBe(larder.url)
      }
    }
  })

  // ASVS 5.3.2 13.4.1 13.4.3 13.4.4
  test('only pages and assets are served, whatever the path', async () => {
    const files = [
      '/.git/config',
      '/package.json',
      '/build/server.js',
      '/larder.db',
      '/assets/',
      '/assets',
      '/server.js.map',
    ]
    const traversal = [
      '/..%2f..%2fserver.js',
      '/assets/..%2f..%2fserver.js',
      '/assets/%2e%2e/%2e%2e/server.js',
      '/receipt/..%2f..%2flarder.db',
    ]
    for (const path of [...files, ...traversal]) expect((await adasBrowser.get(path)).status, path).toBe(404)
    const raw = await sendRaw(larder.url, requestHead('GET /assets/../../server.js'))
    expect(raw.status).toBe(404)
    expect((await sendRaw(larder.url, requestHead('TRACE /'))).status).toBe(405)
  })

  // ASVS 14.3.1 14.3.2
  test('responses to signed-in users are never cached', async () => {
    for (const path of [
      '/settings',
      `/?userID=${ada.id}`,
      `/single-list?listID=${listId}`,
      '/chat',
      '/settings/export',
      '/api/v1/list',
    ]) {
      const response = await adasBrowser.get(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('Cache-Control'), path).toBe('private, no-store')
      await response.arrayBuffer()
    }
  })

  // ASVS 3.2.1 4.1.1 3.4.4
  test('every response has a content type, which browsers must not guess', async () => {
    const types = await Promise.all(
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
        const response = await adasBrowser.get(path)
        await response.arrayBuffer()
        return [
          path,
          response.headers.get('Content-Type') ?? '',
          response.headers.get('X-Content-Type-Options'),
        ] as const
      }),
    )
    for (const [path, type, options] of types) {
      expect(type, path).toMatch(
        /^(?:text\/\w+|application\/json); charset=utf-8$|^application\/zip$|^image\/svg\+xml/,
      )
      expect(options, path).toBe('nosniff')
    }
    const handshake = ['Upgrade: websocket', 'Connection: Upgrade', 'Origin: https://evil.example']
    const socket = ['GET /ws HTTP/1.1', 'Host: localhost', ...handshake, '', ''].join('\r\n')
    for (const bytes of [socket, 'milk\r\n\r\n']) {
      const { head } = await sendRaw(larder.url, bytes)
      expect(head).toContain('content-type: text/plain; charset=utf-8')
      expect(head).toContain('x-content-type-options: nosniff')
    }
  })

  // ASVS 3.4.2
  test('other sites cannot read responses (no CORS)', async () => {
    for (const origin of ['https://evil.example', 'null', larder.url]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await fetch(`${larder.url}/api/v1/list`, { method, headers: { Origin: origin } })
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  // ASVS 15.3.5 15.3.6
  test('keys such as __proto__ are treated as data', async () => {
    const hostile = '{"name":"milk","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const response = await fetch(`${larder.url}/api/v1/list`, {
      method: 'POST',
      headers: { Cookie: `session=${ada.cookie}`, 'Content-Type': 'application/json' },
      body: hostile,
    })
    expect(response.status).toBe(400)
    await adasBrowser.post(`/single-list?listID=${listId}`, {
      name: 'milk',
      ['__proto__']: 'x',
      constructor: 'x',
      'a[__proto__][b]': 'x',
    })
    expect(await (await adasBrowser.get(`/api/v1/item?listID=${listId}`)).text()).not.toContain('polluted')
    expect((await adasBrowser.get('/landing')).status).toBe(200)
  })

  // security: many-fields
  test('a form with ten thousand fields is rejected instead of rendered again', async () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n.toString(36), '']))
    for (const path of ['/login', '/login.data', '/register', '/auth/reset-password']) {
      const response = await browser(larder).post(path, fields)
      expect(response.status, path).toBe(400)
      expect((await response.text()).length, path).toBeLessThan(20_000)
    }
  })

  // ASVS 8.2.3 15.3.3
  test('fields that users cannot set are ignored', async () => {
    const fields = {
      name: 'Monday',
      createdBy: 'someone',
      created_by: 'someone',
      revision: '99',
      userID: 'someone',
    }
    await adasBrowser.post('/', fields)
    const list = larder.database
      .prepare('SELECT created_by, revision FROM lists WHERE name = ?')
      .get('Monday')
    expect(list).toEqual({ created_by: ada.id, revision: 0 })
  })

  // ASVS 1.3.12
  test('long text never slows down a regular expression', async () => {
    const slow = [
      'a'.repeat(60_000),
      `${'a.'.repeat(29_000)}@`,
      `a@${'a-'.repeat(29_000)}`,
      ' '.repeat(60_000),
      '\u0301'.repeat(20_000),
      `${'1'.repeat(59_000)}x`,
      `; ${`${'; '.repeat(990)}x\n`.repeat(29)}`,
      `${'=;+;'.repeat(14_000)}x`,
    ]
    for (const text of slow) {
      const started = performance.now()
      await browser(larder).post('/forgot-password', { email: text })
      await browser(larder).post('/auth/reset-password', { token: text, email: text, password: text })
      await adasBrowser.post(`/single-list?listID=${listId}`, { name: text, quantity: text, price: text })
      await adasBrowser.post(`/generateAI-response?listID=${listId}`, { recipe: text.slice(0, 200) })
      await adasBrowser.post(`/quick-add?listID=${listId}`, { lines: text })
      await adasBrowser.get(`/share-target?text=${encodeURIComponent(text.slice(0, 1_300))}`)
      await adasBrowser.get(`/suggest?listID=${listId}&q=${encodeURIComponent(text.slice(0, 1_300))}`)
      await fetch(larder.url, {
        headers: {
          Cookie: text.slice(0, 8000).trim(),
          Authorization: `Bearer ${text.trim().slice(0, 5000)}`,
        },
      }).catch(() => {})
      // A quadratic expression would take minutes.
      expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(10_000)
    }
  })

  // ASVS 16.2.5
  test('passwords, cookies and tokens do not reach the log at any level', async () => {
    await register(larder, 'cleo@example.org')
    const cookie = pairOf(await signIn(larder, 'cleo@example.org'))
    const page = await (
      await browser(larder, cookie).post('/settings', { intent: 'token', name: 'script' })
    ).text()
    const token = /larder_[\w-]{43}/.exec(page)?.[0] ?? ''
    expect(token).not.toBe('')
    const script = await fetch(`${larder.url}/api/v1/list`, { headers: { Authorization: `Bearer ${token}` } })
    expect(script.status).toBe(200)
    await browser(larder, cookie).post('/login', { email: 'cleo@example.org', password: 'wrong but secret' })
    await browser(larder, cookie).post('/settings/delete-account', { password: 'wrong but secret' })
    const change = { intent: 'password', currentPassword: 'wrong but secret', password: 'a new secret' }
    const refused = await browser(larder, cookie).post('/settings', change)
    expect(refused.status).toBe(400)
    expect(await refused.text()).not.toMatch(/wrong but secret|a new secret/)
    const id = script.headers.get('X-Request-Id') ?? ''
    await expect.poll(() => larder.output()).toContain(id)
    const session = cookie.split('=')[1] ?? ''
    for (const secret of [PASSWORD, 'wrong but secret', 'a new secret', token, session]) {
      expect(larder.output()).not.toContain(secret)
      // The database only has hashes of them.
      const hash = createHash('sha256').update(secret).digest('hex')
      const rows = [
        'users',
        'sessions',
        'api_tokens',
        'outbox',
        'flashes',
        'operations',
        'rate_limits',
      ].flatMap((table) => larder.database.prepare(`SELECT * FROM ${table}`).all())
      expect(JSON.stringify(rows)).not.toContain(secret)
      if (secret === token || secret === session) expect(JSON.stringify(rows)).toContain(hash)
    }
  })
})

describe('behind an HTTPS proxy', () => {
  // ASVS 4.4.1
  test('pages can only open wss sockets', async () => {
    const { larder } = await testLarder({ BASE_URL: 'https://larder.example.org' })
    const policy = (await fetch(`${larder.url}/landing`)).headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/connect-src 'self' wss:\/\/[^\s;]+;/)
    expect(policy).not.toMatch(/\s(?:ws|http):/)
  })

  // ASVS 3.3.1 7.2.3 3.3.2 3.3.3 3.3.4
  test('the session cookie is bound to the host, hidden from scripts and not sent by other sites', async () => {
    const { larder } = await testLarder({ BASE_URL: 'https://larder.example.org', TRUST_PROXY: '1' })
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

describe('after an unexpected error', () => {
  // ASVS 16.5.1
  test('an unexpected error is shown only as a request id', async () => {
    const { larder } = await testLarder()
    const ada = addPerson(larder)
    const adasBrowser = browser(larder, `session=${ada.cookie}`)
    larder.database.exec('DROP TABLE items; DROP TABLE receipts; DROP TABLE lists')
    for (const path of [
      `/?userID=${ada.id}`,
      '/api/v1/list',
      `/?userID=${ada.id}&_routes=routes/lists/route`,
    ]) {
      const response = await adasBrowser.get(path)
      const text = await response.text()
      expect(response.status, path).toBe(500)
      expect(text, path).not.toMatch(/sqlite|no such table|\bselect |\bat \w+ \(|node_modules|\/build\//i)
      await expect.poll(() => larder.output()).toContain('no such table')
      expect(text).toContain(response.headers.get('X-Request-Id'))
    }
  })
})

describe('on a machine with other users', () => {
  // ASVS 5.3.2
  test('only the owner can read the data folder and the backups', async () => {
    const backups = join(mkdtempSync(join(tmpdir(), 'larder-backups-')), 'daily')
    onTestFinished(() => rmSync(join(backups, '..'), { recursive: true }))
    const { larder } = await testLarder({ BACKUP_DIR: backups, BACKUP_EVERY: '1h' })
    const ada = addPerson(larder)
    const headers = { Cookie: `session=${ada.cookie}` }
    const created = await fetch(`${larder.url}/api/v1/list`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ name: 'Saturday' }),
    })
    const { list } = (await created.json()) as { list: { _id: string } }
    const form = new FormData()
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    form.set('receiptImage', new Blob([new Uint8Array(photo)]), '../../../evil.php')
    await fetch(`${larder.url}/add-receipt/${list._id}`, { method: 'POST', headers, body: form })
    await expect.poll(() => readdirSync(backups).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
    const manualBackup = join(larder.dataDir, 'manual.tar')
    execFileSync(process.execPath, ['build/operator.js', 'backup', manualBackup], {
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
