import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Row, rowsToText } from '#app/acts/row.ts'
import { tickForm } from '#app/acts/tick.ts'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import type { Entry, KeptPage } from '#app/offline/schema.ts'
import { ItemRow, ReadRow } from '#app/routes/single-list/ItemRow.tsx'
import { accessByAccount } from '#app/ui/listAccess.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { firstPaint } from './firstPaint.tsx'

const AT = new Date().setHours(10, 42)

const page = (data: unknown, address: string): KeptPage => ({
  address,
  account: 'ada',
  data,
  format: 1,
  at: AT,
  usedAt: 0,
})

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...EMPTY_ITEM,
  id,
  name: id,
  priceCents: 120,
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 1,
  ...more,
})

const list = (items: Row[], name = 'Market') =>
  page({ list: { id: 'list', name }, items: rowsToText(items) }, '/single-list?listID=list')

const lists = (all: object[]) => page({ user: { name: 'Ada' }, lists: all }, '/?userID=ada')

const tick = (id: string, state: Entry['state'] = 'waiting'): Entry => ({
  ...tickForm({ account: 'ada', listID: 'list' }, { id, name: id }, true, 5),
  seq: 1,
  op: 'op',
  at: 5,
  state,
})

const text = (html: string) =>
  html
    .replace(/<div hidden=.*/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a list shows its rows, what is done last, and how old it is', () => {
  const html = firstPaint(
    ENGLISH,
    list([row('Tea', { completed: true }), row('Milk', { quantityMilli: 2000 })]),
    [],
  )
  expect(text(html)).toBe('Market Milk 2 × $ 1.20 · $ 2.40 Tea 1 × $ 1.20 No connection. Market as of 10:42.')
})

test('a page of another day says which', () => {
  const old = { ...list([]), at: new Date(2026, 0, 5, 10, 42).getTime() }
  expect(text(firstPaint(ENGLISH, old, []))).toContain('Market as of Jan 5, 2026, 10:42.')
})

test('what waits is in the rows, what was refused is not', () => {
  const waiting = text(firstPaint(ENGLISH, list([row('Milk'), row('Tea')]), [tick('Milk')]))
  expect(waiting).toMatch(/Tea .+ Milk 1 × \$ 1\.20 · not sent yet .+ 1 change is waiting here\./)
  const refused = text(firstPaint(ENGLISH, list([row('Milk'), row('Tea')]), [tick('Milk', 'refused')]))
  expect(refused).toMatch(/Milk .+ Tea [^·]+as of 10:42\.$/)
})

test('the lists are links with their sums', () => {
  const html = firstPaint(ENGLISH, lists([{ id: 'list', name: 'Market', sum: '2 of 5 · $ 4.00' }]), [])
  expect(html).toContain('href="/single-list?listID=list"')
  expect(text(html)).toMatch(/^Hello, Ada Your lists Market 2 of 5 · \$ 4\.00/)
  expect(text(html)).toContain('No connection. Your lists as of 10:42.')
})

test.each(['<img src=x onerror=alert(1)>', '"><script>', '&lt;b&gt;', "'", '$&', '`'])(
  'names are text: %s',
  (name) => {
    const all = [
      firstPaint(ENGLISH, list([row('Milk', { name })], name), []),
      firstPaint(ENGLISH, lists([{ id: 'list', name, sum: '' }]), []),
    ]
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    for (const html of all) {
      expect(html).toContain(escaped.replaceAll('"', '&quot;').replaceAll("'", '&#x27;'))
      expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    }
  },
)

const ROWS = [
  row('plain', { priceCents: 0 }),
  row('kg', { name: 'Flour <b>"white"</b>', quantityMilli: 2500, unit: 'kg', priceFor: 'all' }),
  row('guess', { priceGuessed: true }),
  row('last', { priceRemembered: true, quantityMilli: 3000 }),
  row('done', { completed: true, added: 'Ada', ticked: 'Ben' }),
]

test('a row looks as in the page', () => {
  const html = firstPaint(ENGLISH, list(ROWS), [])
  const access = accessByAccount('ada', 'list', 'editor')
  for (const one of ROWS) {
    expect(html).toContain(renderToStaticMarkup(<ReadRow reader={ENGLISH} access={access} row={one} />))
    const editable = renderToStaticMarkup(<ItemRow reader={ENGLISH} access={access} row={one} />)
    const [, name, amounts] = /(<span class="name".*?)<\/button>(.*?)(?=<a)/.exec(editable) ?? []
    expect(html).toContain(`${name}</div>${amounts}`)
  }
})

test('the notice is there in case the scripts of the page fail', () => {
  expect(firstPaint(ENGLISH, list([]), [])).toMatch(/<div hidden="">.*You&#x27;re offline.*Try again/s)
})

test('by aisle, a list has its headings, and a row that was ticked meanwhile leaves them', () => {
  const rows = [row('Cola', { aisle: 0 }), row('Peas', { aisle: 1 }), row('Figs', { aisle: 2 })]
  const kept = list(rows)
  const data = { ...(kept.data as object), sorting: { aisles: ['Drinks', 'Frozen', 'Fruit'] } }
  expect(text(firstPaint(ENGLISH, { ...kept, data }, []))).toMatch(/Drinks Cola .* Frozen Peas .* Fruit Figs/)
  const html = firstPaint(ENGLISH, { ...kept, data }, [tick('Peas')])
  expect(text(html)).toMatch(/Drinks Cola .* Fruit Figs .* Peas/)
  expect(html).not.toContain('Frozen')
})
