import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { type Router, useRouter, useRouterState } from './router.ts'

type Found = { router: Router | undefined; state: ReturnType<typeof useRouterState> }

/** What a page finds each time it is rendered. */
async function pageWith(loader: () => object) {
  let found: Found | undefined
  function Page() {
    found = { router: useRouter(), state: useRouterState() }
    return null
  }
  const router = createMemoryRouter([{ path: '/', loader, Component: Page, ErrorBoundary: Page }])
  const settled = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (router.state.initialized && router.state.revalidation === 'idle') resolve()
      }
      router.subscribe(check)
      check()
    })
  await settled()
  const render = (): Found => {
    renderToString(<RouterProvider router={router} />)
    if (!found) throw new Error('the page was not rendered')
    return found
  }
  return { render, settled }
}

test('a page finds the router, which reloads and says when the new data is there', async () => {
  let loads = 0
  const { render, settled } = await pageWith(() => ({ loads: ++loads }))
  const { router } = render()
  expect(router?.state).toMatchObject({ revalidation: 'idle', navigation: { state: 'idle' } })
  const states: string[] = []
  router?.subscribe(({ revalidation }) => states.push(revalidation))
  router?.revalidate()
  await settled()
  expect(states).toEqual(['loading', 'idle'])
  expect(Object.values(router?.state.loaderData ?? {})).toEqual([{ loads: 2 }])
})

test('a page finds what is under way at the moment of its data', async () => {
  const { render } = await pageWith(() => ({ name: 'Market' }))
  const { state } = render()
  expect(Object.values(state?.loaderData ?? {})).toEqual([{ name: 'Market' }])
  expect([...(state?.fetchers ?? [])]).toEqual([])
  expect([state?.revalidation, state?.navigation.state, state?.errors]).toEqual(['idle', 'idle', null])
})

test('a page that failed finds its error', async () => {
  const { render } = await pageWith(() => {
    throw new Error('no')
  })
  expect(Object.values(render().state?.errors ?? {})).toEqual([new Error('no')])
})
