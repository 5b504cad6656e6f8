import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createParts } from './renderInParts.server.tsx'
import { ItemRow } from './routes/single-list/ItemRow.tsx'

const stays = new AbortController().signal

function rowsOf(count: number): ReactElement[] {
  return Array.from({ length: count }, (_, n) => {
    const name = n % 3 === 0 ? `Eggs & <b>"bacon"</b> ${'very '.repeat(40)}fresh ${n}` : `Milk ${n}`
    const row = { id: `id-${n}`, name, quantityMilli: 1500, priceCents: 199, completed: n % 5 === 0 }
    const times = { completedAt: n, updatedAt: n }
    return <ItemRow key={row.id} listId="list" row={{ ...row, ...times }} above={`id-${n - 1}`} />
  })
}

const pageOf = (children: ReactElement | ReactElement[]) => (
  <main>
    <p>before</p>
    <ul>{children}</ul>
    <p>after</p>
  </main>
)

test.each([0, 1, 50, 51, 120, 200])('%i rows in parts are what they are in one piece', async (count) => {
  const parts = createParts()
  const page = renderToString(pageOf(parts.rows(rowsOf(count))))
  const drawn = Buffer.concat(await parts.fill(page, stays)).toString()
  expect(drawn).toBe(renderToString(pageOf(rowsOf(count))))
})

test('two thousand rows leave turns to others', async () => {
  const parts = createParts()
  const page = renderToString(pageOf(parts.rows(rowsOf(2000))))
  let turns = 0
  let drawing = true
  const others = () => {
    turns += 1
    if (drawing) setImmediate(others)
  }
  setImmediate(others)
  await parts.fill(page, stays)
  drawing = false
  expect(turns).toBeGreaterThan(30)
})

test('nothing more is drawn for a client that has left', async () => {
  const parts = createParts()
  const page = renderToString(pageOf(parts.rows(rowsOf(2000))))
  const left = new AbortController()
  setTimeout(() => left.abort())
  const drawn = Buffer.concat(await parts.fill(page, left.signal))
  expect(drawn.toString().split('<li').length).toBeLessThan(1500)
})
