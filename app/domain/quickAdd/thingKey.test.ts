import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { commonThings } from '#app/domain/memory/commonThings.ts'
import { nameKey } from '#app/domain/text.ts'
import { pantryNames } from '#app/ports/ai/cookbook/pantryNames.ts'
import { thingKey } from './thingKey.ts'

describe('singular and plural are one thing', () => {
  test.each([
    ['en', 'apple apples, tomato tomatoes, berry berries, egg eggs, box boxes, peach peaches, pea peas'],
    [
      'en',
      'cookie cookies, sandwich sandwiches, radish radishes, mango mangoes, battery batteries, shoe shoes',
    ],
    ['de', 'Tomate Tomaten, Kartoffel Kartoffeln, Ei Eier, Apfel Äpfel, Zwiebel Zwiebeln, Brot Brote'],
    [
      'de',
      'Weißbrot Weißbrote, Pilz Pilze, Batterie Batterien, Joghurt Joghurts, Keks Kekse, Kürbis Kürbisse, Packung Packungen',
    ],
    ['es', 'tomate tomates, limón limones, huevo huevos, pan panes, nuez nueces, yogur yogures, flor flores'],
    [
      'fr',
      'pomme pommes, gâteau gâteaux, œuf œufs, chou choux, poireau poireaux, quiche quiches, bougie bougies',
    ],
  ])('%s: %s', (_language, pairs) => {
    for (const pair of pairs.split(', ')) {
      const [one = '', many = ''] = pair.split(' ')
      expect(thingKey(many), pair).toBe(thingKey(one))
    }
  })

  test.each([
    ['red onion', 'Red onions'],
    ['pomme de terre', 'pommes de terre'],
    ['tomate cherry', 'tomates cherry'],
    ['onion (red)', 'onions (red)'],
  ])('in several words, too: %s', (one, many) => {
    expect(thingKey(many)).toBe(thingKey(one))
  })
})

test.each(
  `Ei Eis, Eier Eis, Reis Reise, Nudel Nudelholz, glass glasses, pepper peppers, mint mints, Butter Butt, Mai Mais,
   pâte pâtes, pasta pastas, Kirsche Kirsch, Buche Buch, Brot brotes, tub tube, mat mate, cap cape, Kuchen Küche,
   Lake Laken, bus bu, Tee te, Reife Reifen, pasty pastis, sweet sweets, dulce dulces, Kraut Kräuter, gel gelée`.split(
    /,\s+/,
  ),
)('other words are other things: %s', (pair) => {
  const [one = '', other = ''] = pair.split(' ')
  expect(thingKey(one)).not.toBe(thingKey(other))
})

/** Read by eye: each of them is one thing, also across languages. */
const ONE_THING = `
after eight = after eights
ajo = ajos
auberginen = aubergines
baguette = baguettes
bananen = bananes
barra de pan = barras de pan
batterien = batteries
brezel = brezeln
cannelloni = cannellonis
cebolla = cebollas
cereal = cereales
cerveza = cervezas
concombre = concombres
cracker = crackers
cucumber = cucumbers
estragon = estragón
gnocchi = gnocchis
lait = laits
leche = leches
macaroni = macaronis
mango = mangoes = mangos
oliven = olives
onion = onions
orangen = oranges
pepino = pepinos
piment = piments
puerro = puerros
raisin = raisins
ravioli = raviolis
salatgurke = salatgurken
savon = savons
servietten = serviettes
spaghetti = spaghettis
tagliatelle = tagliatelles
tampones = tampons
tomate = tomaten = tomates
tomatoes = tomatos
tortellini = tortellinis
yaourt = yaourts
yogur = yogures
zitrone = zitronen
`

const CORPUS = join(import.meta.dirname, 'corpus')

function namesInCorpus(): string[] {
  const files = readdirSync(CORPUS).filter((file) => file.endsWith('.jsonl'))
  const lines = files.flatMap((file) => readFileSync(join(CORPUS, file), 'utf8').split('\n'))
  const items = lines.filter((line) => line !== '').flatMap((line) => JSON.parse(line).slice(1))
  return items.map(({ name }: { name: string }) => name)
}

test('of all names in the corpus, the pantry and the shops, only those that are one thing have one key', async () => {
  const pantries = await Promise.all(LANGUAGES.map(pantryNames))
  const names = [...namesInCorpus(), ...LANGUAGES.flatMap(commonThings), ...pantries.flat()].map(nameKey)
  expect(names.length).toBeGreaterThan(3000)
  const byKey = new Map<string, Set<string>>()
  for (const name of names) byKey.set(thingKey(name), (byKey.get(thingKey(name)) ?? new Set()).add(name))
  const merged = [...byKey.values()]
    .filter(({ size }) => size > 1)
    .map((names) => [...names].sort().join(' = '))
  expect(merged.sort()).toEqual(ONE_THING.trim().split('\n').sort())
})
