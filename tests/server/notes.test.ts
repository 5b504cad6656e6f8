import { afterAll, beforeAll, expect, test } from 'vitest'
import { PREFIX } from '#app/http/api/endpoints/groups.ts'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { addLink } from '../support/sharing.ts'
import { unzip } from '../support/unzip.ts'

// Every place that shows an item or carries it on has its note.

const NOTE = 'only the zqx pack'

let larder: Larder
let stop: () => Promise<void>
let ada: Person
beforeAll(async () => {
  ;({ larder, stop } = await startLarder({ LOG_LEVEL: 'error' }))
  ada = addPerson(larder, 'Ada')
})
afterAll(() => stop())

const get = async (path: string) => {
  const response = await fetch(larder.url + path, { headers: { Cookie: `session=${ada.cookie}` } })
  return Buffer.from(await response.arrayBuffer())
}

const post = (path: string, form: Record<string, string> = {}) =>
  fetch(larder.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: `session=${ada.cookie}` },
    body: new URLSearchParams(form),
  })

test('a note is wherever its item is', async () => {
  const list = addList(larder, ada, 'Market')
  const other = addList(larder, ada, 'Bakery')
  const [bread = ''] = addItems(larder, list, [{ name: 'Bread' }])
  await post(`/edit-item/${bread}`, { name: 'Bread', quantity: '1', note: NOTE })
  await post(`/quick-add?listID=${list}`, { lines: `2 milk // ${NOTE}, too` })
  const link = addLink(larder, list, 'editor')

  const places: Record<string, string> = {
    list: `/single-list?listID=${list}`,
    dialog: `/single-list?listID=${list}&dialog=edit&itemID=${bread}`,
    'shared as text': `/single-list?listID=${list}&dialog=text`,
    'by link': link,
    'recent changes': `/recent?listID=${list}`,
    API: `${PREFIX}/item?listID=${list}`,
  }
  for (const [place, path] of Object.entries(places)) expect(String(await get(path)), place).toContain(NOTE)
  const exported = await unzip(await get('/settings/export'))
  for (const file of ['data.json', 'items.csv']) expect(String(exported.get(file)), file).toContain(NOTE)

  const copy = await post(`/duplicate-list/${list}`, { name: 'Copy' })
  expect(String(await get(copy.headers.get('Location') ?? '')), 'copy').toContain(NOTE)
  await post(`/move/${bread}?listID=${list}`, { to: other })
  expect(String(await get(`/single-list?listID=${other}`)), 'moved').toContain(NOTE)
  const moved = larder.database.prepare('SELECT id FROM items WHERE list_id = ?').pluck().get(other)
  await post('/completed', { id: String(moved), completed: 'on', listID: other })
  await post(`/clear-done/${other}`)
  expect(String(await get(`/usual?listID=${other}`)), 'usual').toContain(NOTE)
  expect(String(await get(`${PREFIX}/list/${other}/usual`)), 'usual in the API').toContain(NOTE)
})

test('a note that is too long is refused at its field, and what was typed stays', async () => {
  const list = addList(larder, ada, 'Market')
  const [bread = ''] = addItems(larder, list, [{ name: 'Bread' }])
  const note = `${'x'.repeat(200)}y`
  const response = await fetch(`${larder.url}/edit-item/${bread}`, {
    method: 'POST',
    headers: { Cookie: `session=${ada.cookie}`, Accept: 'application/json' },
    body: new URLSearchParams({ name: 'Bread', quantity: '1', note }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'note-too-long',
    fields: { note: 'Notes can have up to 200 characters.' },
  })
})
