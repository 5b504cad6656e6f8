import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, test, vi } from 'vitest'
import { withoutFalseErrors } from './falseErrors.ts'
import { buildFile, documentData, isNotData } from './inBrowser.ts'

/** The part of Remix that runs in browsers. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@remix-run/react')), 'esm')
const source = (name: string) => readFileSync(join(folder, name), 'utf8')

test('Remix says that it has not got data as we expect it to', () => {
  const [, said = ''] = /throw new Error\(`(Unable [^$`]*)\$/.exec(source('single-fetch.js')) ?? []
  expect(isNotData(new Error(`${said}http://localhost/recent.data`))).toBe(true)
  expect(isNotData(new Error('no'))).toBe(false)
})

test("Remix's script still has the places in which it calls cancelled and redirected loads errors", () => {
  const error = vi.fn()
  const { transform } = withoutFalseErrors as Plugin & {
    transform(code: string, id: string): { code: string }
  }
  const patch = (code: string) => transform.call({ error } as never, code, join(folder, 'single-fetch.js'))
  const { code } = patch(source('single-fetch.js'))
  expect(error).not.toHaveBeenCalled()
  expect(code).toContain('if (!init.signal?.aborted) console.error(e);')
  expect(code).toContain('new Response(await res.blob()).body')
  patch('export {}')
  expect(error).toHaveBeenCalled()
})

test("the document's data and the list of its scripts are where Remix's own script has them", () => {
  expect(source('browser.js')).toContain('window.__remixContext.state = value.value')
  expect(source('browser.js')).toContain('createClientRoutes(window.__remixManifest.routes')
  vi.stubGlobal('window', {
    __remixContext: { state: { loaderData: { list: 'Market' } } },
    __remixManifest: { url: '/assets/manifest-1.js' },
  })
  expect([documentData(), buildFile()]).toEqual([['Market'], '/assets/manifest-1.js'])
  vi.unstubAllGlobals()
})
