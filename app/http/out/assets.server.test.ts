import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import { expect, test } from 'vitest'
import { requestContext } from '#app/http/in/requestContext.ts'
import { listen } from '#tests/support/listen.ts'
import { temporaryFolder, testServices } from '#tests/support/services.ts'
import { builtAssets } from './assets.server.ts'
import { pagePolicy, securityHeaders } from './headers.ts'

const FILES = {
  'sw.js': 'keep',
  'sw-off.js': 'delete',
  'shell.html': '<!DOCTYPE html>',
  'favicon.svg': '<svg/>',
  'assets/app.js': 'app',
}

async function serve(OFFLINE: 'on' | 'off'): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const services = await testServices({ OFFLINE })
  const app = express().use(requestContext(services), securityHeaders({ https: false }))
  return listen(app.use(pagePolicy({ dev: false }), builtAssets(folder, services.config)))
}

const textOf = async (url: string) => (await fetch(url)).text()

test('the service worker keeps lists, or deletes what it kept if that is turned off', async () => {
  expect(await textOf(`${await serve('on')}/sw.js`)).toBe('keep')
  const off = await serve('off')
  expect(await textOf(`${off}/sw.js`)).toBe('delete')
  expect(await textOf(`${off}/sw-off.js`)).toBe('delete')
})

test.each(['/sw.js', '/sw-off.js', '/shell.html'])('%s is checked on every visit', async (path) => {
  for (const setting of ['on', 'off'] as const) {
    const response = await fetch((await serve(setting)) + path)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('ETag')).toMatch(/^W\//)
  }
})

test('other files stay in caches', async () => {
  const url = await serve('on')
  const cached = async (path: string) => (await fetch(url + path)).headers.get('Cache-Control')
  expect(await cached('/favicon.svg')).toBe('public, max-age=3600')
  expect(await cached('/assets/app.js')).toBe('public, max-age=31536000, immutable')
})

test('a page among the files has the headers of pages', async () => {
  const { headers } = await fetch(`${await serve('on')}/shell.html`)
  expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'")
  expect(headers.get('X-Frame-Options')).toBe('DENY')
})
