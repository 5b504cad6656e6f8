import { describe, expect, test } from 'vitest'
import { readText } from './readText.ts'

const linesIn = (text: string) => readText(text).items.map(({ line }) => line)
const namesIn = (text: string) => readText(text).items.map(({ name }) => name)

describe('a single line', () => {
  test('has several items, separated by commas', () => {
    expect(readText('2 kg potatoes, milk x3, eggs').items).toMatchObject([
      { name: 'potatoes', quantityMilli: 2000, unit: 'kg', line: '2 kg potatoes' },
      { name: 'milk', quantityMilli: 3000, unit: '', line: 'milk x3' },
      { name: 'eggs', quantityMilli: 1000, unit: '', line: 'eggs' },
    ])
  })

  test.each([
    ['1,5 l milk', ['1,5 l milk']],
    ['salt,pepper', ['salt', 'pepper']],
    ['tomatoes (ripe, red), milk', ['tomatoes (ripe, red)', 'milk']],
    ['wine [red, dry], milk', ['wine [red, dry]', 'milk']],
    ['potatoes, 2 kg', ['potatoes, 2 kg']],
    ['milk, x3, eggs, 12', ['milk, x3', 'eggs, 12']],
    ['milk, $1.99, eggs', ['milk, $1.99', 'eggs']],
    ['milk, eggs, and bread', ['milk', 'eggs', 'bread']],
    ['Milch, Eier, und Brot', ['Milch', 'Eier', 'Brot']],
    ['leche, huevos, y pan', ['leche', 'huevos', 'pan']],
    ['lait, œufs, et pain', ['lait', 'œufs', 'pain']],
    ['milk, , eggs,', ['milk', 'eggs']],
    ['and milk', ['and milk']],
    // A closing bracket without an opening one, and the other way around.
    ['a), b, c', ['a)', 'b', 'c']],
    ['a (b, c', ['a (b', 'c']],
    ['milk , eggs', ['milk', 'eggs']],
    ['eggs,milk,2 bread', ['eggs', 'milk', '2 bread']],
    ['1,5 l milk,bread 1,99,rice', ['1,5 l milk', 'bread 1,99', 'rice']],
    ['Äpfel (rot,süß),Karotten,geschält', ['Äpfel (rot,süß)', 'Karotten, geschält']],
    ['onions, red', ['onions, red']],
    ['Karotten, geschält, Reis', ['Karotten, geschält', 'Reis']],
    ['onions, chopped x2, rice', ['onions, chopped x2', 'rice']],
    ['onions, chopped 1.99', ['onions, chopped 1.99']],
    ['tomatoes, 2 cans, crushed', ['tomatoes, crushed, 2 cans']],
    ['milk and eggs', ['milk', 'eggs']],
    ['Milch, Brot und Butter', ['Milch', 'Brot', 'Butter']],
    ['leche, pan e higos', ['leche', 'pan', 'higos']],
    ['salt and pepper, mac and cheese', ['salt and pepper', 'mac and cheese']],
    ['milk 1.29 and bread 2.49', ['milk 1.29', 'bread 2.49']],
    ["Head and Shoulders, Ben and Jerry's", ['Head and Shoulders', "Ben and Jerry's"]],
    ['Milch, laktosefrei, bread, gluten free', ['Milch, laktosefrei', 'bread, gluten free']],
    ['red and green peppers', ['red and green peppers']],
    ['salt and vinegar crisps', ['salt and vinegar crisps']],
    ['soup with rice and beans', ['soup with rice and beans']],
    ['pizza (ham and mushrooms)', ['pizza (ham and mushrooms)']],
    ['kilo y medio de peras', ['kilo y medio de peras']],
  ])('%s', (text, expected) => {
    expect(linesIn(text)).toEqual(expected)
  })

  test('stays a single one between empty lines', () => {
    expect(linesIn('\n  \r\nmilk, eggs\n - \n')).toEqual(['milk', 'eggs'])
  })
})

test('in several lines a comma separates, too, but a description stays', () => {
  expect(linesIn('flour, plain\r\neggs, large\u2028milk, bread\u2029\rsalt')).toEqual([
    'flour, plain',
    'eggs, large',
    'milk',
    'bread',
    'salt',
  ])
})

test.each([
  ['Hi love, can you get milk, eggs and a loaf of bread?', ['milk', 'eggs', 'a loaf of bread']],
  ['Kannst du bitte Milch und Brot mitbringen? Danke!', ['Milch', 'Brot']],
  ['¿Puedes comprar leche y pan?', ['leche', 'pan']],
  ['Tu peux prendre du lait et des œufs ?', ['lait', 'œufs']],
  ['get well card', ['get well card']],
  ['Merci', ['Merci']],
])('of a message, what it asks for: %s', (text, expected) => {
  expect(linesIn(text)).toEqual(expected)
})

test.each(['ok 👍', '👍', 'Alles klar, danke!', 'vale, gracias', "D'accord, j'arrive", 'Thanks!'])(
  'the reply %s has nothing to buy, and is told',
  (text) => {
    expect(readText(text)).toMatchObject({ items: [], skipped: [text] })
  },
)

test('of a recipe, its ingredients, and why other lines are left out', () => {
  const recipe = [
    ...['Pancakes', 'Serves 6', 'Prep time: 20 minutes', 'Ingredients', '200 g flour', '[x] salt', '🥕'],
    ...['https://example.org', 'Method', 'Mix well', 'Heat the oil in a pan.', 'Ingredients for the sauce'],
    ...['2 lemons', 'ok 👍', '---'],
  ]
  expect(readText(recipe.join('\n')).lines.map(({ line, leftOut }) => [line, leftOut])).toEqual([
    ['Pancakes', 'heading'],
    ['Serves 6', 'facts'],
    ['Prep time: 20 minutes', 'facts'],
    ['Ingredients', 'heading'],
    ['200 g flour', undefined],
    ['salt', 'ticked'],
    ['🥕', undefined],
    ['https://example.org', 'link'],
    ['Method', 'heading'],
    ['Mix well', 'step'],
    ['Heat the oil in a pan.', 'step'],
    ['Ingredients for the sauce', 'heading'],
    ['2 lemons', undefined],
    ['ok 👍', 'message'],
    ['---', 'empty'],
  ])
})

test.each([
  ['- 3 Eggs', '3 Eggs'],
  ['* Bread', 'Bread'],
  ['• Bread', 'Bread'],
  ['•Bread', 'Bread'],
  ['– Bread', 'Bread'],
  ['1. Flour', 'Flour'],
  ['2) 4 apples', '4 apples'],
  ['[ ] Milk', 'Milk'],
  ['[] Milk', 'Milk'],
  ['- [ ] 6 Äpfel', '6 Äpfel'],
  ['☐ Butter', 'Butter'],
  ['1.5 melons', '1.5 melons'],
  ['-', undefined],
  ['[ ]', undefined],
  ['\u0007', undefined],
])('the bullet of %s is no part of the item', (text, expected) => {
  expect(linesIn(text)).toEqual(expected === undefined ? [] : [expected])
})

test.each([
  ['[21.11.26, 10:12:03] Anna: Milch', 'Milch'],
  ['[21.11.26, 10:12:03] Anna Müller: 2 kg Mehl', '2 kg Mehl'],
  ['21/11/2026, 10:12 - Ben: milk', 'milk'],
  ['11/21/26, 10:12 AM - Ben: milk', 'milk'],
  ['[10:12, 21/11/2026] Ben: - milk', 'milk'],
  ['21.11.2026, 10:12 - +49 170 1234567: Milch', 'Milch'],
  ['10:12 milk', 'milk'],
  // Neither a time nor a sender.
  ['2.50 Brot', '2.50 Brot'],
  ['Anna: milk', 'Anna: milk'],
])('the time and the sender of %s are no part of the item', (text, expected) => {
  expect(linesIn(text)).toEqual([expected])
})

test.each(['[x] milk', '- [X] milk', '☑ milk', '✓ milk', '✅ milk', '☑️ milk'])('%s is ticked', (text) => {
  expect(readText(text).items).toMatchObject([{ name: 'milk', line: 'milk', isTicked: true }])
  expect(readText(text.replace(/\[x\]|[☑✓✅]/i, '☐')).items).toMatchObject([{ isTicked: false }])
})

test('headings, URLs and placeholders of photos are skipped and told', () => {
  const lines = ['Dairy:', 'milk', '', 'https://example.org/pancakes', '- Obst:', '<Media omitted>', 'eggs']
  expect(readText(lines.join('\n'))).toMatchObject({
    items: [{ name: 'milk' }, { name: 'eggs' }],
    skipped: ['Dairy:', 'https://example.org/pancakes', '- Obst:', '<Media omitted>'],
  })
  expect(namesIn('milk https://example.org/milk')).toEqual(['milk https://example.org/milk'])
})

test.each(['[x]', '[10:12]'])('%s has no text, but is told too', (text) => {
  expect(readText(text)).toMatchObject({ items: [], skipped: [text] })
})

test('an exported chat is read as its messages', () => {
  const chat = `[21.11.26, 10:12:03] Anna: 2 kg Kartoffeln
[21.11.26, 10:12:09] Anna: Milch, 3 l
[21.11.26, 10:13:40] Ben: - 6 Eier
[21.11.26, 10:14:00] Ben: ☑ Brot`
  expect(readText(chat).items).toMatchObject([
    { name: 'Kartoffeln', quantityMilli: 2000, unit: 'kg', isTicked: false },
    { name: 'Milch', quantityMilli: 3000, unit: 'l', isTicked: false },
    { name: 'Eier', quantityMilli: 6000, unit: '', isTicked: false },
    { name: 'Brot', isTicked: true },
  ])
})

test('text without anything to buy has no items', () => {
  for (const text of ['', ' \n ', '\u202e']) expect(readText(text)).toMatchObject({ items: [], skipped: [] })
  expect(readText('-\n--\n***')).toMatchObject({ items: [], skipped: ['-', '--', '***'] })
  expect(readText(', , ,')).toMatchObject({ items: [], skipped: [', , ,'] })
})

test('hidden characters are removed before a line is read', () => {
  expect(linesIn('\u202e2 kg\u0085potatoes')).toEqual(['2 kg potatoes'])
})

test('a long line of many items loses none, and more than can be added are told', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `a rather long name number n${n}`)
  const read = readText(names(150).join(', '))
  expect(read.items.map(({ name }) => name).at(-1)).toBe('rather long name number n149')
  expect(read).toMatchObject({ hasMore: false, items: { length: 150 } })
  expect(readText(names(201).join('\n'))).toMatchObject({ hasMore: true, items: { length: 200 } })
})

test('lines of punctuation are among the skipped, blank ones are not', () => {
  const { items, skipped } = readText('---\nmilk\n...\n\n \n–')
  expect(items.map(({ name }) => name)).toEqual(['milk'])
  expect(skipped).toEqual(['---', '...', '–'])
})

test.each(['a dozen', 'a half dozen', 'eine Dose'])("an article isn't a name: %s", (line) => {
  expect(readText(line).items.map(({ name }) => name)).not.toContain(line.split(' ')[0])
})
