import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import type { User } from '#app/domain/access/access.ts'
import { createPasswords } from '#app/domain/accounts/passwords.ts'
import { newId } from '#app/domain/ids.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { startMailbox } from './mailbox.ts'
import { onPostgres } from './size.ts'

/** For domain functions that write audit entries. */
export const CALLER = { address: '192.0.2.1' }

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Environment = Record<string, string>

/** Real services with a new database. */
export async function testServices(environment: Environment = {}): Promise<Services> {
  if (!onPostgres) return start(environment, '')
  const url = await newDatabase()
  const { withKeptConnections } = await import('./keptConnections.ts')
  return withKeptConnections(() => start(environment, url))
}

/** Services of two servers on one new PostgreSQL database. The second starts after the first. */
export async function twoServices(environment: Environment = {}) {
  const url = await newDatabase()
  const here = await start(environment, url)
  const there = await start(environment, url)
  return { url, here, there }
}

async function newDatabase(): Promise<string> {
  return (await import('./postgres.ts')).testDatabase()
}

/** Real hashes with the lowest useful cost, by the same threads in all tests of this process. */
const passwords = createPasswords({ cost: 5 })

let migrated: Buffer | undefined

/** The migrations take longer than most tests. */
function copyMigrated(file: string): void {
  if (existsSync(file)) return
  if (migrated) {
    writeFileSync(file, migrated)
  } else {
    migrateDatabase(file)
    migrated = readFileSync(file)
  }
}

async function start(environment: Environment, databaseUrl: string): Promise<Services> {
  const config = readConfig({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', ...environment })
  config.DATABASE_URL = databaseUrl
  if (!databaseUrl) copyMigrated(join(config.DATA_DIR, 'larder.db'))
  const services = await createServices(config, createLog(config.LOG_LEVEL))
  services.passwords = { ...passwords }
  onTestFinished(() => services.close())
  return services
}

/** Services with a real SMTP server. */
export async function servicesWithMail(environment: Environment = {}) {
  const { mailbox, settings } = await testMailbox()
  const services = await testServices({ ...settings, ...environment })
  return { services, mailbox }
}

/** A real SMTP server and the settings to send mail there. */
export async function testMailbox() {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const settings = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
    BASE_URL: 'https://larder.example',
  }
  return { mailbox, settings }
}

/** A user without a usable password; tests that sign in must register instead. */
export async function addUser(services: Services, name = 'Ada'): Promise<User> {
  const id = newId()
  const user = { id, name, email: `${id}@example.org` }
  await services.write((tx) =>
    tx
      .insert(users)
      .values({ ...user, passwordHash: 'unusable', createdAt: Date.now() })
      .run(),
  )
  return user
}
