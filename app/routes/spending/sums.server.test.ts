import { expect, test } from 'vitest'
import { monthOf, sumsBy } from '#app/domain/trips/spending.ts'
import type { Spent } from '#app/domain/trips/spent.ts'
import { readerIn } from '#app/words/languages.server.ts'
import { ENGLISH, type Reader } from '#app/words/reader.ts'
import { sumsOf } from './sums.server.ts'

interface Bought {
  boughtOn: string
  store: string
  currency: string
  paidMinor: number | null
  estimateMinor: number
}

const bought = (boughtOn: string, store: string, paidMinor: number | null, more: Partial<Bought> = {}) => ({
  ...{ boughtOn, store, paidMinor, currency: 'USD', estimateMinor: 0 },
  ...more,
})

const ASKED = { listID: undefined, month: undefined, store: undefined }

function shown(trips: Bought[], reader: Reader = ENGLISH, asked: Partial<typeof ASKED> = {}) {
  const spent: Spent = {
    list: undefined,
    year: '2026',
    years: ['2026'],
    totals: sumsBy(trips, () => ''),
    months: sumsBy(trips, monthOf),
    stores: sumsBy(trips, ({ store }) => store),
    lists: sumsBy(trips, () => 'gone '),
    listOf: new Map(),
    period: { listID: undefined, from: '', to: '', store: undefined },
  }
  return sumsOf(reader, spent, { ...ASKED, ...asked })
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('what is paid and what is estimated are never one number', () => {
  const [sums] = shown([
    bought('2026-11-02', 'Lidl', 18420),
    bought('2026-11-03', 'Lidl', null, { estimateMinor: 3100 }),
    bought('2026-10-03', 'Aldi', null),
  ])
  expect([sums?.paid, sums?.notKnown].map((text) => plain(text ?? ''))).toEqual([
    'Paid $ 184.20',
    '2 trips not known, about $ 31.00',
  ])
  expect(sums?.months.map(({ label, about, paid }) => [label, plain(about), plain(paid)])).toEqual([
    ['October', '1 trip not known', ''],
    ['November', '2 trips · 1 not known, about $ 31.00', '$ 184.20'],
  ])
  const november = sums?.chart.bars[10]
  expect(november?.paid).toBe(1)
  expect(november?.estimate).toBeCloseTo(31 / 184.2, 2)
})

test('each currency is by itself, and yen have no decimals', () => {
  const german = readerIn('de')
  const all = shown(
    [bought('2026-01-01', '', 3480, { currency: 'JPY' }), bought('2026-01-01', '', 999)],
    german,
  )
  expect(all.map(({ currency, paid }) => [currency, plain(paid)])).toEqual([
    ['JPY', 'Bezahlt: 3.480 ¥'],
    ['USD', 'Bezahlt: 9,99 $'],
  ])
  expect(all[0]?.stores.map(({ label }) => label)).toEqual(['Ohne Laden'])
})

test('many stores are the first ones and the rest, with all their trips', () => {
  const trips = Array.from({ length: 30 }, (_, n) => bought('2026-02-01', `Store ${n}`, 100 + n))
  const [sums] = shown(trips)
  expect(sums?.stores).toHaveLength(8)
  expect(sums?.stores[0]).toMatchObject({
    label: 'Store 29',
    share: 1,
    to: '/spending?store=Store+29&year=2026',
  })
  expect(sums?.stores.at(-1)).toMatchObject({ label: '23 others', about: '23 trips' })
  expect(sums?.stores.at(-1)?.to).toBeUndefined()
})

test('sums beyond what numbers count stay exact', () => {
  const [sums] = shown(
    Array.from({ length: 3 }, () =>
      bought('2026-02-01', '', null, { estimateMinor: Number.MAX_SAFE_INTEGER }),
    ),
  )
  expect(plain(sums?.notKnown ?? '')).toContain('$ 270,215,977,642,229.73')
})
