// Fills a database with users, lists and items.
import { createHash, randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'

const NAMES = [
  'Sourdough bread',
  'Tomatoes on the vine',
  'Free-range eggs',
  'Olive oil',
  'Lemons',
  'Milk',
  'Basil',
]
const PASSWORD = 'a long enough passphrase'

/**
 * Creates many users, because requests per user and minute are limited.
 * `background` items belong to another user, to make the database larger.
 */
export function fill(file, { people, itemsEach, background = 0, passwordHash = 'unusable' }) {
  const db = new Sqlite(file)
  db.pragma('synchronous=OFF')
  const now = Date.now()
  const user = db.prepare(
    'INSERT INTO users (id, name, email, password_hash, email_verified_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const session = db.prepare(
    'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const list = db.prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
  const item = db.prepare(
    'INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const addItems = (listId, count) =>
    Array.from({ length: count }, (_, index) => {
      const id = randomUUID()
      const name = `${NAMES[index % NAMES.length]} ${index}`
      item.run(
        id,
        listId,
        name,
        1000 + (index % 4) * 500,
        35 + index * 7,
        index % 5 === 4 ? 1 : 0,
        now + index,
        now,
        now,
      )
      return id
    })

  const filled = db.transaction(() => {
    const created = Array.from({ length: people }, (_, index) => {
      const id = randomUUID()
      const cookie = `bench-${index}-${randomUUID()}`
      const email = `${id}@example.org`
      user.run(id, `Person ${index}`, email, passwordHash, now, now)
      session.run(createHash('sha256').update(cookie).digest('hex'), id, now, now, now + 86_400_000)
      const listId = randomUUID()
      list.run(listId, 'Saturday market', id, now)
      const itemIds = addItems(listId, itemsEach)
      return { id, email, cookie, listId, itemIds }
    })
    const other = randomUUID()
    if (background > 0) user.run(other, 'Other', `${other}@example.org`, 'unusable', now, now)
    for (let left = background; left > 0; left -= 1000) {
      const listId = randomUUID()
      list.run(listId, 'Background', other, now)
      addItems(listId, Math.min(left, 1000))
    }
    return created
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return filled
}

export { PASSWORD }
