import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { newId } from '#app/domain/ids.ts'
import type { User } from '#app/domain/sessions.ts'
import { createLog } from '#app/http/log.ts'
import { createServices, type Services } from '#app/services.server.ts'
import { users } from '#db/schema.ts'

/** A folder of the test's own, gone afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The real thing on a real database in a folder of its own. */
export function testServices(environment: Record<string, string> = {}): Services {
  const config = readConfig({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', ...environment })
  const services = createServices(config, createLog(config.LOG_LEVEL))
  onTestFinished(() => services.close())
  return services
}

/** Somebody with an account; the password is nobody's, so tests that sign in register instead. */
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
