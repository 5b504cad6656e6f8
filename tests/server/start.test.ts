import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { networkUrls } from '#app/start/networkUrls.server.ts'
import { copyDatabase } from '#db/sqlite/copy.ts'
import { lockForServer } from '#db/sqlite/dataFolder.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { nightly } from '#tests/support/nightly.ts'
import { firstMigrations } from '../support/migrations.ts'
import { runLarder } from '../support/operator.ts'
import { temporaryFolder } from '../support/services.ts'
import { startError } from '../support/startError.ts'
import { testLarder } from '../support/testLarder.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test('an invalid key prevents the start with one line', async () => {
  expect(await startError({ PORT: 'eighty' })).toBe(
    'PORT: "eighty" is not allowed. It must be a whole number from 0 to 65535 (0 picks a free port).\n',
  )
})

test('a port in use prevents the start and is named', async () => {
  const { larder } = await testLarder()
  const port = Number(new URL(larder.url).port)
  expect(await startError({ PORT: String(port) })).toBe(
    `Port ${port} is already in use. Stop the other program, or start Larder on another port: PORT=${port + 1} npm start\n`,
  )
})

test('a second server on the same folder is refused, and the first keeps running', async () => {
  const { larder } = await testLarder()
  expect(await startError({ DATA_DIR: larder.dataDir })).toMatch(
    /^DATA_DIR: another Larder server is already using \S+\. Stop it, or use another folder: DATA_DIR=.* npm start\n$/,
  )
  expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
})

test('the database of another program prevents the start and is not changed', async () => {
  const folder = temporaryFolder()
  const database = new Sqlite(join(folder, 'larder.db'))
  database.exec("CREATE TABLE records (name TEXT); INSERT INTO records VALUES ('Blue')")
  expect(await startError({ DATA_DIR: folder })).toMatch(/larder\.db belongs to another program\. .*\n$/)
  expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['records'])
  database.close()
})

test('an address of another machine prevents the start', async () => {
  expect(await startError({ HOST: '192.0.2.1' })).toMatch(
    /^HOST: This machine does not have that address\. .*\n$/,
  )
})

test('an unusable data folder prevents the start', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(await startError({ DATA_DIR: file })).toMatch(/^DATA_DIR: Larder cannot write there .*\n$/)
  expect(await startError({ DATA_DIR: join(file, 'deeper') })).toMatch(
    /^DATA_DIR: Larder cannot write there .*\n$/,
  )
})

test('a file that is not a database prevents the start', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'larder.db'), 'a shopping list\n'.repeat(100))
  expect(await startError({ DATA_DIR: folder })).toMatch(
    /^DATA_DIR: larder.db in this folder is not a database.*\n$/,
  )
})

/** Of a log where every line is JSON. */
const sentencesOf = (output: string): string[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg)

const PHONE = 'On a phone in the same network'

test('the start says what to open here, and on a phone if one can reach it', async () => {
  const { larder } = await testLarder({ HOST: '0.0.0.0' })
  const port = Number(new URL(larder.url).port)
  const urls = networkUrls({ address: '0.0.0.0', port, family: 'IPv4' })
  // A slow start says how long it took.
  expect(sentencesOf(larder.output())).toContainEqual(
    expect.stringMatching(
      new RegExp(`^Larder ${version} is ready(?: after \\d+ s)?: open http://localhost:${port}$`),
    ),
  )
  const line = `${PHONE}: ${urls.join(' or ')}`
  expect(sentencesOf(larder.output()).includes(line)).toBe(urls.length > 0)
  const others: Record<string, string>[] = [
    { HOST: '127.0.0.1' },
    { HOST: '0.0.0.0', BASE_URL: 'https://larder.example' },
  ]
  for (const environment of others)
    expect((await testLarder(environment)).larder.output()).not.toContain(PHONE)
})

nightly('a start that took long says how long', async () => {
  const wait = 'data:text/javascript,await new Promise((go) => setTimeout(go, 3600))'
  const { larder } = await testLarder({ NODE_OPTIONS: `--import="${wait}"` })
  expect(larder.output()).toMatch(/Larder \S+ is ready after \d+ s: open http:\/\/localhost:\d+"/)
})

const ACCOUNT = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }

async function registerAndForget(environment: Record<string, string>) {
  const { larder } = await testLarder(environment)
  const post = (path: string) =>
    fetch(larder.url + path, { method: 'POST', body: new URLSearchParams(ACCOUNT), redirect: 'manual' })
  await post('/register')
  await post('/forgot-password')
  return larder
}

// security: links-in-log
test('without a mail server, the log has no links, but the account and the command that helps', async () => {
  const larder = await registerAndForget({})
  const linesAbout = (command: string) =>
    larder
      .output()
      .split('\n')
      .filter((line) => line.includes(command))
  await expect.poll(() => linesAbout('larder user confirm EMAIL')).toHaveLength(1)
  await expect.poll(() => linesAbout('larder user reset-password EMAIL')).toHaveLength(1)
  const id = larder.database.prepare('SELECT id FROM users').pluck().get()
  for (const command of ['confirm', 'reset-password'])
    expect(JSON.parse(linesAbout(command)[0] ?? '')).toMatchObject({ level: 'info', user: id })
  expect(larder.output()).not.toMatch(/token=|ada@example|ada%40/)
  expect(larder.database.prepare('SELECT count(*) FROM tokens').pluck().get()).toBe(0)
})

test('with MAIL_TO_LOG=on, the log has the links, with the port that a server without one got', async () => {
  const larder = await registerAndForget({ MAIL_TO_LOG: 'on', LOG_LEVEL: 'error' })
  for (const path of ['/user/verify-email', '/auth/reset-password'])
    await expect.poll(larder.output).toContain(`${larder.url}${path}?token=`)
  for (const sentence of sentencesOf(larder.output())) expect(sentence).toEqual(expect.any(String))
})

test('mistyped settings are named at the start, all in one sentence', async () => {
  const { larder } = await testLarder({ SMPT_HOST: 'mail.example.org', TRUSTPROXY: '1', LOG_LEVEL: 'error' })
  expect(sentencesOf(larder.output()).filter((sentence) => sentence.includes('did you mean'))).toEqual([
    'SMPT_HOST (did you mean SMTP_HOST?), TRUSTPROXY (did you mean TRUST_PROXY?) are not settings of Larder. Correct or remove them.',
  ])
})

// ASVS 16.4.1
test('every line on standard output is JSON, with the version, from the first to the last', async () => {
  const dataDir = temporaryFolder()
  migrateDatabase(join(dataDir, 'larder.db'), firstMigrations(14))
  change(dataDir, ADA)
  const sentences = sentencesOf(await runOnce(dataDir))
  expect(sentences).toContainEqual(expect.stringContaining('Updated the database for Larder'))
  expect(sentences).toContainEqual(expect.stringContaining(`Larder ${version} is ready`))
  expect(sentences.at(-1)).toBe('stopped')
})

test('a command that looks for a server does not keep one from starting', async () => {
  const folder = temporaryFolder()
  lockForServer(folder, 'http://localhost:3000').release()
  const program = `
    import Sqlite from 'better-sqlite3'
    const lock = new Sqlite(${JSON.stringify(join(folder, 'larder.server.lock'))})
    lock.exec('BEGIN; SELECT 1 FROM sqlite_schema')
    console.log('locked')
    setTimeout(() => lock.close(), 100)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program])
  await once(other.stdout, 'data')
  lockForServer(folder, 'http://localhost:3000').release()
})

/** A server of this version on a folder of its own. */
async function runOnce(dataDir: string) {
  const { larder, server } = await testLarder({ DATA_DIR: dataDir })
  const stopped = once(server, 'exit')
  server.kill('SIGTERM')
  await stopped
  return larder.output()
}

function change(dataDir: string, sql: string) {
  const database = new Sqlite(join(dataDir, 'larder.db'))
  database.exec(sql)
  database.close()
}

const ADA = `INSERT INTO users (id, name, email, password_hash, created_at)
  VALUES ('u', 'Ada', 'ada@example.org', 'x', 1)`

test('the first start after an update says where the copy from before is', async () => {
  const dataDir = temporaryFolder()
  migrateDatabase(join(dataDir, 'larder.db'), firstMigrations(14))
  change(dataDir, ADA)
  const copy = join(dataDir, 'larder.db.before-0014_household')
  const output = await runOnce(dataDir)
  expect(sentencesOf(output)).toContain(
    `Updated the database for Larder ${version}. A copy from before is in ${copy}`,
  )
  expect(output.indexOf('Updated')).toBeLessThan(output.indexOf('is ready'))
  expect(existsSync(copy)).toBe(true)
  expect(await runOnce(dataDir)).not.toContain('Updated')
})

test('a newer database prevents the start: the message names its version and the command to go back', async () => {
  const dataDir = temporaryFolder()
  await runOnce(dataDir)
  change(dataDir, ADA)
  const copy = join(dataDir, 'larder.db.before-0099_pantry')
  copyDatabase(join(dataDir, 'larder.db'), copy)
  change(
    dataDir,
    `CREATE TABLE pantry (id TEXT) STRICT; PRAGMA user_version=1001000; UPDATE users SET name = 'Eve';
      INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15)`,
  )
  const sentence = `The database ${join(dataDir, 'larder.db')} needs Larder 1.1.0 or newer, and this is Larder ${version}. Nothing was changed. Start that version. Or go back to the copy from before the update, without what was changed since: DATA_DIR=${dataDir} npm run restore -- ${copy} (in a container or as a service: larder restore ${copy})\n`
  expect(await startError({ DATA_DIR: dataDir })).toBe(sentence)
  expect(await runLarder(dataDir, ['users'])).toEqual({ code: 1, output: sentence })
  expect((await runLarder(dataDir, ['restore', copy])).code).toBe(0)
  await runOnce(dataDir)
  expect((await runLarder(dataDir, ['users'])).output).toContain('Ada')
})
