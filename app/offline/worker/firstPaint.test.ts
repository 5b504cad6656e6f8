import { expect, test } from 'vitest'
import type { Entry } from '#app/offline/entries.ts'
import type { KeptPage } from '#app/offline/keptPages.ts'
import { firstPaint } from './firstPaint.ts'

const AT = new Date().setHours(10, 42)

const page = (data: unknown, address: string): KeptPage => ({
  ...{ address, account: 'ada', data, format: 1 },
  at: AT,
  usedAt: 0,
})

const row = (id: string, more: object = {}) => ({
  ...{ id, name: id, quantityMilli: 1000, unit: '', priceCents: 120, priceFor: 'one' },
  ...{ priceGuessed: false, priceRemembered: false, completed: false, completedAt: 0, updatedAt: 1, ...more },
})

const list = (items: object[], name = 'Market') =>
  page({ list: { id: 'list', name }, items }, '/single-list?listID=list')

const lists = (all: object[]) => page({ user: { name: 'Ada' }, lists: all }, '/?userID=ada')

const tick = (id: string, state: Entry['state'] = 'waiting'): Entry => ({
  ...{ seq: 1, op: 'op', account: 'ada', listID: 'list', path: '/completed', name: id, at: 5, state },
  fields: { id, listID: 'list', completed: 'on', at: '5' },
})

const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a list shows its rows, what is done last, and how old it is', () => {
  const html = firstPaint(list([row('Tea', { completed: true }), row('Milk', { quantityMilli: 2000 })]), [])
  expect(text(html)).toBe(
    'Market &nbsp; Milk 2 × $ 1.20 · $ 2.40 Tea 1 × $ 1.20 No connection. Market as of 10:42.',
  )
})

test('a page of another day says which', () => {
  const old = { ...list([]), at: new Date(2026, 0, 5, 10, 42).getTime() }
  expect(text(firstPaint(old, []))).toContain('Market as of Jan 5, 2026, 10:42.')
})

test('what waits is in the rows, what was refused is not', () => {
  const waiting = text(firstPaint(list([row('Milk'), row('Tea')]), [tick('Milk')]))
  expect(waiting).toMatch(/Tea .+ Milk 1 × \$ 1\.20 · not sent yet .+ 1 change is waiting on this phone\./)
  const refused = text(firstPaint(list([row('Milk'), row('Tea')]), [tick('Milk', 'refused')]))
  expect(refused).toMatch(/Milk .+ Tea [^·]+as of 10:42\.$/)
})

test('the lists are links with their sums', () => {
  const html = firstPaint(lists([{ id: 'list', name: 'Market', sum: '2 of 5 · $ 4.00' }]), [])
  expect(html).toContain('href="/single-list?listID=list"')
  expect(text(html)).toMatch(/^Hello, Ada No connection\. Your lists as of 10:42\. Market 2 of 5 · \$ 4\.00/)
})

test.each(['<img src=x onerror=alert(1)>', '"><script>', '&lt;b&gt;', "'", '$&', '`'])(
  'names are text: %s',
  (name) => {
    const all = [
      firstPaint(list([row('Milk', { name })], name), []),
      firstPaint(lists([{ id: 'list', name, sum: '' }]), []),
    ]
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    for (const html of all) {
      expect(html).toContain(escaped.replaceAll('"', '&quot;'))
      expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    }
  },
)
