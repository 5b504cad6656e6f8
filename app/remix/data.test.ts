import { createRequestHandler, data, type ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { hasInit, isData, pageOf } from './data.ts'
import { REMIX_FUTURE } from './future.ts'

const route = (id: string, path: string) => ({
  id,
  path,
  module: { default: () => null, loader: () => ({ name: id }) },
})

const handle = createRequestHandler(
  {
    entry: { module: { default: async () => new Response('a page') } },
    routes: { lists: route('lists', '/'), recent: route('recent', 'recent') },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: REMIX_FUTURE,
    isSpaMode: false,
    mode: 'production',
  } as unknown as ServerBuild,
  'production',
)

test.each([
  ['/_root.data', '/', 'lists'],
  ['/recent.data', '/recent', 'recent'],
])('%s is the data of %s', async (path, page, name) => {
  const ask = async (path: string) => (await handle(new Request(`http://localhost${path}`))).text()
  expect(await ask(path)).toContain(name)
  expect(await ask(page)).toBe('a page')
  expect([isData(path), pageOf(path)]).toEqual([true, page])
  expect([isData(page), pageOf(page)]).toEqual([false, page])
})

test('data() with a status is told from a plain value', () => {
  expect(hasInit(data({ ok: false }, 409))).toBe(true)
  for (const plain of [null, 'text', { ok: true }]) expect(hasInit(plain)).toBe(false)
})
