import { expect, test } from 'vitest'
import { freePort } from '../support/freePort.mjs'
import { runLarder } from '../support/operator.ts'
import { emptyDatabase, query } from '../support/postgres.ts'
import { postgresProxy } from '../support/postgresProxy.ts'
import { temporaryFolder } from '../support/services.ts'
import { testLarder } from '../support/testLarder.ts'

async function doctor(dataDir: string, environment: Record<string, string>) {
  const { code, output } = await runLarder(dataDir, ['doctor'], { environment })
  return { code, output, lines: output.split('\n').map((line) => line.replace(/ {2,}/g, ' ')) }
}

async function settings() {
  const PORT = String(await freePort())
  return { PORT, BASE_URL: `http://127.0.0.1:${PORT}`, DATABASE_URL: await emptyDatabase() }
}

test('a running Larder and its database are ok', async () => {
  const environment = await settings()
  const { larder } = await testLarder(environment)
  const { code, lines } = await doctor(larder.dataDir, environment)
  expect(code).toBe(0)
  expect(lines).toContainEqual(expect.stringMatching(/^ok database PostgreSQL \d+\.\d+.*, [\d.]+ ms away\.$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ok BASE_URL .* reaches this Larder\.$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ok clock .* UTC, like other servers/))
})

test('with a wrong DATABASE_URL, only that is blamed, and not the server or BASE_URL', async () => {
  const environment = await settings()
  const { larder } = await testLarder(environment)
  const DATABASE_URL = new URL(environment.DATABASE_URL)
  DATABASE_URL.password = 'not-the-password'
  const { code, lines } = await doctor(larder.dataDir, { ...environment, DATABASE_URL: DATABASE_URL.href })
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL database DATABASE_URL: /),
  ])
  const unknown = "It can't be asked whether it has this data, because that can't be read here."
  expect(lines).toContain(`ok server A Larder is running at http://127.0.0.1:${environment.PORT}. ${unknown}`)
  expect(lines).toContain(`ok BASE_URL ${environment.BASE_URL} reaches a Larder. ${unknown}`)
})

test('an empty database stays empty', async () => {
  const environment = await settings()
  const { code, lines } = await doctor(temporaryFolder(), environment)
  expect(code).toBe(0)
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok database .* It is empty: the next start prepares it\.$/),
  )
  expect(await query(environment.DATABASE_URL, "SELECT to_regclass('larder_migrations') AS ours")).toEqual([
    { ours: null },
  ])
})

test('a server that is gone or never answers is named, without the password', async () => {
  const environment = await settings()
  const url = new URL(environment.DATABASE_URL)
  url.password = 'rye-and-barley'
  const { url: DATABASE_URL, state } = await postgresProxy(url.href)
  state.isSilent = true
  const silent = await doctor(temporaryFolder(), { ...environment, DATABASE_URL })
  expect(silent.code).toBe(1)
  expect(silent.lines).toContainEqual(
    expect.stringMatching(/^FAIL database DATABASE_URL: Larder cannot reach/),
  )
  url.port = '9'
  const gone = await doctor(temporaryFolder(), { ...environment, DATABASE_URL: url.href })
  expect(gone.code).toBe(1)
  expect(gone.lines).toContainEqual(
    expect.stringMatching(
      /^FAIL database DATABASE_URL: Larder cannot reach PostgreSQL at .*:9 .* Start it, or/,
    ),
  )
  expect(silent.output + gone.output).not.toContain('barley')
})
