import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { nightly, someOf } from '#tests/support/nightly.ts'
import { damageItems } from '../support/damage.ts'
import { addPerson, type Larder } from '../support/larder.ts'
import { runLarder } from '../support/operator.ts'
import { temporaryFolder } from '../support/services.ts'
import { testLarder } from '../support/testLarder.ts'

function post(larder: Larder, path: string, fields: Record<string, string>) {
  return fetch(larder.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }

function linkIn(output: string): URL {
  return new URL(/https?:\S+/.exec(output)?.[0] ?? '')
}

async function choosePassword(larder: Larder, link: URL, password: string) {
  const { token = '', email = '' } = Object.fromEntries(link.searchParams)
  return post(larder, `${link.pathname}${link.search}`, { token, email, password })
}

describe('help', () => {
  test.each(someOf([[[]], [['help']], [['--help']]]))(
    '%j shows every command and succeeds',
    async (words) => {
      const { code, output } = await runLarder(temporaryFolder(), words)
      expect(code).toBe(0)
      for (const name of ['users', 'user add', 'user reset-password', 'registration', 'check']) {
        expect(output).toContain(`\n  ${name} `)
      }
      for (const name of ['doctor', 'backup', 'restore', 'demo', 'config', 'version']) {
        expect(output).toContain(`\n  ${name} `)
      }
    },
  )

  test.each(
    someOf(
      [
        [['nonsense'], 'Unknown command "nonsense".'],
        [['toString'], 'Unknown command "toString".'],
        [['user'], 'Unknown command "user".'],
        [['user', 'add', 'Ada'], 'npm run larder -- user add NAME EMAIL'],
        [['user', 'add', 'Ada', ''], 'npm run larder -- user add NAME EMAIL'],
        [['backup'], 'npm run larder -- backup FILE'],
        [['backup', 'a', 'b'], 'npm run larder -- backup FILE'],
        [['registration', 'ajar'], 'npm run larder -- registration [open | invited | closed]'],
      ],
      3,
    ),
  )('%j fails and shows the usage', async (words, sentence) => {
    const { code, output } = await runLarder(temporaryFolder(), words)
    expect(code).toBe(2)
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/^\s+at /m)
  })
})

describe('without data', () => {
  test.each(
    someOf(
      [
        [['users']],
        [['check']],
        [['registration']],
        [['backup', 'x.tar']],
        [['user', 'reset-password', 'ada@example.org']],
      ],
      2,
    ),
  )('%j fails and creates nothing', async (words) => {
    const folder = join(temporaryFolder(), 'mistyped')
    const { code, output } = await runLarder(folder, words)
    expect({ code, output }).toEqual({
      code: 1,
      output: `There is no Larder data in ${folder}. Set DATA_DIR to the right folder.\n`,
    })
    expect(existsSync(folder)).toBe(false)
  })

  test('an invalid folder fails with a message', async () => {
    const { code, output } = await runLarder(join(temporaryFolder(), 'x'.repeat(300)), ['users'])
    expect(code).toBe(1)
    expect(output).toMatch(/^This path can't be used: .*\n$/)
  })
})

describe('user add', () => {
  test('adds an account that works after its password is chosen with the link', async () => {
    const { larder } = await testLarder({ BASE_URL: 'https://larder.example' })
    const environment = { BASE_URL: 'https://larder.example' }
    const made = await runLarder(larder.dataDir, ['user', 'add', 'Ada', 'Ada@Example.org'], { environment })
    expect(made.code).toBe(0)
    const link = linkIn(made.output)
    expect(link.origin + link.pathname).toBe('https://larder.example/auth/reset-password')
    expect((await choosePassword(larder, link, ADA.password)).status).toBe(200)
    const signedIn = await post(larder, '/login', ADA)
    expect(signedIn.headers.get('location')).toMatch(/^\/\?userID=/)
    expect((await choosePassword(larder, link, 'another password')).status).toBe(400)
  })

  nightly('works before the first start and with closed registration', async () => {
    const folder = join(temporaryFolder(), 'new')
    const made = await runLarder(folder, ['user', 'add', 'Ada', ADA.email], {
      environment: { REGISTRATION: 'closed' },
    })
    expect(made.code).toBe(0)
    expect((await runLarder(folder, ['users'])).output).toMatch(/Ada +ada@example\.org +no /)
  })

  test.each(
    someOf([
      ['Ada', 'nonsense', "This doesn't look like an email address."],
      [' ', ADA.email, 'Enter your name.'],
      ['A'.repeat(201), ADA.email, 'Names can have up to 200 characters.'],
      ['Ada', 'taken@example.org', 'taken@example.org already has an account.'],
    ]),
  )('refuses %.9s %s with a message', async (name, email, sentence) => {
    const folder = temporaryFolder()
    await runLarder(folder, ['user', 'add', 'First', 'taken@example.org'])
    expect(await runLarder(folder, ['user', 'add', name, email])).toEqual({
      code: 1,
      output: `${sentence}\n`,
    })
  })
})

test('user reset-password prints a link, and the old password works until it is used', async () => {
  const { larder } = await testLarder()
  await post(larder, '/register', ADA)
  const { code, output } = await runLarder(larder.dataDir, ['user', 'reset-password', ' ADA@example.org'])
  expect(code).toBe(0)
  expect((await post(larder, '/login', ADA)).headers.get('location')).toMatch(/userID/)
  expect((await choosePassword(larder, linkIn(output), 'a newer password')).status).toBe(200)
  expect((await post(larder, '/login', ADA)).status).toBe(400)
  const again = await post(larder, '/login', { ...ADA, password: 'a newer password' })
  expect(again.headers.get('location')).toMatch(/userID/)
  expect(await runLarder(larder.dataDir, ['user', 'reset-password', 'eve@example.org'])).toEqual({
    code: 1,
    output: 'There is no account with the email eve@example.org.\n',
  })
})

test('user confirm lets an account in that must be confirmed, by its email or by the ID in the log', async () => {
  const { larder } = await testLarder({ REQUIRE_VERIFIED_EMAIL: 'on' })
  const { dataDir, database } = larder
  const eve = { ...ADA, email: 'eve@example.org' }
  for (const account of [ADA, eve]) await post(larder, '/register', account)
  expect((await post(larder, '/login', ADA)).status).toBe(400)
  expect(await runLarder(dataDir, ['user', 'confirm', ' ADA@example.org'])).toMatchObject({ code: 0 })
  const id = String(database.prepare('SELECT id FROM users WHERE email = ?').pluck().get(eve.email))
  expect((await runLarder(dataDir, ['user', 'confirm', id])).code).toBe(0)
  for (const account of [ADA, eve])
    expect((await post(larder, '/login', account)).headers.get('location')).toMatch(/userID/)
  expect((await runLarder(dataDir, ['user', 'confirm', ADA.email])).output).toBe(
    'ada@example.org is already confirmed.\n',
  )
  expect(
    await runLarder(dataDir, ['user', 'confirm', id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))]),
  ).toMatchObject({ code: 1 })
})

/** For tests that add rows themselves. */
function dataWithoutServer() {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'larder.db')
  migrateDatabase(file)
  const database = new Sqlite(file)
  onTestFinished(() => void database.close())
  return { larder: { dataDir, database, url: '', output: () => '' } }
}

test('users lists all accounts and no secrets', async () => {
  const { larder } = dataWithoutServer()
  const ada = addPerson(larder, '阿达 🥑')
  const bob = addPerson(larder, 'Bob')
  const { output } = await runLarder(larder.dataDir, ['users'])
  const [head, ...lines] = output.trimEnd().split('\n')
  expect(head).toMatch(/^name +email +confirmed +since +last seen +lists +storage$/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^阿达 🥑 {2}[0-9a-f]+@example\.org {2}no {9}\d{4}-\d\d-\d\d {2}\d{4}-\d\d-\d\d {2}0 {6}0 MB of 500 MB$/,
  )
  for (const secret of [ada.cookie, bob.cookie, 'unusable', ada.id]) expect(output).not.toContain(secret)
})

test('users prints no terminal control characters from stored names', async () => {
  const { larder } = dataWithoutServer()
  addPerson(larder, 'Ada\u009b31m\u202e\nroot')
  const { output } = await runLarder(larder.dataDir, ['users'])
  expect(output.split('\n')[1]).toMatch(/^Ada�31m��root {2}/)
  expect(output.trimEnd().split('\n')).toHaveLength(2)
})

describe('registration', () => {
  test('can be closed and opened while the server is running', async () => {
    const { larder } = await testLarder()
    expect((await runLarder(larder.dataDir, ['registration'])).output).toBe('Registration is open.\n')
    expect((await runLarder(larder.dataDir, ['registration', 'closed'])).output).toBe(
      'Registration is closed.\n',
    )
    expect((await post(larder, '/register', ADA)).status).toBe(403)
    expect(await (await fetch(`${larder.url}/register`)).text()).toContain(
      'Registration is closed on this server',
    )
    expect((await runLarder(larder.dataDir, ['registration'])).output).toBe('Registration is closed.\n')
    await runLarder(larder.dataDir, ['registration', 'open'])
    expect((await post(larder, '/register', ADA)).status).toBe(303)
  })

  nightly('can be limited to invited people', async () => {
    const { larder } = await testLarder()
    addPerson(larder)
    const { output } = await runLarder(larder.dataDir, ['registration', 'invited'])
    expect(output).toBe('Registration is by invitation only.\n')
    expect((await post(larder, '/register', ADA)).status).toBe(403)
    const page = await (await fetch(`${larder.url}/register`)).text()
    expect(page).toContain('You need an invitation to register on this server.')
    expect((await runLarder(larder.dataDir, ['registration'])).output).toBe(output)
  })

  test.each(['open', 'closed'])(
    'with REGISTRATION=invited, it stays so, and "%s" changes nothing',
    async (wanted) => {
      const folder = temporaryFolder()
      const environment = { REGISTRATION: 'invited' }
      const because =
        'Registration is by invitation only, because REGISTRATION=invited is set in the environment'
      expect(await runLarder(folder, ['registration', wanted], { environment })).toEqual({
        code: 1,
        output: `${because}. Nothing was changed. Change or remove REGISTRATION there, and restart Larder.\n`,
      })
      expect((await runLarder(folder, ['registration'], { environment })).output).toBe(`${because}.\n`)
      expect((await runLarder(folder, ['registration'])).output).toBe('Registration is open.\n')
    },
  )

  test('what the environment says wins over the command, and config, doctor and the start say so', async () => {
    const { larder } = await testLarder({ REGISTRATION: 'invited' })
    const { dataDir } = larder
    const environment = { REGISTRATION: 'invited' }
    await runLarder(dataDir, ['registration', 'closed'])
    expect((await runLarder(dataDir, ['config'])).output).toMatch(
      /^REGISTRATION +closed +larder registration$/m,
    )
    const set = await runLarder(dataDir, ['config'], { environment })
    expect(set.output).toMatch(/^REGISTRATION +invited +environment$/m)
    const ignored =
      'by invitation only, because REGISTRATION=invited is set in the environment, and "larder registration closed" has no effect.'
    const { output } = await runLarder(dataDir, ['doctor'], { environment })
    expect(output.replace(/ +/g, ' ')).toContain(`warn registration Registration is ${ignored}`)
    expect((await post(larder, '/register', ADA)).status).toBe(303)
    expect(larder.output()).toContain(
      'Registration is by invitation only, because REGISTRATION=invited is set',
    )
  })

  test('config shows what holds before the first start, and creates nothing', async () => {
    const folder = join(temporaryFolder(), 'new')
    expect((await runLarder(folder, ['config'])).output).toMatch(/^REGISTRATION +open +default$/m)
    expect(existsSync(folder)).toBe(false)
  })
})

test('the list of commands keeps its two columns apart', async () => {
  const { output } = await runLarder(temporaryFolder(), ['help'])
  const commands = output.split('\n').filter((line) => line.startsWith('  '))
  const columns = commands.map((line) => line.search(/(?<=\S {2,})[A-Z](?=[a-z]+ )/))
  expect(new Set(columns).size).toBe(1)
})

describe('check', () => {
  test('finds no problems while the server is running', async () => {
    const { larder } = await testLarder()
    addPerson(larder)
    const { code, output } = await runLarder(larder.dataDir, ['check'])
    expect({ code, output }).toEqual({
      code: 0,
      output: 'No problems found: 1 user, 0 lists, 0 items, 0 receipts.\n',
    })
  })

  test('lists receipts whose files are missing', async () => {
    const folder = temporaryFolder()
    await runLarder(folder, ['demo'])
    const { code, output } = await runLarder(folder, ['check'])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('2 receipts.') })
    rmSync(join(folder, 'receipts'), { recursive: true })
    const broken = await runLarder(folder, ['check'])
    expect(broken.code).toBe(1)
    expect(broken.output).toMatch(/the files of 2 of 2 receipts are missing:\n[0-9a-f]{32}\.webp\n/)
  })

  nightly('lists receipts whose files are damaged', async () => {
    const folder = temporaryFolder()
    await runLarder(folder, ['demo'])
    const receipts = join(folder, 'receipts')
    const files = readdirSync(receipts, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.webp'),
    )
    truncateSync(join(receipts, files[0] ?? ''), 100)
    truncateSync(join(receipts, files[1] ?? ''), 0)
    const { code, output } = await runLarder(folder, ['check'])
    expect(code).toBe(1)
    expect(output).toMatch(/the files of 2 of 2 receipts are damaged:\n(?:[0-9a-f]{32}\.webp\n){2}$/)
  })

  test('finds an overwritten page of the database', async () => {
    const folder = temporaryFolder()
    await runLarder(folder, ['demo'])
    damageItems(join(folder, 'larder.db'))
    const { code, output } = await runLarder(folder, ['check'])
    expect(code).toBe(1)
    expect(output).toMatch(/^The database is damaged: /)
    expect(output).not.toMatch(/^\s+at /m)
  })
})

/** Changes the schema, as an operator might to speed up a query. */
function addIndex(folder: string) {
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec('CREATE INDEX mine ON items (name)')
  database.close()
}

test('a restore into an empty folder does not speak of data from before', async () => {
  const [folder, empty] = [temporaryFolder(), join(temporaryFolder(), 'new')]
  const archive = join(temporaryFolder(), 'larder.tar')
  await runLarder(folder, ['demo'])
  expect((await runLarder(folder, ['backup', archive])).code).toBe(0)
  const first = await runLarder(empty, ['restore', archive])
  expect(first.output).toMatch(/^Restored 1 user, 5 lists, .* as of [\d-]+T[\d:.]+Z\.\n/)
  expect(readdirSync(empty).filter((name) => name.startsWith('before-'))).toEqual([])
  expect((await runLarder(empty, ['restore', archive])).output).toContain(
    ` The data from before the restore is in ${empty}/before-restore-`,
  )
})

test('check and backup warn about a changed schema, which restore refuses', async () => {
  const folder = temporaryFolder()
  const archive = join(temporaryFolder(), 'larder.tar')
  const reason = `The database is intact, but not as Larder created it: it has the index "mine", which Larder did not create. Undo this change, because backups with it can't be restored.\n`
  await runLarder(folder, ['user', 'add', 'Ada', ADA.email])
  addIndex(folder)
  expect(await runLarder(folder, ['check'])).toEqual({ code: 1, output: reason })
  const saved = await runLarder(folder, ['backup', archive])
  expect(saved.code).toBe(0)
  expect(saved.output.split('\n').slice(1).join('\n')).toBe(`Warning: ${reason}`)
  const restored = await runLarder(temporaryFolder(), ['restore', archive])
  expect(restored).toEqual({
    code: 1,
    output: expect.stringMatching(/^The database in this backup is not as/),
  })
  // The server still works with the index.
  expect((await runLarder(folder, ['users'])).code).toBe(0)
})

describe('links of commands', () => {
  const linkFor = async (dataDir: string, email: string, environment?: Record<string, string>) =>
    linkIn((await runLarder(dataDir, ['user', 'add', 'Ada', email], { environment })).output).origin

  nightly('lead to the running server, wherever it listens', async () => {
    const { larder, server } = await testLarder()
    expect(await linkFor(larder.dataDir, 'a@example.org', { PORT: '4000' })).toBe(larder.url)
    const killed = once(server, 'exit')
    server.kill('SIGKILL')
    await killed
    expect(existsSync(join(larder.dataDir, 'larder.server.url'))).toBe(true)
    expect(await linkFor(larder.dataDir, 'b@example.org', { PORT: '4000' })).toBe('http://localhost:4000')
  })

  nightly('start with BASE_URL, that of the command or else that of the server', async () => {
    const { larder, server } = await testLarder({ BASE_URL: 'https://larder.example' })
    const { dataDir } = larder
    expect(await linkFor(dataDir, 'a@example.org')).toBe('https://larder.example')
    const BASE_URL = 'https://other.example'
    expect(await linkFor(dataDir, 'b@example.org', { BASE_URL })).toBe(BASE_URL)
    const stopped = once(server, 'exit')
    server.kill('SIGTERM')
    await stopped
    expect(existsSync(join(dataDir, 'larder.server.url'))).toBe(false)
    expect(await linkFor(dataDir, 'c@example.org')).toBe('http://localhost:3000')
  })
})

describe('demo', () => {
  test('adds sample data to a running Larder and explains how to sign in', async () => {
    const { larder } = await testLarder()
    expect(await (await fetch(`${larder.url}/landing`)).text()).toContain('Create the first one')
    const { code, output } = await runLarder(larder.dataDir, ['demo'])
    expect(code).toBe(0)
    expect(output).toMatch(/^Added 5 sample lists\. Open\n/)
    expect(output).toContain(`\n  ${larder.url}/login\n`)
    expect(await (await fetch(`${larder.url}/landing`)).text()).not.toContain('Create the first one')
    const email = /email +(\S+)/.exec(output)?.[1] ?? ''
    const password = /password +(\S+)/.exec(output)?.[1] ?? ''
    const signedIn = await post(larder, '/login', { email, password })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const lists = await fetch(new URL(signedIn.headers.get('location') ?? '', larder.url), {
      headers: { cookie },
    })
    const html = await lists.text()
    for (const name of ['Saturday market', 'Weekly shopping']) expect(html).toContain(name)
    const receipts = larder.database.prepare('SELECT list_id FROM receipts').pluck().all()
    expect(receipts).toHaveLength(2)
    const picture = await fetch(`${larder.url}/receipt/${receipts[0]}`, { headers: { cookie } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('leaves the first account without an invitation to the first person', async () => {
    const { larder } = await testLarder({ REGISTRATION: 'invited' })
    await runLarder(larder.dataDir, ['demo'])
    expect(await (await fetch(`${larder.url}/register`)).text()).not.toContain('You need an invitation')
    expect((await post(larder, '/register', ADA)).status).toBe(303)
    expect((await post(larder, '/register', { ...ADA, email: 'eve@example.org' })).status).toBe(403)
  })

  nightly('adds the same to a stopped Larder, and says how to start it', async () => {
    const { larder } = await testLarder()
    await runLarder(larder.dataDir, ['demo'])
    const folder = temporaryFolder()
    const { output } = await runLarder(folder, ['demo'], { environment: { PORT: '4000' } })
    expect(output).toContain(`Start Larder (DATA_DIR=${folder} PORT=4000 npm start), open\n`)
    expect(output).toContain('\n  http://localhost:4000/login\n')
    const remembered = larder.database.prepare('SELECT name, uses, price_cents FROM memories ORDER BY name')
    expect(remembered.all().length).toBeGreaterThan(10)
    const stopped = new Sqlite(join(folder, 'larder.db'))
    expect(stopped.prepare(remembered.source).all()).toEqual(remembered.all())
    stopped.close()
  })

  nightly('refuses a Larder with accounts and changes nothing', async () => {
    const folder = temporaryFolder()
    await runLarder(folder, ['user', 'add', 'Ada', ADA.email])
    const { code, output } = await runLarder(folder, ['demo'])
    expect(code).toBe(1)
    expect(output).toMatch(/^This Larder already has accounts/)
    expect((await runLarder(folder, ['check'])).output).toContain('1 user, 0 lists')
  })

  nightly('adds the sample data only once when started twice at the same time', async () => {
    const folder = temporaryFolder()
    const both = await Promise.all([runLarder(folder, ['demo']), runLarder(folder, ['demo'])])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect((await runLarder(folder, ['check'])).output).toMatch(/: 1 user, 5 lists, /)
  })
})

test('config shows each setting and its source, but no secrets', async () => {
  const { code, output } = await runLarder(temporaryFolder(), ['config'], {
    environment: {
      SMTP_PASSWORD: 'hush-hush',
      OPENAI_BASE_URL: 'http://me:hush-hush@localhost:11434/v1',
      PORT: '4000',
    },
  })
  expect(code).toBe(0)
  expect(output).toMatch(/^PORT +4000 +environment$/m)
  expect(output).toMatch(/^LOG_LEVEL +info +default$/m)
  expect(output).toMatch(/^SMTP_PASSWORD +\(secret\) +environment$/m)
  expect(output).toMatch(/^OPENAI_BASE_URL +http:\/\/\(secret\)@localhost:11434\/v1 +environment$/m)
  expect(output).not.toContain('hush')
})

test('an invalid setting fails with one line', async () => {
  const environment = { PORT: 'eighty' }
  expect(await runLarder(temporaryFolder(), ['config'], { environment })).toEqual({
    code: 1,
    output:
      'PORT: "eighty" is not allowed. It must be a whole number from 0 to 65535 (0 picks a free port).\n',
  })
})

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const VERSIONS = new RegExp(`^Larder ${version}, Node ${process.versions.node}, SQLite 3\\.\\d+`)

test.each(someOf(['version', '--version', '-v']))(
  '%s shows the versions of Larder, Node and SQLite, even with an invalid setting',
  async (word) => {
    const result = await runLarder(temporaryFolder(), [word], { environment: { PORT: 'eighty' } })
    expect(result).toEqual({ code: 0, output: expect.stringMatching(VERSIONS) })
  },
)

test('where the package is linked, `larder` runs the commands from any folder', () => {
  const folder = temporaryFolder()
  const larder = join(folder, 'larder')
  symlinkSync(resolve('scripts/larder.mjs'), larder)
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const }
  const run = (...args: string[]) => spawnSync(larder, args, { cwd: folder, encoding: 'utf8', env })
  expect(run('--version').stdout).toMatch(VERSIONS)
  // Relative files are in the folder where they were typed.
  expect(run('restore', 'nothing.tar').stderr).toContain(join(folder, 'nothing.tar'))
  expect(readdirSync(folder)).toEqual(['larder'])
})

test('commands refuse a database that the server has not updated yet', async () => {
  const folder = temporaryFolder()
  await runLarder(folder, ['user', 'add', 'Ada', ADA.email])
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec(
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations); DROP TABLE settings',
  )
  database.close()
  const { code, output } = await runLarder(folder, ['registration', 'closed'])
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining('Start the server once'),
  })
})

test.runIf(process.geteuid?.() === 0)('root cannot create files that the server could not read', async () => {
  const folder = temporaryFolder()
  chownSync(folder, 12345, 12345)
  const { code, output } = await runLarder(folder, ['user', 'add', 'Ada', ADA.email])
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('not as root') })
  expect(existsSync(join(folder, 'larder.db'))).toBe(false)
})

test('user set-email, disable, enable and delete work beside a running server', async () => {
  const { larder } = await testLarder()
  const { dataDir, database } = larder
  const ben = { ...ADA, email: 'ben@example.org' }
  for (const account of [ADA, ben]) await post(larder, '/register', account)
  const run = async (...words: string[]) => runLarder(dataDir, ['user', ...words])
  const signIn = async (account: typeof ADA) =>
    (await post(larder, '/login', account)).headers.get('location')

  expect(await run('set-email', ADA.email, ben.email)).toMatchObject({
    code: 1,
    output: 'ben@example.org already has an account.\n',
  })
  expect((await run('set-email', ADA.email, 'nonsense')).code).toBe(1)
  expect((await run('set-email', ADA.email, ' Ada@Example.COM')).output).toBe(
    'Changed ada@example.org to ada@example.com. The password stays the same.\n',
  )
  const moved = { ...ADA, email: 'ada@example.com' }
  expect(await signIn(ADA)).toBeNull()
  expect(await signIn(moved)).toMatch(/userID/)

  expect((await run('disable', moved.email)).output).toContain('Disabled ada@example.com.')
  expect((await run('disable', moved.email)).output).toBe('ada@example.com is already disabled.\n')
  const refused = await post(larder, '/login', moved)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('This account is disabled. Ask the person who runs this server.')
  expect((await runLarder(dataDir, ['users'])).output).toMatch(/ada@example\.com +disabled /)
  expect((await run('reset-password', moved.email)).output).toBe(
    'ada@example.com is disabled. Enable it first: larder user enable ada@example.com\n',
  )
  expect((await run('enable', moved.email)).output).toBe('Enabled ada@example.com.\n')
  expect((await run('enable', moved.email)).output).toBe('ada@example.com is not disabled.\n')
  expect(await signIn(moved)).toMatch(/userID/)

  expect((await run('delete', moved.email)).output).toBe('Deleted ada@example.com with all its data.\n')
  expect((await run('delete', moved.email)).code).toBe(1)
  expect(await signIn(moved)).toBeNull()
  expect(database.prepare('SELECT email FROM users').pluck().all()).toEqual([ben.email])
})
