import { expect, test } from 'vitest'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { sharedIn } from '#app/protocol/paths.ts'
import { readShared } from './shareTarget.ts'

test('the title is used only if there is no other text', () => {
  const shared = (fields: Record<string, string>) =>
    readShared(sharedIn(new URLSearchParams(fields), 'text'), DOLLAR).items.map(({ name }) => name)
  expect(shared({ title: 'Groceries', text: 'Milk\nBread' })).toEqual(['Milk', 'Bread'])
  expect(shared({ title: 'Oat milk', text: 'https://shop.example.org/oat' })).toEqual(['Oat milk'])
  expect(shared({ title: 'Oat milk', url: 'https://shop.example.org/oat' })).toEqual(['Oat milk'])
  expect(shared({})).toEqual([])
})
