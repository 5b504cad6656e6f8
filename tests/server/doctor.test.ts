import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isContainer } from '#app/start/container.server.ts'
import { copyDatabase } from '#db/sqlite/copy.ts'
import { nightly, someOf } from '#tests/support/nightly.ts'
import { damageItems } from '../support/damage.ts'
import { freePort } from '../support/freePort.mjs'
import { listen } from '../support/listen.ts'
import { startMailbox } from '../support/mailbox.ts'
import { KEY, startOpenAiServer } from '../support/openAiServer.ts'
import { runLarder } from '../support/operator.ts'
import { type ProxyMistakes, startProxy } from '../support/proxy.ts'
import { sendRaw } from '../support/raw.ts'
import { startS3 } from '../support/s3.ts'
import { temporaryFolder } from '../support/services.ts'
import { testLarder } from '../support/testLarder.ts'
import { canMount, smallDisk } from '../torture/support/smallDisk.ts'

type Environment = Record<string, string>

/** Its lines with single spaces. */
async function doctor(dataDir: string, environment: Environment = {}) {
  const { code, output } = await runLarder(dataDir, ['doctor'], { environment })
  expect(output).not.toMatch(/^\s+at /m)
  const lines = output.split('\n').map((line) => line.replace(/ {2,}/g, ' '))
  return { code, output, lines }
}

/** A port where nobody answers, so that no Larder of another test is taken for this one. */
const stopped = async () => ({ PORT: String(await freePort()) })

/** Where nobody listens. */
const CLOSED = await freePort()

/** The server and its proxy, and the doctor with the same settings. */
async function withProxy(mistakes: ProxyMistakes = {}, settings: Environment = {}) {
  const [port, publicPort] = [await freePort(), await freePort()]
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    BASE_URL: `http://127.0.0.1:${publicPort}`,
    ...settings,
  }
  const { larder } = await testLarder(environment)
  const url = await startProxy(`http://127.0.0.1:${port}`, publicPort, mistakes)
  return { larder, url, environment, report: await doctor(larder.dataDir, environment) }
}

async function withMail(options: Parameters<typeof startMailbox>[0] = {}): Promise<Environment> {
  const mailbox = await startMailbox({ allowInsecureAuth: true, ...options })
  onTestFinished(() => mailbox.stop())
  return {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
    SMTP_USER: 'larder',
    SMTP_PASSWORD: 'hush-hush-hush',
    MAIL_FROM: 'larder@example.org',
  }
}

async function withAi(settings: Environment = {}, models = ['llama-of-ada']): Promise<Environment> {
  const server = Object.assign(await startOpenAiServer(), { models })
  onTestFinished(() => server.close())
  const model = { OPENAI_API_KEY: KEY, OPENAI_MODEL: 'llama-of-ada' }
  return { OPENAI_BASE_URL: server.url, ...model, ...settings }
}

test('with everything as it should be, each check is ok, and nothing is left behind', async () => {
  const backups = join(temporaryFolder(), 'backups')
  mkdirSync(backups)
  const mail = await withMail({ onAuth: (_auth, _session, done) => done(null, { user: 'larder' }) })
  const settings = { ...mail, ...(await withAi()), ...(await startS3()), BACKUP_DIR: backups }
  const { larder, report, url, environment } = await withProxy({}, settings)
  const before = readdirSync(larder.dataDir).sort()
  await expect.poll(() => readdirSync(backups).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  const { code, lines } = await doctor(larder.dataDir, environment)
  expect(report.code).toBe(0)
  expect(code).toBe(0)
  // Tests keep their data in memory, and all of it in one place.
  expect(
    lines.filter((line) =>
      /^(?:warn|FAIL) (?!Node |data folder .* in memory|backups .* same disk)/.test(line),
    ),
  ).toEqual([])
  const expected = [
    /^ok Larder [\d.]+, Node /,
    /^ok settings All are valid/,
    /^ok data folder .* is writable, .* free\.$/,
    /^ok database SQLite 3\.[\d.]+, 1 MB, intact: 0 users, /,
    /^ok backups The newest in .* is 0 hours old\.$/,
    /^ok clock .* UTC, like other servers; /,
    new RegExp(`^ok server Larder [\\d.]+ is running at http://127\\.0\\.0\\.1:${environment.PORT}\\.$`),
    new RegExp(`^ok BASE_URL ${url} reaches this Larder\\.$`),
    /^ok proxy headers Requests from here arrive through one proxy, from 127\.0\.0\.1, /,
    /^ok uploads Photos of up to 10 MB arrive\.$/,
    /^ok live updates Sockets connect through BASE_URL\.$/,
    /^ok mail 127\.0\.0\.1:\d+ accepts the login as larder\. Nothing was sent\.$/,
    /^ok receipts The bucket larder at 127\.0\.0\.1:\d+ can be written, read and listed\.$/,
    /^ok AI 127\.0\.0\.1:\d+ has the model llama-of-ada\.$/,
  ]
  for (const line of expected) expect(lines).toContainEqual(expect.stringMatching(line))
  expect(readdirSync(larder.dataDir).sort()).toEqual(before)
})

test('before the first start, it creates nothing and finds no problem', async () => {
  const dataDir = join(temporaryFolder(), 'new')
  const { code, lines } = await doctor(dataDir, await stopped())
  expect(code).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^warn data folder .*doesn't exist\. Larder creates it/))
  expect(lines).toContainEqual(expect.stringMatching(/^warn server Larder isn't running .* Start it /))
  expect(existsSync(dataDir)).toBe(false)
})

test('a stopped Larder is as it was', async () => {
  const dataDir = temporaryFolder()
  await runLarder(dataDir, ['user', 'add', 'Ada', 'ada@example.org'])
  const before = readdirSync(dataDir).sort()
  expect((await doctor(dataDir, await stopped())).code).toBe(0)
  expect(readdirSync(dataDir).sort()).toEqual(before)
})

describe('settings', () => {
  test('all invalid ones are named, and the rest is still checked', async () => {
    const { code, lines } = await doctor(temporaryFolder(), {
      ...{
        PORT: 'eighty',
        REGISTRATION: 'maybe',
        METRICS_TOKEN: 'hush',
        SMTP_PASSWORD_FILE: '/nowhere/hush',
      },
      S3_ENDPOINT: 'ftp://ada:hush@s3.example.org',
    })
    expect(code).toBe(1)
    const named = lines.filter((line) => line.startsWith('FAIL settings')).map((line) => line.split(' ')[2])
    expect(named).toEqual(['PORT:', 'REGISTRATION:', 'SMTP_PASSWORD_FILE:', 'S3_ENDPOINT:', 'METRICS_TOKEN:'])
    expect(lines.join('\n').replace('/nowhere/hush', '')).not.toContain('hush')
    expect(lines).toContainEqual(expect.stringMatching(/^ok database /))
  })

  test.each<[mistake: string, settings: Environment, advice: RegExp]>([
    [
      'a mistyped name',
      { SMTP_PASS: 'x', TRUSTPROXY: '1' },
      /SMTP_PASS \(did you mean SMTP_PASSWORD\?\), TRUSTPROXY \(did you mean TRUST_PROXY\?\) are not settings/,
    ],
    ['links in the log', { MAIL_TO_LOG: 'on' }, /MAIL_TO_LOG=on writes links to the log that open accounts/],
    ['http on a public name', { BASE_URL: 'http://larder.example.org' }, /unencrypted.* HTTPS proxy/],
    ['a proxy without BASE_URL', { TRUST_PROXY: '10.0.0.0/8' }, /Set BASE_URL/],
    [
      'an address that phones cannot reach',
      { HOST: '127.0.0.1' },
      /HOST=127\.0\.0\.1 lets only this machine/,
    ],
    [
      'required confirmation without mail',
      { REQUIRE_VERIFIED_EMAIL: 'on' },
      /Set SMTP_HOST, turn it off, or confirm/,
    ],
    ['half of a login', { SMTP_USER: 'ada' }, /Only one of SMTP_USER and SMTP_PASSWORD/],
    ['half of a key', { S3_ACCESS_KEY_ID: 'a' }, /Only one of S3_ACCESS_KEY_ID/],
    [
      'no sender',
      { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(CLOSED) },
      /MAIL_FROM is Larder <larder@localhost>/,
    ],
  ])('%s is worth a warning', async (_mistake, settings, advice) => {
    const { lines } = await doctor(temporaryFolder(), { ...(await stopped()), ...settings })
    const warnings = lines.filter((line) => line.startsWith('warn settings'))
    expect(warnings).toContainEqual(expect.stringMatching(advice))
  })

  // In a container, nobody knows from inside which ports are open.
  test.skipIf(isContainer())(
    'a trusted number of proxies next to an open port is worth a warning',
    async () => {
      const { lines } = await doctor(temporaryFolder(), { ...(await stopped()), TRUST_PROXY: '1' })
      expect(lines).toContainEqual(expect.stringMatching(/^warn settings TRUST_PROXY=1 also trusts anyone/))
    },
  )

  nightly('a server with other settings is noticed', async () => {
    const { environment, larder } = await withProxy()
    const { lines } = await doctor(larder.dataDir, {
      ...environment,
      REGISTRATION: 'closed',
      SMTP_USER: 'ada',
    })
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^warn server It has other settings than this command: REGISTRATION, SMTP_USER\. /,
      ),
    )
  })
})

describe('data folder', () => {
  test.runIf(canMount)('one that cannot be written is named', async () => {
    const disk = smallDisk(64)
    disk.makeReadOnly()
    const { code, lines } = await doctor(disk.folder, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL data folder Larder can't write to .*\(EROFS: /))
  })

  test.runIf(canMount)('one with almost no space is named, before and when it is full', async () => {
    const disk = smallDisk(64)
    disk.fill(2_000)
    const { code, lines } = await doctor(disk.folder, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL free space Only 8 MB are free in .*\. Free some: /),
    )
    disk.fill(0)
    const full = await doctor(disk.folder, await stopped())
    expect(full.lines).toContainEqual(
      expect.stringMatching(/^FAIL data folder The disk of .* is full\. Free some/),
    )
  })

  test('a file in its place is named', async () => {
    const file = join(temporaryFolder(), 'data')
    writeFileSync(file, '')
    const { code, lines } = await doctor(file, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL data folder .* is a file\. Set DATA_DIR to a folder/),
    )
  })

  test('a key that cannot be read is named', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'link.key'), 'nonsense')
    const { code, lines } = await doctor(dataDir, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL data folder .*link\.key .*Restore link\.key/))
  })
})

describe('backups', () => {
  test.each([
    ['none are made', {}, /^warn backups Larder makes none, because BACKUP_DIR is not set/],
    [
      'the disk is not mounted',
      { BACKUP_DIR: '/nowhere/backups' },
      /^FAIL backups \/nowhere doesn't exist\. Mount/,
    ],
  ])('%s', async (_problem, settings, line) => {
    const { lines } = await doctor(temporaryFolder(), { ...(await stopped()), ...settings })
    expect(lines).toContainEqual(expect.stringMatching(line))
  })

  test('the age is in words', async () => {
    const folder = temporaryFolder()
    const time = new Date(Date.now() - 3_600_000).toISOString().replaceAll(':', '-').slice(0, 19)
    writeFileSync(join(folder, `larder-${time}Z.tar`), '')
    const { lines } = await doctor(temporaryFolder(), { ...(await stopped()), BACKUP_DIR: folder })
    expect(lines).toContainEqual(expect.stringMatching(/^ok backups The newest in .* is 1 hour old\.$/))
  })

  test('old ones on the same disk are named twice', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(join(folder, 'larder-2024-02-01T10-00-00Z.tar'), '')
    const { lines } = await doctor(dataDir, { ...(await stopped()), BACKUP_DIR: folder })
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn backups The newest in .* is \d+ days old\. Look for/),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn backups .* is on the same disk as DATA_DIR\. Use/),
    )
  })
})

describe('database', () => {
  test('a damaged one is named', async () => {
    const dataDir = temporaryFolder()
    await runLarder(dataDir, ['demo'])
    damageItems(join(dataDir, 'larder.db'))
    const { code, lines } = await doctor(dataDir, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL database .*damaged.* Stop Larder and restore the newest backup\.$/),
    )
  })

  test('one that is no database is named', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'larder.db'), 'not a database'.repeat(1000))
    const { code, lines } = await doctor(dataDir, await stopped())
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL database .*larder\.db is damaged\. .*restore/))
  })

  nightly('one of a newer version and one with an index of somebody else are named', async () => {
    const dataDir = temporaryFolder()
    await runLarder(dataDir, ['user', 'add', 'Ada', 'ada@example.org'])
    const database = new Sqlite(join(dataDir, 'larder.db'))
    onTestFinished(() => void database.close())
    database.exec('CREATE INDEX mine ON items (name)')
    const changed = await doctor(dataDir, await stopped())
    expect(changed.lines).toContainEqual(
      expect.stringMatching(/^warn database .*the index "mine".* Undo this/),
    )
    const copy = join(dataDir, 'larder.db.before-0099_pantry')
    copyDatabase(join(dataDir, 'larder.db'), copy)
    database.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ${Date.now() + 1e12})`)
    database.pragma('user_version=1001000')
    const { code, lines } = await doctor(dataDir, await stopped())
    expect(code).toBe(1)
    const newer = lines.find((line) => line.startsWith('FAIL database'))
    expect(newer).toMatch(
      / needs Larder 1\.1\.0 or newer, and this is Larder .* Start that version\. Or go back/,
    )
    expect(newer).toContain(`DATA_DIR=${dataDir} npm run restore -- ${copy} `)
  })
})

nightly('a clock that went back is noticed', async () => {
  const dataDir = temporaryFolder()
  await runLarder(dataDir, ['user', 'add', 'Ada', 'ada@example.org'])
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(join(dataDir, 'larder.db'), later, later)
  const { lines } = await doctor(dataDir, await stopped())
  expect(lines).toContainEqual(
    expect.stringMatching(/^warn clock .* written later than that\. Set this machine's/),
  )
})

nightly('a clock far from that of another server is named', async () => {
  const url = await listen((_req, res) => {
    res.setHeader('Date', new Date(Date.now() + 1_800_000).toUTCString()).end()
  })
  const { code, lines } = await doctor(temporaryFolder(), {
    ...(await stopped()),
    OPENAI_BASE_URL: `${url}/v1`,
  })
  expect(code).toBe(1)
  expect(lines).toContainEqual(
    expect.stringMatching(/^FAIL clock It is 30 minutes behind another server\. Set/),
  )
})

describe('server', () => {
  nightly('one on another port is noticed', async () => {
    const { larder } = await testLarder()
    const { lines } = await doctor(larder.dataDir, await stopped())
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn server A server uses .*, but isn't at .* same PORT/),
    )
  })

  nightly('a port used by a Larder with other data is named', async () => {
    const { larder } = await testLarder()
    const dataDir = temporaryFolder()
    await runLarder(dataDir, ['user', 'add', 'Ada', 'ada@example.org'])
    const { code, lines } = await doctor(dataDir, { PORT: new URL(larder.url).port })
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^FAIL server The Larder at .* has other data\. Set PORT, DATA_DIR and DATABASE_URL/,
      ),
    )
  })

  test('one whose clock differs is not taken for another one, nor for none', async () => {
    const { larder } = await testLarder()
    const url = await listen((_req, res) => {
      res.setHeader('Date', new Date(Date.now() + 600_000).toUTCString())
      res.end('ok\n')
    })
    const { port } = new URL(url)
    const { lines } = await doctor(larder.dataDir, { PORT: port, BASE_URL: url })
    const apart =
      "It can't be asked whether it has this data, because its clock and this one are 10 minutes apart. Correct them."
    expect(lines).toContain(`warn server A Larder is running at http://127.0.0.1:${port}. ${apart}`)
    expect(lines).toContain(`warn BASE_URL ${url} reaches a Larder. ${apart}`)
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
  })

  nightly('one that is too busy to answer is not called stopped', async () => {
    const { larder } = await testLarder()
    const { lines } = await doctor(larder.dataDir, { PORT: new URL(await listen(() => {})).port })
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn server .* doesn't answer within 3 seconds\. If Larder is busy/),
    )
  })

  nightly('one whose disk and database hang is named, and a slow BASE_URL costs none of it', async () => {
    const { larder } = await testLarder()
    const near = await listen((req, res) => req.url === '/livez' && pass(req, res, larder.url))
    const asked: string[] = []
    const far = await listen(async (req, res) => {
      asked.push(req.url ?? '')
      if (asked.length > 1) return
      await setTimeout(6_000)
      await pass(req, res, larder.url)
    })
    const { code, lines } = await doctor(larder.dataDir, { PORT: new URL(near).port, BASE_URL: far })
    expect(code).toBe(1)
    const expected = [
      /^ok server Larder .* is running at http:/,
      /^FAIL server It doesn't answer \/readyz\. Check its disk and its database/,
      /^ok BASE_URL .* reaches this Larder\./,
      /^warn uploads 11 MB take longer than 8 seconds/,
    ]
    for (const line of expected) expect(lines).toContainEqual(expect.stringMatching(line))
  })
})

/** As a proxy does. */
async function pass(req: IncomingMessage, res: ServerResponse, target: string) {
  const question = String(req.headers['x-larder-doctor'])
  const response = await fetch(`${target}${req.url}`, { headers: { 'X-Larder-Doctor': question } })
  res.end(await response.text())
}

describe('BASE_URL', () => {
  const served = async (url: string) => {
    const port = await freePort()
    const environment = { PORT: String(port), BASE_URL: url }
    const { larder } = await testLarder(environment)
    const { code, lines } = await doctor(larder.dataDir, environment)
    expect(code).toBe(1)
    return lines
  }

  nightly('a URL where nobody listens is named', async () => {
    const lines = await served(`http://127.0.0.1:${await freePort()}`)
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL BASE_URL .* nothing listens at .* Correct BASE_URL/),
    )
  })

  nightly('a name that does not exist is named', async () => {
    const lines = await served('https://larder.invalid')
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL BASE_URL .*larder\.invalid isn't known here \(DNS\)/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^warn proxy headers .*TRUST_PROXY is off/))
  })

  nightly.each<[answer: string, status: number, headers: Environment, text: string, line: RegExp]>([
    ['another program', 404, {}, 'nothing here', /reaches another program \(status 404\)\. Correct BASE_URL/],
    ['another Larder', 200, {}, 'ok\n', /reaches another Larder, or this command has another DATA_DIR/],
    [
      'a proxy without Larder',
      502,
      { Server: 'nginx' },
      '',
      /can't reach Larder \(status 502, sent by nginx\)/,
    ],
    ['a login', 401, {}, '', /asks for a login of its own \(status 401\)/],
    [
      'a redirect',
      301,
      { Location: 'https://www.example.org/livez' },
      '',
      /redirects to https:\/\/www\.example\.org\. Set BASE_URL/,
    ],
    ['a redirect to itself', 302, { Location: '/livez' }, '', /redirects to itself\. The proxy/],
    [
      'a forged answer',
      200,
      {},
      '{"proof":"","chain":[],"client":0}',
      /reaches another program \(status 200\)/,
    ],
  ])('%s is named', async (_answer, status, headers, text, line) => {
    const url = await listen((_req, res) => void res.writeHead(status, headers).end(text))
    const lines = await served(url)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^FAIL BASE_URL .*${line.source}`)))
  })

  nightly('a server that never answers is left in time', async () => {
    const url = await listen(() => {})
    const lines = await served(url)
    expect(lines).toContainEqual(expect.stringMatching(/^FAIL BASE_URL .* doesn't answer within 8 seconds/))
  })
})

describe('behind a proxy', () => {
  const NO_SOCKETS =
    /^FAIL live updates Sockets don't connect \(status 404 instead of 101\)\. .* Upgrade and Connection/
  const SHARED =
    /^FAIL proxy headers Everyone seems to come from the proxy at 127\.0\.0\.1 .* Set TRUST_PROXY=1/
  const INVENTED = /^FAIL proxy headers Anyone can invent an address/
  const NO_HEADER = /^FAIL proxy headers The proxy doesn't send X-Forwarded-For/
  const SMALL = /^FAIL uploads The proxy refuses bodies of 11 MB \(status 413\)\. Allow bodies/

  const isNamed = async (_mistake: string, mistakes: ProxyMistakes, settings: Environment, line: RegExp) => {
    const { report } = await withProxy(mistakes, settings)
    expect(report.code).toBe(1)
    expect(report.lines.filter((one) => one.startsWith('FAIL'))).toEqual([expect.stringMatching(line)])
  }

  test.each<[mistake: string, mistakes: ProxyMistakes, settings: Environment, line: RegExp]>([
    ['one that does not forward Upgrade', { forwardsUpgrade: false }, {}, NO_SOCKETS],
    ['one that is not trusted', {}, { TRUST_PROXY: 'off' }, SHARED],
  ])('%s is named', isNamed)

  nightly.each<[mistake: string, mistakes: ProxyMistakes, settings: Environment, line: RegExp]>([
    ['one more than there are', { forwardedFor: 'append' }, { TRUST_PROXY: '2' }, INVENTED],
    ['one that keeps what clients send', { forwardedFor: 'keep' }, {}, INVENTED],
    ['everyone', { forwardedFor: 'append' }, { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, INVENTED],
    ['one that sends no address', { forwardedFor: 'drop' }, {}, NO_HEADER],
    ['one with a limit for uploads', { limit: 1_000_000 }, {}, SMALL],
  ])('%s is named', isNamed)

  nightly('one that adds to the addresses is fine, also from a machine that is trusted itself', async () => {
    const { report } = await withProxy({ forwardedFor: 'append' }, { TRUST_PROXY: '127.0.0.1/32' })
    expect(report.code).toBe(0)
    expect(report.lines).toContainEqual(
      expect.stringMatching(/^ok proxy headers .* through one proxy, from 127/),
    )
  })
})

describe('mail', () => {
  test('a refused password is named and not shown, whatever the server says', async () => {
    const password = 'hush-hush-hush'
    const echo = `Wrong: ${password}, ${Buffer.from(`\0larder\0${password}`).toString('base64')}, ${password.slice(0, 8)}\u001b[31m`
    const settings = await withMail({ onAuth: (_auth, _session, done) => done(new Error(echo)) })
    const { code, lines, output } = await doctor(temporaryFolder(), { ...(await stopped()), ...settings })
    expect(code).toBe(1)
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL mail .* refuses the login\. Correct SMTP_USER and SMTP_P/),
    )
    expect(output).toContain('(secret)')
    expect(output).not.toMatch(/hush|aHVza/)
    expect(output).not.toContain('\u001b')
  })

  test.each<[problem: string, settings: Environment, line: RegExp]>(
    someOf([
      ['nobody', { SMTP_PORT: String(CLOSED) }, /can't be reached\. Correct SMTP_HOST and SMTP_PORT/],
      ['a name that does not exist', { SMTP_HOST: 'mail.invalid' }, /has no address\. Correct SMTP_HOST/],
      [
        'no encryption',
        { SMTP_SECURITY: 'starttls' },
        /doesn't encrypt as SMTP_SECURITY=starttls expects\. Try tls .*, or none for a relay/,
      ],
      [
        'other encryption',
        { SMTP_SECURITY: 'tls' },
        /doesn't encrypt as SMTP_SECURITY=tls expects\. Try starttls/,
      ],
    ]),
  )('%s is named', async (_problem, settings, line) => {
    const environment = { ...(await stopped()), ...(await withMail()), ...settings }
    const { code, lines } = await doctor(temporaryFolder(), environment)
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^FAIL mail .*${line.source}`)))
  })
})

describe('S3', () => {
  test.each<[problem: string, settings: Environment, line: RegExp]>(
    someOf([
      [
        'a wrong key',
        { S3_ACCESS_KEY_ID: 'hush-hush' },
        /larder at .* Correct S3_ACCESS_KEY_ID and S3_SECRET_ACC/,
      ],
      ['a wrong bucket', { S3_BUCKET: 'pantry' }, /pantry at .* Create it, or correct S3_BUCKET/],
      [
        'a server that is gone',
        { S3_ENDPOINT: `http://127.0.0.1:${CLOSED}` },
        /larder at .* Check S3_ENDPOINT and the firewall/,
      ],
    ]),
  )('%s is named', async (_problem, settings, line) => {
    const environment = { ...(await stopped()), ...(await startS3()), ...settings }
    const { code, lines, output } = await doctor(temporaryFolder(), environment)
    expect(code).toBe(1)
    const found = expect.stringMatching(new RegExp(`^FAIL receipts The bucket ${line.source}`))
    expect(lines).toContainEqual(found)
    expect(output).not.toContain('hush')
  })
})

describe('AI', () => {
  test.each<[problem: string, settings: Environment, line: RegExp]>(
    someOf([
      [
        'a wrong key',
        { OPENAI_API_KEY: 'sk-hush-hush' },
        /refuses the key \(status 401\)\. Correct OPENAI_API_KEY/,
      ],
      [
        'a wrong model',
        { OPENAI_MODEL: 'gpt-hal' },
        /has no model gpt-hal\. Set OPENAI_MODEL to one of them: llama-of-ada\./,
      ],
      [
        'a server that is gone',
        { OPENAI_BASE_URL: `http://127.0.0.1:${CLOSED}/v1` },
        new RegExp(`nothing listens at 127\\.0\\.0\\.1:${CLOSED}\\. Start it`),
      ],
    ]),
  )('%s is named', async (_problem, settings, line) => {
    const environment = { ...(await stopped()), ...(await withAi(settings)) }
    const { code, lines, output } = await doctor(temporaryFolder(), environment)
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^FAIL AI .*${line.source}`)))
    expect(output).not.toContain('hush')
  })
})

test('without OPENAI_MODEL, the only model of the server is named; of several, one must be chosen', async () => {
  const withModels = async (models: string[]) => {
    const environment = { ...(await stopped()), ...(await withAi({ OPENAI_MODEL: '' }, models)) }
    return (await doctor(temporaryFolder(), environment)).lines
  }
  const named = (line: RegExp) => expect.stringMatching(line)
  expect(await withModels(['llama-of-ada'])).toContainEqual(named(/^ok AI .* has one model, llama-of-ada\.$/))
  expect(await withModels(['a', 'b'])).toContainEqual(
    named(/^FAIL AI .* has several models\. Set OPENAI_MODEL to one of them: a, b\.$/),
  )
  expect(await withModels([])).toContainEqual(named(/^FAIL AI .* has no models\. Add one there\.$/))
})

test('an AI server that compresses its list of models is named, and nothing is decoded', async () => {
  const url = await listen((_req, res) => {
    res.writeHead(200, { 'Content-Encoding': 'br' }).end('not compressed at all')
  })
  const environment = { ...(await stopped()), OPENAI_BASE_URL: url }
  const { lines } = await doctor(temporaryFolder(), environment)
  expect(lines).toContainEqual(expect.stringMatching(/^FAIL AI the AI server compressed its response, /))
})

test('the server only tells the doctor how a request arrived', async () => {
  const { larder } = await testLarder()
  const stamp = `${Date.now()}.${'a'.repeat(32)}.${'b'.repeat(43)}`
  for (const question of ['', 'x', stamp]) {
    const response = await fetch(`${larder.url}/livez`, { headers: { 'X-Larder-Doctor': question } })
    expect(await response.text()).toBe('ok\n')
  }
  const head = ['POST /livez HTTP/1.1', 'Host: localhost', 'Connection: close', `X-Larder-Doctor: ${stamp}`]
  const posted = await sendRaw(larder.url, [...head, 'Content-Length: 0', '', ''].join('\r\n'))
  expect(posted.status).toBeGreaterThanOrEqual(400)
})
