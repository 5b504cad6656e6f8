import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLarder } from '../support/larder.ts'

let server: Awaited<ReturnType<typeof startLarder>>
beforeAll(async () => {
  server = await startLarder()
})
afterAll(() => server.stop())

async function title(path: string) {
  const response = await fetch(server.larder.url + path, { redirect: 'manual' })
  return [response.status, /<title>(.*?)<\/title>/.exec(await response.text())?.[1]]
}

test.each(['/login', '/LOGIN', '/login/', '/%6Cogin', '/login?a=b'])('%s is the login page', async (path) => {
  expect(await title(path)).toEqual([200, 'Login · Larder'])
})

test.each(['/login/x', '/settings/nope', '/auth', '/nowhere', '/landing.data/x'])(
  '%s is a 404',
  async (path) => {
    expect((await title(path))[0]).toBe(404)
  },
)

test.each(['/login.data', '/login.data?_routes=routes/login', '/landing.data', '/api/docs.data'])(
  '%s responds to single fetch with data',
  async (path) => {
    const response = await fetch(server.larder.url + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/x-script'])
  },
)

test('a page links to a manifest with the scripts of other pages', async () => {
  const html = await (await fetch(`${server.larder.url}/landing`)).text()
  const manifest = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0]
  const routes = await (await fetch(server.larder.url + manifest)).text()
  for (const route of ['routes/single-list', 'routes/settings', 'routes/login'])
    expect(routes).toContain(route)
})
