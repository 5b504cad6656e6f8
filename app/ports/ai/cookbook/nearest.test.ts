import { describe, expect, test } from 'vitest'
import { lookUp } from './lookup.ts'
import { matchesOf, matchKnownWords } from './match.ts'
import { similarTo, THRESHOLD } from './nearest.ts'
import { loadIndex, nameOf } from './searchIndex.ts'

/** Not dishes. The most similar one reaches 0.70 (gum is close to gumbo). */
const OTHERS = [
  ...[
    'toilet paper',
    'toilet roll',
    'paper towels',
    'kitchen roll',
    'tissues',
    'napkins',
    'wet wipes',
    'soap',
  ],
  ...['hand soap', 'dish soap', 'shampoo', 'toothpaste', 'toothbrush', 'tampons', 'razor blades', 'plasters'],
  ...['batteries', 'light bulbs', 'candles', 'matches', 'bin bags', 'cling film', 'aluminium foil', 'bleach'],
  ...['laundry detergent', 'dishwasher tablets', 'charcoal', 'stamps', 'birthday card', 'flowers', 'mop'],
  ...['dog food', 'dog treats', 'cat food', 'cat litter', 'bird seed', 'fish food', 'nappies', 'baby wipes'],
  ...['milk', 'oat milk', 'water', 'beer', 'gin', 'coffee', 'tea bags', 'orange juice', 'coke', 'lemonade'],
  ...[
    'salt',
    'sugar',
    'flour',
    'honey',
    'jam',
    'gum',
    'crisps',
    'cereal',
    'yogurt',
    'vinegar',
    'stock cubes',
  ],
  ...['scissors', 'socks', 'tape', 'glue', 'pens', 'umbrella', 'balloons', 'printer ink', 'nail polish'],
  ...['asdf', 'xyz', 'hello world', 'quantum physics', '🍕', '???', ''],
]

/** Near dishes, and one of those that are suggested. The least similar reaches 0.74 (meat balls). */
const NEAR: [typed: string, dish: string][] = [
  ['curry', 'Chicken curry'],
  ['turkey curry', 'Chicken curry'],
  ['thai curry', 'Thai red curry'],
  ['lamb curry', 'Lamb rogan josh'],
  ['goan fish curry', 'Chicken curry'],
  ['lasange verdi', 'Lasagne'],
  ['vegan lasagne', 'Vegetable lasagne'],
  ['chicken lasagne', 'Lasagne'],
  ['risotto', 'Mushroom risotto'],
  ['seafood rissoto', 'Mushroom risotto'],
  ['pie', 'Apple pie'],
  ['chese pie', 'Chicken pie'],
  ['pot pie', 'Chicken pie'],
  ['fish pie with leeks', 'Fish pie'],
  ['stew', 'Irish stew'],
  ['soup', 'Miso soup'],
  ['noodle soup', 'Pho'],
  ['tortellini soup', 'Tomato soup'],
  ['duck soup', 'Miso soup'],
  ['salad', 'Cobb salad'],
  ['couscous salad', 'Cobb salad'],
  ['pasta', 'Pesto pasta'],
  ['chicken', 'Fried chicken'],
  ['chicken pasta', 'Chicken paella'],
  ['chicken fried rice', 'Fried chicken'],
  ['chicken enchiladas verdes', 'Chicken enchiladas'],
  ['chicken vindaloo', 'Lamb vindaloo'],
  ['butter chiken masala', 'Butter chicken'],
  ['shrimp tacos', 'Fish tacos'],
  ['beef ramen', 'Ramen'],
  ['strudel', 'Apple strudel'],
  ['strawberry cheesecake', 'Cheesecake'],
  ['banana pancakes', 'Pancakes'],
  ['carrot cake with nuts', 'Carrot cake'],
  ['naan pizza', 'Pizza margherita'],
  ['meat balls', 'Swedish meatballs'],
  ['rogan', 'Lamb rogan josh'],
  ['pad see ew', 'Pad thai'],
  ['mushroom stroganoff', 'Beef stroganoff'],
  ['bean burritos', 'Burritos'],
  ['veggie paella', 'Paella'],
  ['sweet potato soup', 'Sweet potato curry'],
]

const FOUND: [typed: string, dish: string][] = [
  ['lasanga', 'Lasagne'],
  ['chiken curry', 'Chicken curry'],
  ['spagetti bolonese', 'Spaghetti bolognese'],
  ['taco', 'Beef tacos'],
]

function nearest(typed: string): string[] {
  const { dishes, unknown } = lookUp(typed)
  return dishes.length > 0 ? ['a recipe'] : unknown.flatMap(({ near }) => near)
}

describe('suggestions', () => {
  test.each(OTHERS)('“%s” has none', (typed) => expect(nearest(typed)).toEqual([]))

  test.each(NEAR)('“%s” suggests %s', (typed, dish) => {
    expect(lookUp(typed).dishes).toEqual([])
    expect(nearest(typed)).toContain(dish)
  })

  test.each(FOUND)('“%s” needs none: it is %s', (typed, dish) => {
    expect(lookUp(typed)).toMatchObject({ dishes: [{ name: dish }] })
  })

  test('the threshold lies between both kinds', () => {
    const index = loadIndex()
    const highest = (typed: string) => {
      const name = nameOf(typed)
      return similarTo(name, matchesOf(name, matchKnownWords(name.words, index)), index, 'en')[0]?.score ?? 0
    }
    expect(Math.max(...OTHERS.map(highest))).toBeLessThan(THRESHOLD)
    expect(Math.min(...NEAR.map(([typed]) => highest(typed)))).toBeGreaterThan(THRESHOLD)
  })
})
