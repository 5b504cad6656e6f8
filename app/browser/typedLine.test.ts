import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLink } from '#app/acts/act.ts'
import { forgetLines, typedLine } from './typedLine.ts'

const PLACE = { account: 'ada', listID: 'market' }

beforeEach(() => void vi.stubGlobal('sessionStorage', {}))

afterEach(() => void vi.unstubAllGlobals())

test('a line is kept for its own list and account', () => {
  typedLine(PLACE, 'honey')
  expect(typedLine(PLACE)).toBe('honey')
  expect(typedLine({ ...PLACE, listID: 'bakery' })).toBe('')
  expect(typedLine({ ...PLACE, account: 'ben' })).toBe('')
})

test("a guest's line stays when a session ends", () => {
  typedLine({ ...PLACE, account: '/s/abc' }, 'figs')
  typedLine(PLACE, 'secret')
  forgetLines(isLink)
  expect(typedLine({ ...PLACE, account: '/s/abc' })).toBe('figs')
  expect(typedLine(PLACE)).toBe('')
})

test('after a logout, the page that is left does not keep its line again', () => {
  typedLine(PLACE, 'secret')
  forgetLines()
  typedLine(PLACE, 'secret')
  expect(typedLine(PLACE)).toBe('')
  typedLine(PLACE, '')
  typedLine(PLACE, 'secret')
  expect(typedLine(PLACE)).toBe('secret')
})
