import type { Unit } from '#app/domain/items/amounts.ts'

// Browsers load this file, so every word counts: no accents, and no plurals that a common ending makes.

/** A spoon of it means: buy one. Measures that aren't units here leave the line as it is. */
type Meaning = Unit | 'spoon' | 'other'

/** A number is how many thousandths of the unit one is. */
const WORDS: [meaning: Meaning, milli: number, words: string][] = [
  ['kg', 1000, 'kg kilo kilogram kilogramm kilogramme kilogramo'],
  ['kg', 10, 'dag deka'],
  ['kg', 1, 'g gr gm gram gramm gramme gramo'],
  ['kg', 500, 'pfund pfd livre'],
  ['l', 1000, 'l lt ltr liter litre litro'],
  ['l', 100, 'dl'],
  ['l', 10, 'cl'],
  ['l', 1, 'ml'],
  ['lb', 1000, 'lb pound libra'],
  ['oz', 1000, 'oz ounce onza once unze'],
  [
    'pack',
    1000,
    'pack packet pkt pk pkg pckg package packung pck packchen packerl paket paquete paq paquet pqt pq',
  ],
  ['can', 1000, 'can tin dose ds buchse lata conserve canette cannette'],
  ['bottle', 1000, 'bottle btl flasche fl botella botellin garrafa bot bouteille btle'],
  ['jar', 1000, 'jar glas tarro bote pote frasco bocal bocaux'],
  ['tub', 1000, 'tub punnet becher schale tarrina barquette'],
  ['bag', 1000, 'bag pouch beutel tute sack sackerl netz bolsa saco sobre malla sac sachet'],
  ['box', 1000, 'box carton crate case karton kiste kasten schachtel caja brik brick caisse brique'],
  ['bunch', 1000, 'bunch bund bd bundel bouquet ramo manojo atado botte'],
  ['cup', 1000, 'cup tasse taza'],
  ['', 1000, 'pc pce piece stuck stk stck st pieza pza pz ud unid unidad u unite'],
  [
    'spoon',
    1000,
    'tbsp tbs tablespoon tsp teaspoon el tl kl essloffel teeloffel prise msp pinch dash clove zehe knoblauchzehe cucharada cucharadita cda cdta pizca diente cuillere cuil cas cac pincee gousse',
  ],
  [
    'other',
    0,
    'gallon galon gal pint pinte pt quart qt mg mm cm m meter inch zoll pouce ft min minute day year w v percent prozent',
  ],
]

/** Lower case, without accents, so that 'pièce' and 'piece' are one word. */
const plain = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss')

export interface Measure<U = Unit> {
  unit: U
  milli: number
}

const MEANINGS = new Map(
  WORDS.flatMap(([unit, milli, words]) => words.split(' ').map((word) => [word, { unit, milli }])),
)

/** Plural endings, each with the shortest word that can have it. */
const ENDINGS: [ending: string, shortest: number][] = [
  ['', 1],
  ['s', 2],
  ['n', 3],
  ['es', 3],
  ['e', 4],
  ['er', 4],
  ['en', 4],
]

export function meaningOf(word: string): Measure<Meaning> | undefined {
  const written = plain(word)
  for (const spelling of [written, written.replace(/([aou])e/g, '$1')]) {
    for (const [ending, shortest] of ENDINGS) {
      const stem = spelling.slice(0, spelling.length - ending.length)
      const found = spelling.endsWith(ending) && stem.length >= shortest && MEANINGS.get(stem)
      if (found) return found
    }
  }
  return undefined
}

export function measureOf(word: string, content = ''): Measure | undefined {
  const byContent = BY_CONTENT.find(([pattern]) => pattern.test(word))
  if (byContent) {
    const [, has, ifSo, otherwise] = byContent
    const unit = has.test(content) ? ifSo : otherwise
    return unit && { unit, milli: 1000 }
  }
  const found = meaningOf(word)
  return found && found.unit !== 'spoon' && found.unit !== 'other'
    ? { ...found, unit: found.unit }
    : undefined
}

/** Containers whose name alone means one of them: 'Bund Petersilie', but not 'bottle brush'. */
export const ALONE = /^(?:packung|pckg?|dose|flasche|becher|beutel|tüte|netz|kiste|kasten|bund)$/i

export const SPOONS =
  /^(?:(?:c(?:uil\p{L}*)?\.? ?[àa]\.? ?(?:soupe|caf.|th.|dessert|[sctk])|c\.[sct])\.?|cuch\p{L}+ (?:soperas?|de postre))(?!\p{L})\s*/iu

/** What makes a container another thing: 'can opener'. */
export const NOT_CONTAINER = /^(?:cakes?|garni|opener|foil|lids?|liner|clips?|for life|brush)\b/i

/** The contents decide: a 'boîte' of eggs, a 'pot' of yogurt, a 'filet' of onions or of fish. */
const BY_CONTENT: [
  word: RegExp,
  content: RegExp,
  unit: Exclude<Unit, ''>,
  otherwise: Exclude<Unit, ''> | undefined,
][] = [
  [/^(?:bo[iî]|b)tes?$/i, /œuf|oeuf|chocolat|c[ée]r[ée]al|mouchoir|allumette|th[ée]\b/i, 'box', 'can'],
  [/^pots?$/i, /^of |cr[eè]me|cream|ya?ourt|yog|fromage|hummus/i, 'tub', 'jar'],
  [/^filets?$/i, /oignon|pomme|orange|citron|[ée]chalote/i, 'bag', undefined],
]

const NUMBERS =
  'two zwei zwo dos deux|three drei tres trois|four vier cuatro quatre|five funf cinco cinq|six sechs seis|seven sieben siete sept|eight acht ocho huit|nine neun nueve neuf|ten zehn diez dix|eleven elf once onze|twelve zwolf doce douze'

const NUMBER_OF: ReadonlyMap<string, number> = new Map([
  ...NUMBERS.split('|').flatMap((words, at) =>
    words.split(' ').map((word): [string, number] => [word, at + 2]),
  ),
  ['anderthalb', 1.5],
  ['eineinhalb', 1.5],
])

export function numberWord(word: string): number | undefined {
  const written = plain(word)
  return NUMBER_OF.get(written) ?? NUMBER_OF.get(written.replace(/([aou])e/g, '$1'))
}

export const ARTICLE = /^(?:an?|one|ein(?:e[rnms]?)?|['’]?nen?|['’]n|un[eao]?)\s+/i
export const DOZEN = /^(?:dozen|doz|dz|dzd|dtz|dutzend|docenas?|douzaines?)\.?(?![\p{L}\d])/iu
export const PHRASES: [RegExp, number][] = [
  [/^(?:couple(?: of)?|par de)\s+/i, 2],
  [
    /^(?:half(?: of)?(?: an?)?|halbe[rsnm]?|medi[oa]|demie?)[\s-]+(?!(?:and|&|und|fat|price|sel|[ée]cr[ée]m\p{L}*)(?!\p{L}))/iu,
    0.5,
  ],
  // Only before a measure: an English quart is one.
  [/^(?:quarter|viertel|cuarto|quart)(?: of an?| de| d['’]un)?\s+(?=kilo|kg|li|pfund|pound|lb)/i, 0.25],
]
export const HALF_MORE =
  /^(?:y medi[oa]|et demie?|and a half|und (?:ein )?halb\p{L}*|(?:y|and|et|und|&) (?:1\/2|½))(?!\p{L})\s*/iu

/** Between an amount and its name. Not 'De Cecco'. */
export const JOINER = /^(?:(?:de l|[dD])['’]\s*|(?:of|OF|de l[oa]s|de la|del|de|DE|du|des)\s+)/
export const ABOUT = /^(?:(?:ca|about|approx|etwa|un[oa]s|aprox|env|environ)\.?|~)\s*(?=[\d½¼¾])/i

export const PARTITIVE = /^(?:d(?:u|es|e la) |de l['’])/i

export const BRANDS =
  /^(?:(?:7|seven)[ -]?up|7 days|8 ?x ?4|(?:3|three) musk|4711|1664|(?:3|drei) (?:glocken|wetter)|(?:5|five) (?:gum|guys|alive|spice)|\S{1,5}[ -]?(?:in|en)[ -]?(?:1|one|uno|un|eins)(?!\p{L})|(?:[3-5]|three|four|five) cheese|(?:4|cuatro) (?:quesos|estac)|tres leches|(?:4|quatre) (?:fromages|quarts|[ée]pices)|\S+ grain |six pack|(?:[4-9]|\d\d) ?pack\s(?!of |d[e’']))/iu

/** 'beer 6 pack': one thing, not six packs. */
export const MULTIPACK = /^(?:[4-9]|\d\d|six) ?pack$/i

/** A number behind them is a size or a kind. */
export const NUMBERED =
  /^(?:pampers|huggies|omega|vitamine?|spf|lsf|fps|size|gr(?:ö|oe)(?:ß|ss)e|taille|talla|typ[eo]?|n[ro]|chanel|iphone|playstation|xbox|step|stage|stufe|von|barilla|spaghett[io]n?i?)$/iu
