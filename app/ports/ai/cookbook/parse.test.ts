import { expect, test } from 'vitest'
import { parseDishes, parsePantry } from './parse.ts'

const pantry = parsePantry(
  'pantry.txt',
  `
  # Vegetables
  Onions | piece | 0.30
  White cabbage | piece or half | 2.00
  Garlic | bulb of 10 cloves | 0.70
  Parsley | bunch | 1.20
  Minced beef | kg | 11.00
  Chopped tomatoes | can of 400 g | 0.90
  Milk | carton of 1 l | 1.20
  Olive oil | bottle, keeps | 7.50
  Gochujang | tub, lasts | 4.20
  Flour | pack of 1 kg, keeps | 1.10
  `,
)

const dishes = (text: string) => parseDishes('italian.txt', text, pantry)

test('parses the name, other names and ingredients of a dish', () => {
  const [dish] = dishes(
    'kitchen: Italian\n# Ragù (serves 6)\nalso: sugo, meat sauce\n600 g Minced beef\nOlive oil',
  )
  expect(dish).toMatchObject({
    name: 'Ragù',
    aliases: ['sugo', 'meat sauce'],
    kitchen: ['Italian'],
    serves: 6,
  })
  expect(dish?.ingredients.map(({ item, amount }) => [item.label, amount])).toEqual([
    ['Minced beef (kg)', 0.6],
    ['Olive oil (bottle)', 1],
  ])
})

test.each([
  ['2 Onions', 2],
  ['1/2 White cabbage', 0.5],
  ['1,5 kg Minced beef', 1.5],
  ['800 g Chopped tomatoes', 2],
  ['2 cans Chopped tomatoes', 2],
  ['250 ml Milk', 0.25],
  ['5 cloves Garlic', 0.5],
  ['2 bunches Parsley', 2],
  ['1 Parsley', 1],
])('“%s” is %d packs', (line, amount) => {
  expect(dishes(`# Ragù\n${line}`)[0]?.ingredients[0]?.amount).toBe(amount)
})

test.each([
  ['2 Onoins', 'italian.txt, line 2: “Onoins” is not in pantry.txt; did you mean “Onions”?'],
  ['2 Truffles', 'italian.txt, line 2: “Truffles” is not in pantry.txt; add it there first.'],
  ['Onions', 'italian.txt, line 2: how much? Write for example “2 Onions”.'],
  ['1 Olive oil', 'italian.txt, line 2: “Olive oil” lasts, so write it without an amount.'],
  [
    '2 Minced beef',
    'italian.txt, line 2: “2 Minced beef” does not fit how the pantry sells it; write for example “1000 g Minced beef”.',
  ],
  ['0 Onions', 'italian.txt, line 2: “0 Onions” needs an amount above zero.'],
  ['2 Onions\n3 Onions', 'italian.txt, line 3: “Onions” is already in Ragù.'],
  ['# Sugo', 'italian.txt: the dish “Ragù” has no ingredients.'],
])('“%s” is an error that names the line', (line, sentence) => {
  expect(() => dishes(`# Ragù\n${line}`)).toThrow(sentence)
})

test('what most kitchens have may be sold in packs with an amount or last for many meals', () => {
  const [dish] = dishes('# Ragù\n500 g Flour\nOlive oil\nGochujang\n2 Onions')
  expect(dish?.ingredients.map(({ item, amount }) => [item.rounding, amount, item.keeps])).toEqual([
    ['whole', 0.5, true],
    ['once', 1, true],
    ['once', 1, false],
    ['whole', 2, false],
  ])
})

test.each([
  ['Onions | piece', 'pantry.txt, line 1: expected “name | how it is sold | price”'],
  ['Onions | piece | 30p', 'pantry.txt, line 1: the price “30p” should look like 2.20.'],
  ['Rice | pack of 1 kg, lasts | 2.00', 'pantry.txt, line 1: “lasts” needs no size: write “pack, lasts”.'],
  ['Onions | by the dozen | 0.30', 'pantry.txt, line 1: “by the dozen” is not a way to sell things'],
  ['Onions | piece | 0.30\nOnions | kg | 1.50', 'pantry.txt, line 2: “Onions” is already in the pantry.'],
])('“%s” is an error in the pantry', (text, sentence) => {
  expect(() => parsePantry('pantry.txt', text)).toThrow(sentence)
})
