import { createTemplate, dropTemplate } from './postgres.ts'
import { startPostgres } from './postgresServer.mjs'

/** Tests use the server in TEST_POSTGRES, or one of their own where PostgreSQL is installed. */
export default async function setup() {
  // Several projects have this setup; the first makes the database of all.
  if (process.env.TEST_POSTGRES_TEMPLATE) return
  const server = process.env.TEST_POSTGRES ? undefined : await startPostgres()
  if (server) process.env.TEST_POSTGRES = server.url
  if (!process.env.TEST_POSTGRES) return
  await createTemplate()
  return async () => {
    await dropTemplate()
    await server?.stop()
  }
}
