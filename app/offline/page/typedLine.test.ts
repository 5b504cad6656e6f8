import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLines, typedLine } from './typedLine.ts'

const PLACE = { account: 'ada', listID: 'market' }

function clear() {
  vi.stubGlobal('sessionStorage', { clear })
}

beforeEach(clear)

afterEach(() => void vi.unstubAllGlobals())

test('a line is kept for its own list and account', () => {
  typedLine(PLACE, 'honey')
  expect(typedLine(PLACE)).toBe('honey')
  expect(typedLine({ ...PLACE, listID: 'bakery' })).toBe('')
  expect(typedLine({ ...PLACE, account: 'ben' })).toBe('')
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
