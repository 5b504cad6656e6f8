import { describe, expect, test } from 'vitest'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { readLine } from './readLine.ts'

/** '2 kg|potatoes', '12|eggs, 299 for one'. Nothing is in front unless it is stated. */
function told(line: string): string {
  const { name, quantityMilli, hasQuantity, unit, priceCents, priceFor } = readLine(line)
  const amount = hasQuantity ? `${quantityMilli / 1000} ${unit}`.trim() : unit
  const price = priceCents === undefined ? '' : `, ${priceCents} for ${priceFor}`
  return `${amount}|${name}${price}`
}

describe('an amount', () => {
  test.each([
    ['2 kg potatoes', '2 kg|potatoes'],
    ['milk x3', '3|milk'],
    ['eggs', '|eggs'],
    ['2x Milk', '2|Milk'],
    ['2xMilk', '2|Milk'],
    ['2 × Milk', '2|Milk'],
    ['1,5 melons', '1.5|melons'],
    ['1.5 melons', '1.5|melons'],
    ['6 Äpfel', '6|Äpfel'],
    ['eggs (12)', '12|eggs'],
    ['Milch: 2', '2|Milch'],
    ['Eier - 12', '12|Eier'],
    ['potatoes 2kg', '2 kg|potatoes'],
    ['potatoes, 2 kg', '2 kg|potatoes'],
    ['potatoes (2 kg)', '2 kg|potatoes'],
  ])('of %s', (line, expected) => {
    expect(told(line)).toBe(expected)
  })

  test.each([
    ['500 g flour', '0.5 kg|flour'],
    ['1.000 g Mehl', '1 kg|Mehl'],
    ['1,000 g flour', '1 kg|flour'],
    ['1.500 kg Mehl', '1.5 kg|Mehl'],
    ['250 ml Sahne', '0.25 l|Sahne'],
    ['33 cl de bière', '0.33 l|bière'],
    ['2 dl crème', '0.2 l|crème'],
    ['2 lb apples', '2 lb|apples'],
    ['2 Pfund Hackfleisch', '1 kg|Hackfleisch'],
    ['une livre de beurre', '0.5 kg|beurre'],
    ['2 cups flour', '2 cup|flour'],
    ['1 cup of rice', '1 cup|rice'],
    ['3 cans tomatoes', '3 can|tomatoes'],
    ['3 Stück Seife', '3|Seife'],
    ['½ onion', '0.5|onion'],
    ['1/2 onion', '0.5|onion'],
    ['¼ l milk', '0.25 l|milk'],
    ['1 1/2 kg apples', '1.5 kg|apples'],
    ['2-3 apples', '3|apples'],
    ['2 to 3 apples', '3|apples'],
    ['2 bis 3 Äpfel', '3|Äpfel'],
    ['a dozen eggs', '12|eggs'],
    ['half a dozen eggs', '6|eggs'],
    ['media docena de huevos', '6|huevos'],
    ["une douzaine d'œufs", '12|œufs'],
    ['ein Dutzend Eier', '12|Eier'],
    ['two onions', '2|onions'],
  ])('in units, fractions, ranges and words: %s', (line, expected) => {
    expect(told(line)).toBe(expected)
  })

  test.each([
    ['2 x 400 g can chickpeas', '2 can|chickpeas 400 g'],
    ['400g can chickpeas', '1 can|chickpeas 400 g'],
    ["6 bouteilles de 1,5 l d'eau", '6 bottle|eau 1,5 l'],
    ['3 cans tomatoes 400g', '3 can|tomatoes 400g'],
  ])('with a size, which stays in the name: %s', (line, expected) => {
    expect(told(line)).toBe(expected)
  })
})

describe('buy one of', () => {
  test.each([
    ['2 tbsp olive oil', '|olive oil'],
    ['3 cloves of garlic', '|garlic'],
    ['eine Gurke', '|Gurke'],
    ['du pain', '|pain'],
    ['une baguette', '|baguette'],
  ])('%s', (line, expected) => {
    expect(told(line)).toBe(expected)
  })
})

test.each([
  '7up',
  '7 Up',
  '7-Up',
  '2% milk',
  '50% cream',
  '6-pack beer',
  'AA batteries 4',
  '3 Musketeers',
  '2 in 1 shampoo',
  '0 waste soap',
  '2 1 ply rolls',
  'can opener',
  'tomatoes (ripe)',
  '2 gallons milk',
  '1000001 eggs',
  'cake for 8',
  'x',
  '½',
  '2 kg',
  '$ 3',
  '-',
])('%s is a name as a whole', (line) => {
  expect(told(line)).toBe(`|${line}`)
})

describe('a price', () => {
  test.each([
    // Beside a weight, a volume or the count of a pack for all, otherwise for one.
    ['milk 1.99', '|milk, 199 for one'],
    ['2 kg potatoes $3.50', '2 kg|potatoes, 350 for all'],
    ['12 eggs $2.99', '12|eggs, 299 for all'],
    ['a dozen eggs 2.99', '12|eggs, 299 for all'],
    ['Eier (10) 2,49', '10|Eier, 249 for all'],
    ['12x eggs 2.99', '12|eggs, 299 for one'],
    ['eggs x12 2.99', '12|eggs, 299 for one'],
    ['12 eggs 0.25 each', '12|eggs, 25 for one'],
    ['7 eggs 2.99', '7|eggs, 299 for one'],
    ['6 cans beans 1.29', '6 can|beans, 129 for one'],
    ['500 ml Sahne 1,29 €', '0.5 l|Sahne, 129 for all'],
    ['2 cans beans 2€50', '2 can|beans, 250 for one'],
    ['Brot 2,- €', '|Brot, 200 for one'],
    ['gum 50 cent', '|gum, 50 for one'],
    ['6 eggs for 3', '6|eggs, 300 for all'],
    ['6 Eier für 3', '6|Eier, 300 for all'],
    ['6 huevos por 3', '6|huevos, 300 for all'],
    ['6 œufs pour 3', '6|œufs, 300 for all'],
    ['6 eggs = 3', '6|eggs, 300 for all'],
    ['2 kg apples @ 3', '2 kg|apples, 300 for one'],
    ['2 kg Äpfel je 3 €', '2 kg|Äpfel, 300 for one'],
    ['6 baguettes à 1,20', '6|baguettes, 120 for one'],
    ['2 kg apples 3.00 each', '2 kg|apples, 300 for one'],
    ['2 kg apples 1.99/kg', '2 kg|apples, 199 for one'],
    ['tomatoes 1.99/kg', 'kg|tomatoes, 199 for one'],
    // A pack is one thing with one price.
    ['6 pack beer 5.99', '|6 pack beer, 599 for one'],
    ['beer 6 pack 5.99', '|beer 6 pack, 599 for one'],
    ['2 x 6 pack beer 5.99', '2|6 pack beer, 599 for one'],
    ['2 packs noodles 0.99', '2 pack|noodles, 99 for one'],
    // A multiplied size is for all.
    ['coke 6x1.5l 5.94', '6|coke 1.5 l, 594 for all'],
    ['6 x 330ml cans coke 3.50', '6 can|coke 330 ml, 350 for all'],
    ['6x1.5l water 0.50 each', '6|water 1.5 l, 50 for one'],
    // A whole number behind an amount in front.
    ['10 apples 3', '10|apples, 300 for all'],
    ['2 kg rice 4', '2 kg|rice, 400 for all'],
    ['3 milk 2', '3|milk, 200 for one'],
    ['3 frozen pizzas 15', '3|frozen pizzas, 1500 for one'],
    ['2 packs Pampers size 4', '2 pack|Pampers size 4'],
    ['2 omega 3', '2|omega 3'],
    ['1 kg Mehl 550', '1 kg|Mehl 550'],
    ['a tram ticket 3', '|tram ticket 3'],
  ])('of %s', (line, expected) => {
    expect(told(line)).toBe(expected)
  })

  test('may be as high as any price, and is part of the name beyond', () => {
    expect(readLine('yacht $1000000')).toMatchObject({ name: 'yacht', priceCents: 100_000_000 })
    expect(readLine('yacht $1000001')).toMatchObject({ name: 'yacht $1000001', priceCents: undefined })
  })
})

test('a name that is too long is shortened', () => {
  expect([...readLine('🥕'.repeat(300)).name]).toHaveLength(200)
  expect(readLine(`2 kg ${'potatoes '.repeat(40)}`)).toMatchObject({ quantityMilli: 2000, unit: 'kg' })
})

describe('currencies', () => {
  const read = (line: string, code: string) => {
    const { name, priceCents, quantityMilli, unit } = readLine(line, currencyOf(code))
    return [name, priceCents, unit ? `${quantityMilli / 1000} ${unit}` : quantityMilli / 1000]
  }

  test.each([
    ['USD', 'jamón 200 gs', ['jamón 200 gs', undefined, 1]],
    ['USD', 'Vitamin C$ 5', ['Vitamin C$ 5', undefined, 1]],
    ['USD', 'milk €3', ['milk', 300, 1]],
    ['USD', 'rice 48.350', ['rice 48.350', undefined, 1]],
    ['BRL', 'leite R$ 3,50', ['leite', 350, 1]],
    ['PEN', 'leche S/ 3.50', ['leche', 350, 1]],
    ['MYR', 'milk RM 3.50', ['milk', 350, 1]],
    ['ZAR', 'milk R 3.50', ['milk', 350, 1]],
    ['AED', 'milk AED 3.50', ['milk', 350, 1]],
    ['RON', 'lapte 3.50 lei', ['lapte', 350, 1]],
    ['SEK', '2 l mjölk 25 kr', ['mjölk', 2500, '2 l']],
    ['HUF', 'tej 350 Ft', ['tej', 350, 1]],
    ['IDR', 'beras Rp 65.000', ['beras', 65_000, 1]],
    ['HNL', 'leche 2 l', ['leche', undefined, '2 l']],
    ['PYG', 'yerba Gs. 48.350', ['yerba', 48_350, 1]],
    ['PYG', 'yerba ₲48350', ['yerba', 48_350, 1]],
    ['PYG', 'jamón 200 gs', ['jamón 200 gs', undefined, 1]],
    ['JPY', '米 2 kg 1,980', ['米', 1980, '2 kg']],
    ['JPY', 'tea 99 ct', ['tea 99 ct', undefined, 1]],
    ['JPY', '¥300 tea', ['tea', 300, 1]],
  ])('on a list in %s, %s', (code, line, expected) => {
    expect(read(line, code)).toEqual(expected)
  })
})
