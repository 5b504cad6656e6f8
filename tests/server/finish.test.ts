import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { photo } from '../support/photos.ts'
import { addItems, addList } from '../support/rows.ts'

// The form that finishes a trip, as browsers without JavaScript and outboxes send it.

let larder: Larder
let stop: () => Promise<void>
let ada: Person
beforeAll(async () => {
  ;({ larder, stop } = await startLarder({ LOG_LEVEL: 'error' }))
  ada = addPerson(larder, 'Ada')
})
afterAll(() => stop())

function tickedList(count: number) {
  const listId = addList(larder, ada, 'Groceries')
  const rows = Array.from({ length: count }, (_, n) => ({ name: `Thing ${n}`, price: 1, completed: true }))
  return { listId, ids: addItems(larder, listId, rows) }
}

const send = (listId: string, body: FormData | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${larder.url}/finish?listID=${listId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: `session=${ada.cookie}`, ...headers },
    body,
  })

const tripsOf = (listId: string) =>
  larder.database.prepare('SELECT * FROM trips WHERE list_id = ? ORDER BY id').all(listId) as {
    id: string
    item_count: number
    paid_minor: number | null
    estimate_minor: number
    store: string
  }[]

function multipart(fields: [string, string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'receipt.jpg')
  }
  return form
}

test('a form of 220 rows, 200 of them with prices, brings its photo along', async () => {
  const { listId, ids } = tickedList(220)
  const image = new Blob([new Uint8Array(await photo(20, 20).jpeg().toBuffer())])
  const checked = ids.slice(0, 200).flatMap((_, n): [string, string][] => [
    ['shown', '1||1.00'],
    ['quantity', '1'],
    ['price', n === 199 ? '2,50' : '1.00'],
  ])
  const form = multipart([
    ['id', newId()],
    ['items', ids.join(' ')],
    ['paid', '230'],
    ['store', ' Lidl '],
    ['boughtOn', '2026-01-05'],
    ['receiptImage', image],
    ...checked.filter(([name]) => name !== 'shown'),
    ['shown', checked.flatMap(([name, value]) => (name === 'shown' ? value : [])).join('\n')],
  ])
  const response = await send(listId, form)
  expect(response.status, await response.text()).toBe(303)
  const [trip] = tripsOf(listId)
  expect(trip).toMatchObject({ item_count: 220, paid_minor: 23_000, estimate_minor: 22_150, store: 'Lidl' })
  const photos = larder.database.prepare('SELECT list_id FROM receipts WHERE trip_id = ?').all(trip?.id)
  expect(photos).toEqual([{ list_id: null }])
})

test('without a store, it is the one of last time, and an empty one is none', async () => {
  const { listId, ids } = tickedList(3)
  for (const [at, store] of ['Lidl', undefined, ''].entries()) {
    const form = new URLSearchParams({
      id: newId(),
      items: ids[at] ?? '',
      ...(store !== undefined && { store }),
    })
    expect((await send(listId, form)).status).toBe(303)
  }
  expect(tripsOf(listId).map(({ store }) => store)).toEqual(['Lidl', 'Lidl', ''])
})

test('sent twice, a form is one trip, and an outbox gets the same answer', async () => {
  const { listId, ids } = tickedList(2)
  const form = new URLSearchParams({ id: newId(), items: ids[0] ?? '', paid: '1' })
  expect([(await send(listId, form)).status, (await send(listId, form)).status]).toEqual([303, 303])
  expect(tripsOf(listId)).toHaveLength(1)

  const entry = new URLSearchParams({ op: newId(), items: ids[1] ?? '', paid: '2', boughtOn: '2026-01-05' })
  const answer = async () => (await send(listId, entry, { Accept: 'application/json' })).json()
  const first = await answer()
  expect(first).toMatchObject({ ok: true, message: 'Finished: 1 item, $ 2.00.' })
  expect(await answer()).toEqual(first)
  expect(tripsOf(listId)).toHaveLength(2)
})

test('the answer is in the language of the account', async () => {
  larder.database.prepare("UPDATE users SET language = 'de', formats = 'de-DE' WHERE id = ?").run(ada.id)
  const { listId, ids } = tickedList(1)
  const form = new URLSearchParams({ items: ids[0] ?? '', paid: '26,80', store: 'Lidl' })
  const answer = await (await send(listId, form, { Accept: 'application/json' })).json()
  larder.database.prepare("UPDATE users SET language = '', formats = '' WHERE id = ?").run(ada.id)
  expect(answer).toMatchObject({ message: 'Abgeschlossen: 1 Artikel, 26,80\u00a0$ bei Lidl.' })
})

test.each([
  ['a sum that is none', { paid: 'much' }, 400, 'Enter what it cost, such as 26.80'],
  ['a day to come', { boughtOn: '2999-01-01' }, 400, 'This date is still to come.'],
  ['a day that is none', { boughtOn: '2026-02-30' }, 400, 'Enter a date.'],
  ['a store of 61 characters', { store: 'x'.repeat(61) }, 400, 'Stores can have up to 60 characters.'],
  [
    'no row that is still ticked',
    { items: newId() },
    409,
    'Nothing is ticked, or somebody finished it already.',
  ],
])('%s is refused with a sentence, and what was typed stays', async (_what, fields, status, sentence) => {
  const { listId, ids } = tickedList(1)
  const form = new URLSearchParams({ id: newId(), items: ids[0] ?? '', paid: '12.34', ...fields })
  const response = await send(listId, form)
  expect(response.status).toBe(status)
  const page = await response.text()
  expect(page).toContain(sentence)
  expect(page).toContain(`value="${form.get('paid')}"`)
  expect(page).toContain('name="price"')
  expect(page).toContain('value="1.00"')
  expect(tripsOf(listId)).toEqual([])
})

test('a photo that is no image is refused, and nothing has changed', async () => {
  const { listId, ids } = tickedList(1)
  const form = multipart([
    ['items', ids[0] ?? ''],
    ['paid', '12.34'],
    ['receiptImage', new Blob(['not an image'])],
  ])
  const response = await send(listId, form)
  expect(response.status).toBe(415)
  expect(await response.text()).toContain('value="12.34"')
  expect(tripsOf(listId)).toEqual([])
})
