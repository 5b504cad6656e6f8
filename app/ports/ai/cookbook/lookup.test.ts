import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Language } from '#app/domain/locale/locale.ts'
import { lookUp } from './lookup.ts'

function dishFor(text: string): string | undefined {
  return lookUp(text).dishes[0]?.name
}

function quantities(text: string): Record<string, number> {
  return Object.fromEntries(lookUp(text).items.map((item) => [item.name, item.quantityMilli]))
}

function nearest(text: string): string[] {
  return lookUp(text).unknown.flatMap(({ near }) => near)
}

test('a dish becomes shopping list items', () => {
  expect(lookUp('Spaghetti carbonara')).toEqual({
    dishes: [{ name: 'Spaghetti carbonara', servings: 4 }],
    unknown: [],
    left: [],
    items: [
      { name: 'Spaghetti (500 g pack)', quantityMilli: 1000, priceCents: 120 },
      { name: 'Pancetta (150 g pack)', quantityMilli: 1000, priceCents: 320 },
      { name: 'Eggs', quantityMilli: 4000, priceCents: 35 },
      { name: 'Pecorino (200 g pack)', quantityMilli: 1000, priceCents: 420 },
    ],
  })
})

describe('finds', () => {
  test.each([
    ['spag bol', 'Spaghetti bolognese'],
    ['LASAGNA', 'Lasagne'],
    ['lasgane', 'Lasagne'],
    ['lasanga', 'Lasagne'],
    ['lasagnes', 'Lasagne'],
    ['beef lasagne for 6', 'Lasagne'],
    ['Spagetti Bolognaise', 'Spaghetti bolognese'],
    ['spagbol', 'Spaghetti bolognese'],
    ['carbonara', 'Spaghetti carbonara'],
    ['mushrom rissoto', 'Mushroom risotto'],
    ['risotto with mushrooms', 'Mushroom risotto'],
    ['margarita pizza', 'Pizza margherita'],
    ['melanzane alla parmigiana', 'Aubergine parmigiana'],
    ['eggplant parmesan', 'Aubergine parmigiana'],
    ['tiramisu', 'Tiramisu'],
    ['my mum’s shepherds pie', "Shepherd's pie"],
    ['sheperds pie', "Shepherd's pie"],
    ['fish & chips', 'Fish and chips'],
    ['fishandchips', 'Fish and chips'],
    ['chips and fish', 'Fish and chips'],
    ['toad-in-the-hole', 'Toad in the hole'],
    ['Sunday roast', 'Roast beef'],
    ['chiken tikka massala', 'Chicken tikka masala'],
    ['Tikka Masala', 'Chicken tikka masala'],
    ['chicken curry', 'Chicken curry'],
    ['curry, chicken', 'Chicken curry'],
    ['chikcen cury for two', 'Chicken curry'],
    ['please the recipe for a chicken curry with rice', 'Chicken curry'],
    ['indian butter chicken', 'Butter chicken'],
    ['dahl', 'Dal'],
    ['saag paneer', 'Palak paneer'],
    ['phad thai', 'Pad thai'],
    ['padthai', 'Pad thai'],
    ['thai green curry serves 8', 'Thai green curry'],
    ['chilli', 'Chilli con carne'],
    ['chili con carne x2', 'Chilli con carne'],
  ])('“%s” is %s', (typed, dish) => expect(dishFor(typed)).toBe(dish))

  test.each([
    ['chilli sin carne', 'Vegetable chilli'],
    ['veggie lasagna', 'Vegetable lasagne'],
    ['mac n cheese', 'Macaroni cheese'],
    ['mac & cheese', 'Macaroni cheese'],
    ['cheeseburger', 'Cheeseburgers'],
    ['Hot Dog', 'Hot dogs'],
    ['taccos', 'Beef tacos'],
    ['fajitas de pollo', 'Chicken fajitas'],
    ['guacamole!!!', 'Guacamole'],
    ['bœuf bourguignon', 'Beef bourguignon'],
    ['beef burgundy', 'Beef bourguignon'],
    ['ratatoulie', 'Ratatouille'],
    ['coq-au-vin', 'Coq au vin'],
    ['creme brulee', 'Crème brûlée'],
    ['Wiener Schnitzel für 6 Personen', 'Wiener schnitzel'],
    ['weiner schnitzel', 'Wiener schnitzel'],
    ['kaesespaetzle', 'Käsespätzle'],
    ['Kartoffelpuffer', 'Potato pancakes'],
    ['tortilla espanola', 'Spanish omelette'],
    ['paela', 'Paella'],
    ['houmous', 'Hummus'],
    ['shakshouka', 'Shakshuka'],
    ['greek salad', 'Greek salad'],
    ['Köttbullar', 'Swedish meatballs'],
    ['borsch', 'Borscht'],
    ['борщ', 'Borscht'],
    ['goulasch', 'Hungarian goulash'],
    ['beef stroganof', 'Beef stroganoff'],
    ['phở', 'Pho'],
    ['sushi (for 3 people)', 'Sushi'],
    ['kung pow chicken', 'Kung pao chicken'],
    ['bannana bread', 'Banana bread'],
    ['homemade apple pies', 'Apple pie'],
    ['chocolate brownies', 'Brownies'],
    ['ceasar salad', 'Caesar salad'],
    ['chicken soup', 'Chicken soup'],
    ['stir fry', 'Vegetable stir-fry'],
    ['full english', 'Full English breakfast'],
    ['jacket potatos', 'Baked potatoes'],
    ['panecakes', 'Pancakes'],
  ])('“%s” is %s', (typed, dish) => expect(dishFor(typed)).toBe(dish))

  test.each([
    ['spaghetti bolognese for 6', 'Spaghetti bolognese'],
    ['chicken noodle soup', 'Chicken soup'],
    ['beef stew', 'Beef stew'],
    ['tuna casserole', 'Tuna pasta bake'],
    ['fish taco', 'Fish tacos'],
    ['lasange', 'Lasagne'],
    ['Lasagne al forno für 8', 'Lasagne'],
    ['caesars salad', 'Caesar salad'],
    ['cesar salat', 'Caesar salad'],
    ['potato salad', 'Potato salad'],
    ['kartoffelsalat', 'German potato salad'],
    ['sausages and mash', 'Bangers and mash'],
    ['cottage pies', 'Cottage pie'],
    ['chicken pot pie', 'Chicken pie'],
    ['sweet and sour chicken', 'Sweet and sour chicken'],
    ['egg fried rice', 'Egg fried rice'],
    ['fried rice', 'Egg fried rice'],
    ['ramen', 'Ramen'],
    ['raman noodles', 'Ramen'],
    ['teriyaki chicken bowl', 'Chicken teriyaki'],
    ['chicken katsu', 'Chicken katsu curry'],
    ['korean bbq', 'Bulgogi'],
    ['pad tai', 'Pad thai'],
    ['tom yum soup', 'Tom yum soup'],
    ['green thai curry', 'Thai green curry'],
    ['rogan josh', 'Lamb rogan josh'],
    ['palak panner', 'Palak paneer'],
    ['chana massala', 'Chickpea curry'],
    ['samosa', 'Vegetable samosas'],
    ['falafel wraps', 'Falafel'],
    ['kebab', 'Doner kebab'],
    ['mousaka', 'Moussaka'],
    ['tzatziki', 'Tzatziki'],
    ['bourguignon', 'Beef bourguignon'],
    ['french onion soup for four', 'French onion soup'],
    ['quiche', 'Quiche lorraine'],
    ['crepes', 'Crêpes'],
    ['pancakes for 10', 'Pancakes'],
    ['waffels', 'Waffles'],
    ['scrambeled eggs', 'Scrambled eggs'],
    ['chocolate chip cookies', 'Chocolate chip cookies'],
    ['choclate cake', 'Chocolate cake'],
    ['cheese cake', 'Cheesecake'],
    ['carrot cakes', 'Carrot cake'],
    ['apple crumbel', 'Apple crumble'],
    ['pumpkin soup', 'Pumpkin soup'],
    ['tomatoe soup', 'Tomato soup'],
    ['minestroni', 'Minestrone'],
    ['gazpacho soup', 'Gazpacho'],
    ['burger', 'Hamburgers'],
    ['pulled pork burgers', 'Pulled pork'],
    ['buffalo chicken wings', 'Buffalo wings'],
    ['bbq ribs', 'Barbecue ribs'],
    ['stuffed peppers', 'Stuffed peppers'],
    ['vegetable curry', 'Vegetable curry'],
    ['roast chicken dinner', 'Roast chicken'],
    ['sunday roast beef', 'Roast beef'],
    ['pierogis', 'Pierogi'],
    ['Boeuf bourgignon pour 6 personnes', 'Beef bourguignon'],
    ['paella de marisco para 8', 'Paella'],
    ['ROAST CHIKEN', 'Roast chicken'],
    ['spaghetti and meat balls', 'Spaghetti and meatballs'],
    ['gnochi', 'Gnocchi with sage butter'],
    ['nasi goreng', 'Nasi goreng'],
    ['burrito bowls', 'Burritos'],
    ['fajitas', 'Chicken fajitas'],
    ['omlette', 'Cheese omelette'],
  ])('“%s” is %s', (typed, dish) => expect(dishFor(typed)).toBe(dish))
})

describe('does not guess', () => {
  test.each([
    ...['dog food', 'fish', 'chicken', 'soup', 'curry', 'pie', 'salad', 'cake', 'fried', 'green', 'beef'],
    ...['turkey curry', 'chicken lasagne', 'vegan lasagne', 'fish soup', 'duck soup', 'potato curry'],
    ...['beef roast chicken', 'lamb chops', 'bean bag', 'hot', 'sweet potato soup', 'cat pie', 'hummingbird'],
    ...['sushi knife', 'apple', 'toilet paper', 'rice', 'for 6', '4', '', '   ', '???', '🍕', 'the recipe'],
    ...[
      'lasagne without meat',
      'veggie paella',
      'mushroom stroganoff',
      'chickpea tagine',
      'bean burritos',
      'no idea',
      'orange chicken',
      'chicken vindaloo',
      'falafels with rice',
      'steak',
      'meatballs',
      'asdfghjkl',
      'constructor',
      '__proto__',
      '<script>',
      'big mac',
    ],
  ])('“%s” is unknown', (typed) => {
    expect(dishFor(typed)).toBeUndefined()
    const names = nearest(typed)
    expect(new Set(names).size).toBe(names.length)
  })
})

test('suggests similar dishes', () => {
  expect(nearest('turkey curry')).toContain('Chicken curry')
  expect(nearest('chicken lasagne')).toContain('Lasagne')
  expect(nearest('vegan lasagne')).toContain('Vegetable lasagne')
  expect(nearest('strudel')).toContain('Apple strudel')
})

const dishesIn = (text: string, language?: Language) =>
  lookUp(text, language).dishes.map(({ name, servings }) => `${name} for ${servings}`)

describe('several dishes', () => {
  test.each<[string, Language, string[]]>([
    [
      'lasagne, chili for 6 and pancakes',
      'en',
      ['Lasagne for 4', 'Chilli con carne for 6', 'Pancakes for 4'],
    ],
    ['mac and cheese and fish & chips', 'en', ['Macaroni cheese for 4', 'Fish and chips for 4']],
    ['lasagne and chilli for 6', 'en', ['Lasagne for 4', 'Chilli con carne for 6']],
    ['lasagne and chilli, both for 6', 'en', ['Lasagne for 6', 'Chilli con carne for 6']],
    ['lasagne, chilli, for 6', 'en', ['Lasagne for 6', 'Chilli con carne for 6']],
    ['for 6: lasagne, chilli, ramen for 2', 'en', ['Lasagne for 6', 'Chilli con carne for 6', 'Ramen for 2']],
    [
      '1. Lasagne\n2. Chilli for 6\n3. Ramen',
      'en',
      ['Lasagne for 4', 'Chilli con carne for 6', 'Ramen for 4'],
    ],
    ['Monday: lasagne, Tuesday: double chilli', 'en', ['Lasagne for 4', 'Chilli con carne for 8']],
    ['chicken curry and rice and tiramisu, please', 'en', ['Chicken curry for 4', 'Tiramisu for 4']],
    ['lasagne, lasagne for 2', 'en', ['Lasagne for 6']],
    ['lasgane & mac and chese', 'en', ['Lasagne for 4', 'Macaroni cheese for 4']],
    [
      'Kaiserschmarrn mit Apfelmus und Linsensuppe für 2 Kinder und 2 Erwachsene',
      'de',
      ['Kaiserschmarrn for 4', 'Linseneintopf for 4'],
    ],
    ['für vier Personen: Lasagne, Chili', 'de', ['Lasagne for 4', 'Chili con Carne for 4']],
    ['treinta y cinco personas: lasaña', 'es', ['Lasaña for 35']],
    ['lasagne for between 4 and 6 people', 'en', ['Lasagne for 6']],
    [
      'Chicken Tikka Masala mit Reis und Huhn süßsauer',
      'de',
      ['Hähnchen Tikka Masala for 4', 'Hähnchen süßsauer for 4'],
    ],
    ['what about one lasagne?', 'en', ['Lasagne for 4']],
    ['lasaña y arroz con leche para dos', 'es', ['Lasaña for 4', 'Arroz con leche for 2']],
    [
      'lasagnes pour deux et poisson frit et frites',
      'fr',
      ['Lasagnes for 2', 'Poisson frit et frites for 4'],
    ],
  ])('“%s” (%s) is %j', (typed, language, dishes) => {
    expect(lookUp(typed, language).unknown).toEqual([])
    expect(dishesIn(typed, language)).toEqual(dishes)
  })

  test('what is not known is named as typed, with near dishes, and the others are found', () => {
    expect(lookUp('Putencurry, Lasagne und Drachenfuß und Einhorn', 'de')).toMatchObject({
      dishes: [{ name: 'Lasagne' }],
      unknown: [
        { name: 'Putencurry', near: expect.arrayContaining(['Hähnchencurry']) },
        { name: 'Drachenfuß und Einhorn', near: [] },
      ],
    })
    expect(lookUp('turkey curry and beef ramen').unknown).toMatchObject([
      { name: 'turkey curry', near: expect.arrayContaining(['Chicken curry']) },
      { name: 'beef ramen', near: expect.arrayContaining(['Ramen']) },
    ])
  })

  test('a dish with another is two, unless one has that name', () => {
    const dishes = (text: string, language: Language) => lookUp(text, language).dishes
    expect(dishes('Schnitzel mit Kartoffelsalat für zwei', 'de')).toEqual([
      { name: 'Wiener Schnitzel', servings: 2 },
      { name: 'Kartoffelsalat', servings: 2 },
    ])
    expect(dishes('Kaiserschmarrn mit Apfelmus', 'de')).toEqual([{ name: 'Kaiserschmarrn', servings: 4 }])
    expect(dishes('burgers with rice', 'en')).toEqual([])
  })

  test('after the tenth, dishes are named as typed and not looked up', () => {
    const known = ['Lasagne', 'Ramen', 'Sushi', 'Paella', 'Tiramisu', 'Pho', 'Laksa', 'Gumbo', 'Bigos']
    const { dishes, unknown, left } = lookUp([...known, 'xqz', 'Burritos', 'fish and chips for 6'].join(', '))
    expect([dishes.length, unknown, left]).toEqual([
      9,
      [{ name: 'xqz', near: [] }],
      ['Burritos', 'fish and chips'],
    ])
  })

  test('amounts are added up before they are rounded to packs', () => {
    const both = quantities('pancakes and waffles')
    expect([quantities('pancakes'), quantities('waffles')].map((one) => one['Flour (1 kg pack)'])).toEqual([
      1000, 1000,
    ])
    expect(both['Flour (1 kg pack)']).toBe(1000)
    expect(quantities('lasagne and spaghetti bolognese for 6')['Minced beef (kg)']).toBe(1300)
    expect(quantities('lasagne and ramen')['Soy sauce (bottle)']).toBe(1000)
  })

  test('kitchens usually have flour, sugar, salt and common spices, but no gochujang', () => {
    const kept = lookUp('pierogi, gravlax, bibimbap, chilli').items.filter(({ keeps }) => keeps)
    expect(kept.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Flour (1 kg pack)', 'Sugar (1 kg pack)', 'Salt (pack)', 'Ground cumin (jar)']),
    )
    expect(kept.map(({ name }) => name)).not.toContain('Gochujang (tub)')
  })
})

describe('servings', () => {
  test.each([
    ['lasagne', 500],
    ['lasagne for 4', 500],
    ['lasagne for 6', 750],
    ['lasagne for two', 250],
    ['lasagne serves 8', 1000],
    ['lasagne (serves 8)', 1000],
    ['8 people lasagne', 1000],
    ['lasagne for 4-6 people', 750],
    ['lasagne for a family of 5', 650],
    ['lasagne x2', 1000],
    ['2x lasagne', 1000],
    ['double lasagne', 1000],
    ['lasagne 12', 1500],
    ['lasagne for 0', 150],
    ['lasagne for 1', 150],
    ['lasagne for 50', 6300],
    ['lasagne for 999999999999', 6300],
  ])('“%s” needs %d g of meat', (typed, grams) => {
    expect(quantities(typed)['Minced beef (kg)']).toBe(grams)
  })

  test('cans are whole, cabbage can be half, and a jar that keeps is bought once', () => {
    expect(quantities('bolognese for 6')['Chopped tomatoes (400 g can)']).toBe(3000)
    expect(quantities('coleslaw for 4')['White cabbage']).toBe(500)
    expect(quantities('coleslaw for 6')['White cabbage']).toBe(1000)
    expect(quantities('coleslaw for 40')['Mayonnaise (jar)']).toBe(1000)
  })

  test('a cake is a whole cake unless the input says otherwise', () => {
    expect(quantities('apple pie')['Apples (kg)']).toBe(1200)
    expect(quantities('apple pie for 4')['Apples (kg)']).toBe(600)
  })
})

test('any input gives valid items or up to three suggestions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { items, unknown } = lookUp(text)
      if (items.length === 0) return unknown.every(({ near }) => near.length <= 3)
      return items.every((item) => item.quantityMilli > 0 && Number.isInteger(item.priceCents))
    }),
    { numRuns: 40 },
  )
})

test('nothing behind the first 500 characters is read', () => {
  expect(lookUp('carbonara'.padStart(500)).dishes).toHaveLength(1)
  expect(lookUp('carbonara'.padStart(509)).dishes).toEqual([])
})

test('no nonsense keeps the processor busy', () => {
  const long = ['🍕'.repeat(5000), '\u0000\ud800'.repeat(5000), 'xqz '.repeat(2500), '7'.repeat(10_000)]
  const mixed = 'chickne currry lasange bolognaize spagetti rissoto mushrrom parmigana'
  const separated = ['b,c,f,g,h,'.repeat(100), 'scane and sloup and '.repeat(50), `${mixed}, `.repeat(8)]
  for (const text of [...long, ...separated, mixed, 'for '.repeat(2500), ' 1'.repeat(5000)]) {
    // It takes 1 to 30 ms. Time of the processor, and the fastest of ten, because the machine may be busy.
    const durations = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage()
      lookUp(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    expect(Math.min(...durations)).toBeLessThan(200)
  }
})
