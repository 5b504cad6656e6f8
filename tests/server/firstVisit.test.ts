import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { someOf } from '#tests/support/nightly.ts'
import { addPerson } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { testLarder } from '../support/testLarder.ts'

// docs/decisions/082-styles-in-the-first-page.md

async function setUp() {
  const { larder } = await testLarder()
  const person = addPerson(larder)
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }, { name: 'Eggs' }])
  const get = async (path: string, styles = '') => {
    const headers = { Cookie: `session=${person.cookie}; ${styles}` }
    const response = await fetch(larder.url + path, { headers })
    const html = await response.text()
    const [, link = ''] = /<link ([^>]*href="\/assets\/index-[^>]*)\/>/.exec(html) ?? []
    const [, nonce, styled] = /<style[^>]* nonce="([^"]+)">(.*?)<\/style>/s.exec(html) ?? []
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('styles=')) ?? ''
    const policy = response.headers.get('Content-Security-Policy')
    const preloads = response.headers.get('Link')
    return { html, link, nonce, styled, cookie, policy, preloads }
  }
  return { get, path: `/single-list?listID=${listId}` }
}

const sizeOf = (file: string) => statSync(`build/client${file}`).size

const laterVisit = (cookie: string) => cookie.replace(/\d+;.*/, '0')

test('on a first visit, the styles are in the page, and the stylesheet comes later', async () => {
  const { get, path } = await setUp()
  const { link, nonce, styled, policy } = await get(path)
  expect(styled).toContain('.item')
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
  expect(link).not.toContain('"stylesheet"')
})

test('on a first visit, a header names the two largest scripts of the page, and later none', async () => {
  const { get, path } = await setUp()
  const { cookie, html, preloads } = await get(path)
  const inPage = new Set(html.match(/(?<=<link rel="modulepreload" href=")[^"]+/g))
  const bySize = [...inPage].toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const named = preloads?.match(/(?<=<)[^>]+(?=>; rel=modulepreload)/g)
  expect(named?.toSorted()).toEqual(bySize.slice(0, 2).toSorted())
  const later = await get(path, laterVisit(cookie))
  expect(later.preloads).toBeNull()
})

test('later visits load the stylesheet from the cache, a new version is a first visit', async () => {
  const { get, path } = await setUp()
  const { cookie } = await get(path)
  const later = await get(path, laterVisit(cookie))
  expect([later.styled, later.cookie]).toEqual(['', ''])
  expect(later.link).toContain('rel="stylesheet"')
  expect(later.html).toContain('rel="modulepreload"')
  const updated = await get(path, 'styles=another.0')
  expect(updated.styled).toContain('.item')
  expect(updated.cookie).not.toBe('')
})

test('a page that follows at once has them, too, and counts as no new visit', async () => {
  const { get, path } = await setUp()
  const { cookie } = await get(path)
  const next = await get(path, cookie.split(';')[0])
  expect(next.styled).toContain('.item')
  expect(next.cookie).toBe('')
})

test('the cookie is hidden from scripts and not sent by other sites', async () => {
  const { get } = await setUp()
  const { cookie } = await get('/landing')
  expect(cookie).toMatch(/^styles=[\w-]+\.\d+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
})

test('a page that opens with a dialog loads the stylesheet first', async () => {
  const { get, path } = await setUp()
  const { link, styled } = await get(`${path}&dialog=receipt`)
  expect([link.includes('rel="stylesheet"'), styled]).toEqual([true, ''])
})

test.each(someOf(['/settings', '/api/docs', '/nowhere']))('%s loads the stylesheet first', async (path) => {
  const { get } = await setUp()
  const { link, styled, cookie } = await get(path)
  expect([link.includes('rel="stylesheet"'), styled]).toEqual([true, ''])
  expect(cookie).not.toBe('')
})
