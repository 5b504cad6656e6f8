import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { newId } from '#app/domain/ids.ts'
import { openConnection } from '#db/sqlite/client.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'

export interface Person {
  id: string
  cookie: string
  listId: string
}

/** Creates a database with signed-in users, each with an empty list, before the server starts. */
export function makePeople(dataDir: string, count: number): Person[] {
  const file = join(dataDir, 'larder.db')
  migrateDatabase(file)
  const database = openConnection(file)
  const people = database.transaction(() => Array.from({ length: count }, () => makePerson(database)))()
  database.close()
  return people
}

function makePerson(database: Sqlite.Database): Person {
  const now = Date.now()
  const person = { id: newId(), cookie: randomBytes(32).toString('base64url'), listId: newId() }
  const session = createHash('sha256').update(person.cookie).digest('hex')
  database
    .prepare('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(person.id, 'Ada', `${person.id}@example.org`, 'unusable', now)
  database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(session, person.id, now, now, now + 86_400_000)
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(person.listId, 'Saturday', person.id, now)
  return person
}
