import { describe, expect, test } from 'vitest'
import { lookUp } from './lookup.ts'
import { loadIndex } from './searchIndex.ts'
import { dishLines } from './translations.ts'

const { entries } = loadIndex()

/** Words that no menu in another language has. */
const ENGLISH = new Set(
  `with and of the soup soups salad chicken beef pork lamb duck turkey pie cake bread cheese potato potatoes egg eggs
  fish fried roast roasted baked stew stuffed sweet sour green red vegetable vegetables spinach mushroom pumpkin rolls fries
  ribs wings rice noodles noodle bean beans pea peas carrot onion garlic prawns prawn salmon tuna meatballs meatball
  sausage sausages style summer spring pulled grilled smoked mashed scrambled dumplings apple lemon banana blueberry
  breakfast pastry casserole bake chops fingers leek caramelised steamed crispy spicy mash chilli`.split(
    /\s+/,
  ),
)

describe.each(['de', 'es', 'fr'] as const)('in %s', (language) => {
  const lines = dishLines(language)
  const shown = entries.map((entry) => entry.shown[language].text)

  test('every dish has a name, in the order of the cookbook', () => {
    expect(lines.map(([english]) => english)).toEqual(entries.map(({ dish }) => dish.name))
    for (const name of lines.flatMap(([, names]) => names)) expect(name).toMatch(/^\p{Lu}?[\p{L}’' -]+$/u)
  })

  test('no two dishes have the same name', () => {
    const names = shown.map((name) => name.toLowerCase())
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  test('no name is half English', () => {
    const english = shown.filter((name) =>
      name
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => ENGLISH.has(word)),
    )
    expect(english).toEqual([])
  })

  test('every dish is found by each of its names, and is called by the first', () => {
    for (const [english, [own = '', ...others]] of lines) {
      for (const typed of [english, own, ...others]) {
        expect(lookUp(typed, language).dishes, typed).toEqual([expect.objectContaining({ name: own })])
      }
    }
  })

  test('dishes that are near have names in this language', () => {
    const own = new Set(shown)
    const near = entries.flatMap(({ dish }) =>
      lookUp(`${dish.name} qwxzv`, language).unknown.flatMap((unknown) => unknown.near),
    )
    expect(near.length).toBeGreaterThan(100)
    expect(near.filter((name) => !own.has(name))).toEqual([])
  })
})
