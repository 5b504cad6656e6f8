import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Link, useFetcher, useLoaderData } from 'react-router-dom'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom/server'
import { expect, test } from 'vitest'
import { useRouterContexts } from './contexts.server.tsx'

function Row() {
  const { name } = useLoaderData() as { name: string }
  const { state, Form } = useFetcher()
  return (
    <li>
      <Link to="?n=1">{`${name} ${state}`}</Link>
      <Form method="post" />
    </li>
  )
}

test('links, forms and data work in what is rendered later', async () => {
  let within: ((children: ReactNode) => ReactNode) | undefined
  function Component(): ReactElement {
    within = useRouterContexts()
    return <Row />
  }
  const { query, dataRoutes } = createStaticHandler([
    { path: '/lists', loader: () => ({ name: 'Ada' }), Component },
  ])
  const context = (await query(new Request('http://localhost/lists'))) as StaticHandlerContext
  const router = createStaticRouter(dataRoutes, context)
  const page = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
  const later = renderToString(within?.(<Row />))
  expect(later).toContain('<a href="/lists?n=1">Ada idle</a>')
  expect(later).toBe(page)
})
