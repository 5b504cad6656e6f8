import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Link, useFetcher, useLoaderData } from 'react-router-dom'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import { ItemRow } from '#app/routes/single-list/ItemRow.tsx'
import { accessByAccount } from '#app/ui/listAccess.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { createDeferredRows } from './renderInParts.server.tsx'

const access = accessByAccount('user', 'list', 'owner')
const connected = new AbortController().signal

function rowsOf(count: number): ReactElement[] {
  return Array.from({ length: count }, (_, n) => {
    const name = n % 3 === 0 ? `Eggs & <b>"bacon"</b> ${'very '.repeat(40)}fresh ${n}` : `Milk ${n}`
    const row = {
      ...EMPTY_ITEM,
      id: `id-${n}`,
      name,
      quantityMilli: 1500,
      unit: 'kg' as const,
      priceCents: 199,
      priceFor: n % 2 === 0 ? ('one' as const) : ('all' as const),
      priceRemembered: n % 11 === 0,
      priceGuessed: n % 7 === 0,
      completed: n % 5 === 0,
    }
    const times = { completedAt: n, updatedAt: n }
    return <ItemRow key={row.id} reader={ENGLISH} access={access} row={{ ...row, ...times }} />
  })
}

const pageOf = (children: ReactElement | ReactElement[]) => (
  <main>
    <p>before</p>
    <ul>{children}</ul>
    <p>after</p>
  </main>
)

test.each([0, 1, 75, 76, 100, 200])(
  '%i rows, in parts if they are many, give the same HTML as in one piece',
  async (count) => {
    const deferred = createDeferredRows()
    const page = renderToString(pageOf(deferred.defer(rowsOf(count))))
    const html = String(await deferred.renderInto(page, connected))
    expect(html).toBe(renderToString(pageOf(rowsOf(count))))
  },
)

test('rows with links, forms and data of the page give the same HTML as in one piece', async () => {
  const Row = ({ n }: { n: number }) => {
    const { name } = useLoaderData() as { name: string }
    const { state } = useFetcher({ key: String(n) })
    return (
      <li>
        <Link to={`?n=${n}`}>{`${name} ${n} ${state}`}</Link>
      </li>
    )
  }
  const render = async (put: (rows: ReactElement[]) => ReactElement | ReactElement[]) => {
    const rows = Array.from({ length: 120 }, (_, n) => <Row key={String(n)} n={n} />)
    const Component = () => <ul>{put(rows)}</ul>
    const { query, dataRoutes } = createStaticHandler([
      { path: '/lists', loader: () => ({ name: 'Ada' }), Component },
    ])
    const context = (await query(new Request('http://localhost/lists'))) as StaticHandlerContext
    const router = createStaticRouter(dataRoutes, context)
    return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
  }
  const deferred = createDeferredRows()
  const html = String(await deferred.renderInto(await render(deferred.defer), connected))
  expect(html).toBe(await render((rows) => rows))
  expect(html).toContain('<a href="/lists?n=119">Ada 119 idle</a>')
})

test('two lists of rows in one page keep their places', async () => {
  const page = (first: ReactElement | ReactElement[], second: ReactElement | ReactElement[]) => (
    <main>
      <ul>{first}</ul>
      <ul>{second}</ul>
    </main>
  )
  const deferred = createDeferredRows()
  const html = renderToString(page(deferred.defer(rowsOf(80)), deferred.defer(rowsOf(130).slice(0, 110))))
  const whole = String(await deferred.renderInto(html, connected))
  expect(whole).toBe(renderToString(page(rowsOf(80), rowsOf(130).slice(0, 110))))
})

test('the event loop stays free while 2,000 rows are rendered', async () => {
  const deferred = createDeferredRows()
  const page = renderToString(pageOf(deferred.defer(rowsOf(2000))))
  let ticks = 0
  let rendering = true
  const countTicks = () => {
    ticks += 1
    if (rendering) setImmediate(countTicks)
  }
  setImmediate(countTicks)
  await deferred.renderInto(page, connected)
  rendering = false
  expect(ticks).toBeGreaterThan(30)
})

test('rendering stops when the client disconnects', async () => {
  const deferred = createDeferredRows()
  const page = renderToString(pageOf(deferred.defer(rowsOf(2000))))
  const client = new AbortController()
  setTimeout(() => client.abort())
  const html = String(await deferred.renderInto(page, client.signal))
  expect(html.split('<li').length).toBeLessThan(1500)
})
