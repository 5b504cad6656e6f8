import { createRequestHandler, data } from '@remix-run/node'
import { expect, test } from 'vitest'
import { remixBuild } from '#tests/support/remixBuild.ts'
import { hasInit, isData, pageOf } from './data.ts'

const route = (id: string, path: string) => ({
  id,
  path,
  module: { default: () => null, loader: () => ({ name: id }) },
})

const handle = createRequestHandler(
  remixBuild({ lists: route('lists', '/'), recent: route('recent', 'recent') }),
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
