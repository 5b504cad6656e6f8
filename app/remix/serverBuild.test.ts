import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { remixBuild } from '#tests/support/remixBuild.ts'
import { bySegment, pathOf, withModules, withoutPages } from './serverBuild.ts'

const loader = ({ request }: { request: Request }) => new Response(new URL(request.url).pathname)

const routes = [
  { id: 'root', path: '', module: { default: () => null } },
  { id: 'lists', parentId: 'root', path: '/', module: { default: () => null } },
  { id: 'settings', parentId: 'root', path: 'settings', module: { loader } },
  { id: 'export', parentId: 'root', path: 'settings/export', module: { loader } },
  {
    id: 'list',
    parentId: 'root',
    path: 'list',
    module: { default: () => null, action: () => ({ ok: false }) },
  },
  { id: 'any', parentId: 'root', path: '*', module: { loader: () => new Response('any') } },
]

const build = remixBuild(Object.fromEntries(routes.map((route) => [route.id, route])))

const handlerOf = (build: ServerBuild) => createRequestHandler(build, 'production')

const ask = async (handle: ReturnType<typeof handlerOf>, path: string, init: RequestInit = {}) =>
  (await handle(new Request(`http://localhost${path}`, init))).text()

test.each([
  ['/', 'a page'],
  ['/settings', '/settings'],
  ['/settings/export', '/settings/export'],
  ['/list', 'a page'],
  ['/nowhere', 'any'],
  ['/settings/nowhere', 'any'],
])('%s is served by the routes of its first segment', async (path, text) => {
  expect(await ask(bySegment(build, handlerOf)(path), path)).toBe(text)
})

test('Remix serves the routes of a build that was changed', async () => {
  const changed = withModules(build, (module) => ({
    ...module,
    ...(module.loader && { loader: () => new Response('ours') }),
  }))
  expect(await ask(handlerOf(changed), '/settings')).toBe('ours')
})

test('Remix responds to a POST with the page, and without pages with what the action returns', async () => {
  const post = { method: 'POST', body: new URLSearchParams() }
  expect(await ask(handlerOf(build), '/list', post)).toBe('a page')
  const action = () => Response.json({ ok: false })
  const programs = withModules(withoutPages(build), (module) => ({
    ...module,
    ...(module.action && { action }),
  }))
  expect(await ask(handlerOf(programs), '/list', post)).toBe('{"ok":false}')
})

test("a route's path has those of its parents", () => {
  expect(pathOf(build, 'export')).toBe('/settings/export')
})
