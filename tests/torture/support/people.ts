import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import pg from 'pg'
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
  const person = newPerson()
  database
    .prepare('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(person.id, 'Ada', `${person.id}@example.org`, 'unusable', now)
  database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    )
    .run(sessionId(person), person.id, now, now, now + 86_400_000)
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(person.listId, 'Saturday', person.id, now)
  return person
}

/** The same in a migrated PostgreSQL database. */
export async function makePeopleInPostgres(url: string, count: number): Promise<Person[]> {
  const client = new pg.Client(url)
  await client.connect()
  const people = Array.from({ length: count }, newPerson)
  const now = Date.now()
  for (const person of people) {
    await client.query(
      'INSERT INTO users (id, name, email, password_hash, created_at) VALUES ($1, $2, $3, $4, $5)',
      [person.id, 'Ada', `${person.id}@example.org`, 'unusable', now],
    )
    await client.query(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)',
      [sessionId(person), person.id, now, now + 86_400_000],
    )
    await client.query('INSERT INTO lists (id, name, created_by, created_at) VALUES ($1, $2, $3, $4)', [
      person.listId,
      'Saturday',
      person.id,
      now,
    ])
  }
  await client.end()
  return people
}

function newPerson(): Person {
  return { id: newId(), cookie: randomBytes(32).toString('base64url'), listId: newId() }
}

const sessionId = ({ cookie }: Person) => createHash('sha256').update(cookie).digest('hex')
