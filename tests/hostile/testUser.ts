import { createHash, randomBytes } from 'node:crypto'
import { newId } from '#app/domain/ids.ts'
import { addPerson, type Larder } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { addLink } from '../support/sharing.ts'
import type { TestUser } from './requests.ts'

export function addTestUser(larder: Larder): TestUser {
  const person = addPerson(larder)
  const token = `larder_${randomBytes(32).toString('base64url')}`
  larder.database
    .prepare('INSERT INTO api_tokens (id, user_id, name, hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(newId(), person.id, 'x', createHash('sha256').update(token).digest('hex'), Date.now())
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread', price: 2 }])
  const item = larder.database.prepare('SELECT id FROM items WHERE list_id = ?').pluck().get(listId)
  const link = addLink(larder, listId, 'editor').replace('/s/', '')
  return { id: person.id, cookie: person.cookie, token, listId, itemId: String(item), link }
}
