import { expect, test } from 'vitest'
import { sharedTextFrom } from './shareTarget.ts'

test('the title is used only if there is no other text', () => {
  const shared = (fields: Record<string, string>) => sharedTextFrom(new URLSearchParams(fields))
  expect(shared({ title: 'Groceries', text: 'Milk\nBread' })).toBe('Milk\nBread')
  expect(shared({ title: 'Oat milk', text: 'https://shop.example.org/oat' })).toBe('Oat milk')
  expect(shared({ title: 'Oat milk', url: 'https://shop.example.org/oat' })).toBe('Oat milk')
  expect(shared({})).toBe('')
})
