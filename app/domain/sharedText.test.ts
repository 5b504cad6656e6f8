import { expect, test } from 'vitest'
import { MAX_SHARED, parseSharedLine, parseSharedText, sharedTextFrom } from './sharedText.ts'

test.each([
  ['Milk', 1000, 'Milk'],
  ['2 Milk', 2000, 'Milk'],
  ['2x Milk', 2000, 'Milk'],
  ['2 × Milk', 2000, 'Milk'],
  ['1,5 melons', 1500, 'melons'],
  ['- 3 Eggs', 3000, 'Eggs'],
  ['• Bread', 1000, 'Bread'],
  ['1. Flour', 1000, 'Flour'],
  ['2) 4 apples', 4000, 'apples'],
  ['- [ ] 6 Äpfel', 6000, 'Äpfel'],
  ['☐ Butter', 1000, 'Butter'],
  ['3 X-rays', 3000, 'X-rays'],
  // Not clearly a count.
  ['500 g flour', 1000, '500 g flour'],
  ['1 cup of rice', 1000, '1 cup of rice'],
  ['0 waste soap', 1000, '0 waste soap'],
  ['1/2 onion', 1000, '1/2 onion'],
  ['7-Up', 1000, '7-Up'],
  ['2xMilk', 1000, '2xMilk'],
  ['50% cream', 1000, '50% cream'],
  ['2 1 ply rolls', 1000, '2 1 ply rolls'],
])('%s is read as %i thousandths of %s', (line, quantityMilli, name) => {
  expect(parseSharedLine(line)).toMatchObject({ line, quantityMilli, name, done: false })
})

test.each(['[x] Milk', '- [X] Milk', '☑ Milk', '✓ Milk'])('%s is already ticked', (line) => {
  expect(parseSharedLine(line)).toMatchObject({ name: 'Milk', done: true })
})

test('empty lines, bare bullets and URLs are ignored', () => {
  const { items, more } = parseSharedText('Milk\r\n\r\n - \nhttps://example.org/list\n\u0007\n[ ]\nBread')
  expect(items.map(({ name }) => name)).toEqual(['Milk', 'Bread'])
  expect(more).toBe(0)
})

test('lines beyond the limit are counted and left out', () => {
  const { items, more } = parseSharedText(
    Array.from({ length: MAX_SHARED + 7 }, (_, n) => `Thing ${n}`).join('\n'),
  )
  expect(items).toHaveLength(MAX_SHARED)
  expect(more).toBe(7)
})

test('a name that is too long is shortened, and parsing it again changes nothing', () => {
  const long = parseSharedLine('🥕'.repeat(300))
  expect([...long.name]).toHaveLength(200)
  expect(parseSharedLine(long.line)).toEqual(long)
})

test('the title is used only if there is no other text', () => {
  const shared = (fields: Record<string, string>) => sharedTextFrom(new URLSearchParams(fields))
  expect(shared({ title: 'Groceries', text: 'Milk\nBread' })).toBe('Milk\nBread')
  expect(shared({ title: 'Oat milk', text: 'https://shop.example.org/oat' })).toBe('Oat milk')
  expect(shared({ title: 'Oat milk', url: 'https://shop.example.org/oat' })).toBe('Oat milk')
  expect(shared({})).toBe('')
})
