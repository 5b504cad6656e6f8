import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addPerson, type Larder, startLarder } from '../support/larder.ts'
import { operate } from '../support/operator.ts'
import { temporaryFolder } from '../support/services.ts'

async function running(environment?: Record<string, string>): Promise<Larder> {
  const { larder, stop } = await startLarder(environment)
  onTestFinished(stop)
  return larder
}

function post(larder: Larder, path: string, fields: Record<string, string>) {
  return fetch(larder.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }

function linkIn(said: string): URL {
  return new URL(/https?:\S+/.exec(said)?.[0] ?? '')
}

async function choosePassword(larder: Larder, link: URL, password: string) {
  const { token = '', email = '' } = Object.fromEntries(link.searchParams)
  return post(larder, `${link.pathname}${link.search}`, { token, email, password })
}

describe('the help', () => {
  test.each([[[]], [['help']], [['--help']]])('%j shows every command and is no failure', async (words) => {
    const { code, said } = await operate(temporaryFolder(), words)
    expect(code).toBe(0)
    for (const name of ['users', 'user add', 'user reset-password', 'registration', 'check']) {
      expect(said).toContain(`\n  ${name} `)
    }
    for (const name of ['backup', 'restore', 'demo', 'config', 'version']) {
      expect(said).toContain(`\n  ${name} `)
    }
  })

  test.each([
    [['nonsense'], 'There is no command "nonsense".'],
    [['toString'], 'There is no command "toString".'],
    [['user'], 'There is no command "user".'],
    [['user', 'add', 'Ada'], 'npm run larder -- user add NAME EMAIL'],
    [['user', 'add', 'Ada', ''], 'npm run larder -- user add NAME EMAIL'],
    [['backup'], 'npm run larder -- backup FILE'],
    [['backup', 'a', 'b'], 'npm run larder -- backup FILE'],
    [['registration', 'ajar'], 'npm run larder -- registration [open | closed]'],
  ])('%j is not understood and says what would be', async (words, sentence) => {
    const { code, said } = await operate(temporaryFolder(), words)
    expect(code).toBe(2)
    expect(said).toContain(sentence)
    expect(said).not.toMatch(/^\s+at /m)
  })
})

describe('without data', () => {
  test.each([
    [['users']],
    [['check']],
    [['registration']],
    [['backup', 'x.tar']],
    [['user', 'reset-password', 'ada@example.org']],
  ])('%j says so and makes none', async (words) => {
    const folder = join(temporaryFolder(), 'mistyped')
    const { code, said } = await operate(folder, words)
    expect({ code, said }).toEqual({
      code: 1,
      said: `There is no Larder in ${folder} yet. DATA_DIR names the folder.\n`,
    })
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that cannot be is a sentence', async () => {
    const { code, said } = await operate(join(temporaryFolder(), 'x'.repeat(300)), ['users'])
    expect(code).toBe(1)
    expect(said).toMatch(/^This path does not fit: .*\n$/)
  })
})

describe('user add', () => {
  test('makes an account that can be used once its password is chosen by the link', async () => {
    const larder = await running({ BASE_URL: 'https://larder.example' })
    const environment = { BASE_URL: 'https://larder.example' }
    const made = await operate(larder.dataDir, ['user', 'add', 'Ada', 'Ada@Example.org'], { environment })
    expect(made.code).toBe(0)
    const link = linkIn(made.said)
    expect(link.origin + link.pathname).toBe('https://larder.example/auth/reset-password')
    expect((await choosePassword(larder, link, ADA.password)).status).toBe(200)
    const signedIn = await post(larder, '/login', ADA)
    expect(signedIn.headers.get('location')).toMatch(/^\/\?userID=/)
    expect((await choosePassword(larder, link, 'another password')).status).toBe(400)
  })

  test('works before the first start, and with registration closed', async () => {
    const folder = join(temporaryFolder(), 'new')
    const made = await operate(folder, ['user', 'add', 'Ada', ADA.email], {
      environment: { REGISTRATION: 'closed' },
    })
    expect(made.code).toBe(0)
    expect((await operate(folder, ['users'])).said).toMatch(/Ada +ada@example\.org +no /)
  })

  test.each([
    ['Ada', 'nonsense', 'This does not look like an email address.'],
    [' ', ADA.email, 'Please tell us your name.'],
    ['A'.repeat(201), ADA.email, 'A name can have 200 characters at the most.'],
    ['Ada', 'taken@example.org', 'taken@example.org has an account already.'],
  ])('refuses %.9s %s with a sentence', async (name, email, sentence) => {
    const folder = temporaryFolder()
    await operate(folder, ['user', 'add', 'First', 'taken@example.org'])
    expect(await operate(folder, ['user', 'add', name, email])).toEqual({ code: 1, said: `${sentence}\n` })
  })
})

test('user reset-password prints a link; until it is used the old password works', async () => {
  const larder = await running()
  await post(larder, '/register', ADA)
  const { code, said } = await operate(larder.dataDir, ['user', 'reset-password', ' ADA@example.org'])
  expect(code).toBe(0)
  expect((await post(larder, '/login', ADA)).headers.get('location')).toMatch(/userID/)
  expect((await choosePassword(larder, linkIn(said), 'a newer password')).status).toBe(200)
  expect((await post(larder, '/login', ADA)).status).toBe(400)
  const again = await post(larder, '/login', { ...ADA, password: 'a newer password' })
  expect(again.headers.get('location')).toMatch(/userID/)
  expect(await operate(larder.dataDir, ['user', 'reset-password', 'eve@example.org'])).toEqual({
    code: 1,
    said: 'Nobody has an account with eve@example.org.\n',
  })
})

test('users lists everybody, and nothing that lets anybody in', async () => {
  const larder = await running()
  const ada = addPerson(larder, '阿达 🥑')
  const bob = addPerson(larder, 'Bob')
  const { said } = await operate(larder.dataDir, ['users'])
  const [head, ...lines] = said.trimEnd().split('\n')
  expect(head).toMatch(/^name +email +confirmed +since +last seen +lists +storage$/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^阿达 🥑 {2}[0-9a-f]+@example\.org {2}no {9}\d{4}-\d\d-\d\d {2}\d{4}-\d\d-\d\d {2}0 {6}0 MB of 500 MB$/,
  )
  for (const secret of [ada.cookie, bob.cookie, 'unusable', ada.id]) expect(said).not.toContain(secret)
})

test('users prints nothing that steers a terminal, whatever an older version stored', async () => {
  const larder = await running()
  addPerson(larder, 'Ada\u009b31m\u202e\nroot')
  const { said } = await operate(larder.dataDir, ['users'])
  expect(said.split('\n')[1]).toMatch(/^Ada�31m��root {2}/)
  expect(said.trimEnd().split('\n')).toHaveLength(2)
})

describe('registration', () => {
  test('is closed and opened while the server runs, and stays so after a restart', async () => {
    const larder = await running()
    expect((await operate(larder.dataDir, ['registration'])).said).toBe('Registration is open.\n')
    expect((await operate(larder.dataDir, ['registration', 'closed'])).said).toBe('Registration is closed.\n')
    expect((await post(larder, '/register', ADA)).status).toBe(403)
    expect(await (await fetch(`${larder.url}/register`)).text()).toContain('New accounts are not being made')
    expect((await operate(larder.dataDir, ['registration'])).said).toBe('Registration is closed.\n')
    await operate(larder.dataDir, ['registration', 'open'])
    expect((await post(larder, '/register', ADA)).status).toBe(303)
  })

  test('stays closed when the configuration closes it, and says so', async () => {
    const folder = temporaryFolder()
    const environment = { REGISTRATION: 'closed' }
    const { code, said } = await operate(folder, ['registration', 'open'], { environment })
    expect(code).toBe(1)
    expect(said).toContain('REGISTRATION=closed')
  })
})

describe('check', () => {
  test('finds nothing wrong beside a server that is at work', async () => {
    const larder = await running()
    addPerson(larder)
    const { code, said } = await operate(larder.dataDir, ['check'])
    expect({ code, said }).toEqual({ code: 0, said: 'All is well: 1 user, 0 lists, 0 items, 0 receipts.\n' })
  })

  test('names receipts whose files are missing', async () => {
    const folder = temporaryFolder()
    await operate(folder, ['demo'])
    const { code, said } = await operate(folder, ['check'])
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('2 receipts.') })
    rmSync(join(folder, 'receipts'), { recursive: true })
    const broken = await operate(folder, ['check'])
    expect(broken.code).toBe(1)
    expect(broken.said).toMatch(/the files of 2 of 2 receipts are missing:\n[0-9a-f]{32}\.webp\n/)
  })

  test('finds a page of the database that was overwritten', async () => {
    const folder = temporaryFolder()
    await operate(folder, ['demo'])
    const file = join(folder, 'larder.db')
    const database = new Sqlite(file)
    database.pragma('wal_checkpoint(TRUNCATE)')
    const root = Number(
      database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'items'").pluck().get(),
    )
    database.close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, (root - 1) * 4096, root * 4096)
    writeFileSync(file, bytes)
    const { code, said } = await operate(folder, ['check'])
    expect(code).toBe(1)
    expect(said).toMatch(/^The database is damaged: /)
    expect(said).not.toMatch(/^\s+at /m)
  })
})

/** As an operator might, who wants a report to be quicker. */
function addIndex(folder: string) {
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec('CREATE INDEX mine ON items (name)')
  database.close()
}

test('a database that others changed is checked and saved, with the warning that restore refuses it', async () => {
  const folder = temporaryFolder()
  const archive = join(temporaryFolder(), 'larder.tar')
  const reason =
    'is whole, but it is not as Larder made it: it has the index "mine", which Larder did not make. Undo that change: a backup with it cannot be restored.\n'
  await operate(folder, ['user', 'add', 'Ada', ADA.email])
  addIndex(folder)
  expect(await operate(folder, ['check'])).toEqual({ code: 1, said: `The database ${reason}` })
  const saved = await operate(folder, ['backup', archive])
  expect(saved.code).toBe(0)
  expect(saved.said.split('\n').slice(1).join('\n')).toBe(`Beware: the database ${reason}`)
  const restored = await operate(temporaryFolder(), ['restore', archive])
  expect(restored).toEqual({ code: 1, said: expect.stringMatching(/^The database in this backup is not as/) })
  // It goes on serving: an index of the operator's own does no harm there.
  expect((await operate(folder, ['users'])).code).toBe(0)
})

describe('demo', () => {
  test('fills an empty Larder and says how to sign in', async () => {
    const larder = await running()
    const { code, said } = await operate(larder.dataDir, ['demo'])
    expect(code).toBe(0)
    const email = /email +(\S+)/.exec(said)?.[1] ?? ''
    const password = /password +(\S+)/.exec(said)?.[1] ?? ''
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

  test('is refused where somebody has an account, and changes nothing', async () => {
    const folder = temporaryFolder()
    await operate(folder, ['user', 'add', 'Ada', ADA.email])
    const { code, said } = await operate(folder, ['demo'])
    expect(code).toBe(1)
    expect(said).toMatch(/^Somebody has an account in this Larder already/)
    expect((await operate(folder, ['check'])).said).toContain('1 user, 0 lists')
  })

  test('started twice at once makes one household', async () => {
    const folder = temporaryFolder()
    const both = await Promise.all([operate(folder, ['demo']), operate(folder, ['demo'])])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect((await operate(folder, ['check'])).said).toMatch(/: 1 user, 5 lists, /)
  })
})

test('config shows what is set and by whom, and no secret', async () => {
  const { code, said } = await operate(temporaryFolder(), ['config'], {
    environment: {
      SMTP_PASSWORD: 'hush-hush',
      OPENAI_BASE_URL: 'http://me:hush-hush@localhost:11434/v1',
      PORT: '4000',
    },
  })
  expect(code).toBe(0)
  expect(said).toMatch(/^PORT +4000 +environment$/m)
  expect(said).toMatch(/^LOG_LEVEL +info +default$/m)
  expect(said).toMatch(/^SMTP_PASSWORD +\(secret\) +environment$/m)
  expect(said).toMatch(/^OPENAI_BASE_URL +http:\/\/\(secret\)@localhost:11434\/v1 +environment$/m)
  expect(said).not.toContain('hush')
})

test('a wrong setting is one line', async () => {
  const environment = { PORT: 'eighty' }
  expect(await operate(temporaryFolder(), ['version'], { environment })).toEqual({
    code: 1,
    said: 'PORT: "eighty" is not allowed. It must be a whole number from 0 to 65535 (0 picks a free port).\n',
  })
})

test('version says which Larder, Node and SQLite these are', async () => {
  const { said } = await operate(temporaryFolder(), ['version'])
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(said).toMatch(new RegExp(`^Larder ${version}, Node ${process.versions.node}, SQLite 3\\.\\d+`))
})

test('a database of an older Larder is left to the server', async () => {
  const folder = temporaryFolder()
  await operate(folder, ['user', 'add', 'Ada', ADA.email])
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec(
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations); DROP TABLE settings',
  )
  database.close()
  const { code, said } = await operate(folder, ['registration', 'closed'])
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('Start this one once') })
})

test.runIf(process.geteuid?.() === 0)(
  'root is kept from leaving files that the server cannot read',
  async () => {
    const folder = temporaryFolder()
    chownSync(folder, 12345, 12345)
    const { code, said } = await operate(folder, ['user', 'add', 'Ada', ADA.email])
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('not as root') })
    expect(existsSync(join(folder, 'larder.db'))).toBe(false)
  },
)
