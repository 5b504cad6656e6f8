import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NEW_ROW, type Row } from '#app/acts/row.ts'
import { newId } from '#app/domain/ids.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { FORMATS } from '#app/domain/locale/formats.ts'
import { addHeadings } from '#app/routes/single-list/headings.tsx'
import { ItemRow, ReadRow } from '#app/routes/single-list/ItemRow.tsx'
import { accessByAccount, accessByLink, type ListAccess } from '#app/ui/listAccess.ts'
import { readerIn } from '#app/words/languages.server.ts'
import { createKeptRows } from './keptRows.server.ts'
import { createDeferredRows } from './renderInParts.server.tsx'

const MANY = 1_000_000
const EURO: Currency = { symbol: '€', decimals: 2 }
const YEN: Currency = { symbol: '¥', decimals: 0 }
const connected = new AbortController().signal

const { pending: _pending, ...EMPTY } = NEW_ROW
const milk: Row = { ...EMPTY, id: newId(), name: 'Milk' }
const lists = [newId(), newId()] as const
const TOKENS = ['Kb3-zR9_token-of-one', 'Kb3-zR9_token-of-two'] as const

/** A field that is missing here doesn't compile. */
const OTHERS: { [Field in keyof Required<Row>]: Row[Field][] } = {
  id: [newId()],
  name: ['Oat & "rice" milk <b>', `${'very '.repeat(40)}fresh`, '🥛', milk.id, lists[0], `/s/${TOKENS[0]}`],
  quantityMilli: [1500, 250],
  unit: ['kg', 'can'],
  priceCents: [199, 123_456_789],
  priceFor: ['all'],
  note: ['from https://example.org/milk, 3.5 %'],
  priceGuessed: [true],
  priceRemembered: [true],
  completed: [true],
  completedAt: [5],
  updatedAt: [6],
  added: ['Ben', 'Ada'],
  ticked: ['Cleo Miller'],
  aisle: [0, 1],
  pending: [true],
  waiting: [true],
}

const bases: Row[] = [
  milk,
  { ...milk, quantityMilli: 2000, unit: 'kg', priceCents: 250, added: 'Ben', ticked: 'Ben' },
]
const rows = bases.flatMap((base) => [
  base,
  ...Object.entries(OTHERS).flatMap(([field, values]) =>
    values.map((value) => ({ ...base, [field]: value })),
  ),
])

/** Each differs from another in one thing: currency, owner's name, list, link. */
const places: ListAccess[] = [
  accessByAccount('ada', lists[0], 'owner'),
  accessByAccount('ada', lists[0], 'owner', YEN),
  accessByAccount('ben', lists[0], 'editor', EURO),
  accessByAccount('ben', lists[0], 'editor', EURO, 'Ada'),
  accessByAccount('ben', lists[0], 'editor', EURO, 'Ben'),
  accessByAccount('ben', lists[1], 'editor', EURO),
  accessByLink(TOKENS[0], lists[0], 'editor', '', EURO),
  accessByLink(TOKENS[1], lists[1], 'editor', 'Dora', EURO),
]
const readers = [
  readerIn('en'),
  readerIn('en', FORMATS.de),
  readerIn('de'),
  readerIn('es'),
  { ...readerIn('fr'), timeZone: 'Europe/Paris' },
]

function pageOf(
  shown: ReactElement[],
): (put: (rows: ReactElement[]) => ReactElement | ReactElement[]) => ReactElement {
  return (put) => (
    <main>
      <ul>{put(shown)}</ul>
      <p>after</p>
    </main>
  )
}

const pages = readers.flatMap((reader) =>
  places.flatMap((access) => {
    const ofEditor = rows.map((row) => (
      <ItemRow key={JSON.stringify(row)} access={access} reader={reader} row={row} />
    ))
    const ofViewer = rows.map((row) => (
      <ReadRow key={JSON.stringify(row)} access={access} reader={reader} row={row} />
    ))
    addHeadings(ofViewer, rows, ['Dairy', 'Bakery'])
    const [failed] = rows.map((row) => (
      <ItemRow key="failed" access={access} reader={reader} row={row} failure="Not saved." />
    ))
    return [ofEditor, ofViewer, [...ofEditor.slice(0, 3), ...(failed ? [failed] : [])]].map(pageOf)
  }),
)

async function htmlOf(page: (typeof pages)[number], kept: ReturnType<typeof createKeptRows>) {
  const deferred = createDeferredRows(kept)
  const html = renderToString(page(deferred.defer))
  return String(await deferred.renderInto(html, connected))
}

test('rows whose HTML is kept are as if rendered, whatever differs: fields, list, link, right, currency, reader', async () => {
  const kept = createKeptRows(MANY * 10)
  for (const page of [...pages, ...pages.toReversed()]) {
    expect(await htmlOf(page, kept)).toBe(renderToString(page((all) => all)))
  }
})

test('rows that look the same are rendered once, on any list', () => {
  const kept = createKeptRows(MANY)
  let rendered = 0
  const render = (missing: ReactElement[]) => {
    rendered += missing.length
    return missing.map((row) => renderToString(row))
  }
  for (const access of [accessByAccount('ada', newId(), 'owner'), accessByAccount('ben', newId(), 'owner')]) {
    const row = { ...milk, id: newId(), updatedAt: Date.now() }
    const html = kept.htmlOf([<ItemRow key="1" access={access} reader={readerIn('en')} row={row} />], render)
    expect(html).toContain(`id="item-${row.id}"`)
    expect(html).toContain(access.listID)
  }
  expect(rendered).toBe(1)
})

test('rows that nobody has seen for long are forgotten', () => {
  const kept = createKeptRows(20_000)
  const access = accessByAccount('ada', newId(), 'owner')
  let rendered: unknown[] = []
  const show = (...names: string[]) => {
    rendered = []
    const shown = names.map((name) => (
      <ItemRow key={name} access={access} reader={readerIn('en')} row={{ ...milk, name }} />
    ))
    kept.htmlOf(shown, (missing) =>
      missing.map((row) => {
        rendered.push(row.key)
        return renderToString(row)
      }),
    )
    return rendered
  }
  show('often', 'once')
  for (let n = 0; n < 500; n += 1) show('often', `row ${n}`)
  expect(kept.size()).toBeLessThan(40)
  expect(show('often', 'once')).toEqual(['once'])
})
