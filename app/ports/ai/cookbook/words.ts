// Makes words comparable: no accents, no case, no plural, one spelling where there are several.

const WITHOUT_ACCENTS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  þ: 'th',
}

const FILLER_WORDS = `
  a an the my our your some any this that it its i we us you me he she they of in on at to from by or and n s with is are be
  for please thanks thank hi hello hey can could would should will need want like love make making made cook
  cooking do does how what whats give get buy shop shopping list recipe recipes rezept receta recette ricetta recept
  recipie recepie receipe ingrediants
  ingredient ingredients zutaten home homemade easy quick simple fast best ever classic traditional authentic original
  real proper good great delicious tasty yummy perfect ultimate favourite favorite healthy lovely nice little big large
  mum mums mom moms mother mothers grandma grandmas granny grandmother grandmothers nonna dad dads family kids style version dish meal dinner
  lunch supper tonight today tomorrow weekend party
  mit und fur fuer der die das den ein eine nach art vom zum im
  con y al la las los el de del para por
  alla allo alle ai e di da dei della delle il lo gli i
  au aux avec et le les du des en pour sur l d
  med och og i
`

const ADJECTIVES = `
  spicy hot mild creamy crispy crunchy juicy sticky cheesy tender fresh warm cold rich light fluffy moist
  baked oven roast roasted slow cooked cooker pan pot tray traybake bowl leftover
`

/** Next to the name of a dish, too: kitchen roll, dog food. */
const HOUSEHOLD_WORDS = 'toilet kitchen tissue candle dog cat pet food feed'

const SPELLINGS: [string, string][] = [
  ['chilli', 'chili'],
  ['chile', 'chili'],
  ['chilies', 'chili'],
  ['chillies', 'chili'],
  ['lasagna', 'lasagne'],
  ['lasagnes', 'lasagne'],
  ['lasanga', 'lasagne'],
  ['yoghurt', 'yogurt'],
  ['salat', 'salad'],
  ['doughnut', 'donut'],
  ['omelet', 'omelette'],
  ['catsup', 'ketchup'],
  ['eggplant', 'aubergine'],
  ['zucchini', 'courgette'],
  ['shrimp', 'prawn'],
  ['cilantro', 'coriander'],
  ['ground', 'minced'],
  ['mince', 'minced'],
  ['hamburger', 'burger'],
  ['barbecue', 'bbq'],
  ['barbeque', 'bbq'],
  ['mac', 'macaroni'],
  ['spag', 'spaghetti'],
  ['bol', 'bolognese'],
  ['bolo', 'bolognese'],
  ['choc', 'chocolate'],
  ['veg', 'vegetable'],
  ['veggie', 'vegetable'],
  ['vegetarian', 'vegetable'],
  ['grilled', 'grill'],
  ['dhal', 'dal'],
  ['dahl', 'dal'],
  ['daal', 'dal'],
  ['garbanzo', 'chickpea'],
  ['fried', 'fry'],
  ['tatties', 'potato'],
  ['spud', 'potato'],
  ['chook', 'chicken'],
]

export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðıþ]/g, (letter) => WITHOUT_ACCENTS[letter] ?? letter)
}

export function wordsOf(foldedText: string): string[] {
  return foldedText
    .replace(/['’‘ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** The same for singular and plural; for comparison only. */
export function stem(word: string): string {
  const withoutS = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
  const withoutE = withoutS.length > 3 && withoutS.endsWith('e') ? withoutS.slice(0, -1) : withoutS
  return withoutE.length > 2 ? withoutE.replace(/y$/, 'i') : withoutE
}

const fillers = new Set(FILLER_WORDS.trim().split(/\s+/).map(stem))
const adjectives = new Set(ADJECTIVES.trim().split(/\s+/).map(stem))
const household = new Set(HOUSEHOLD_WORDS.split(' ').map(stem))
const spellings = new Map(SPELLINGS.map(([variant, standard]) => [stem(variant), stem(standard)]))

function isFiller(word: string): boolean {
  return fillers.has(stem(word)) || /^\p{N}+$/u.test(word)
}

/** Part of the names of things to buy that nobody eats. */
export function isHousehold(keyword: string): boolean {
  return household.has(keyword)
}

/** Words that don't change the ingredients. */
export function isAdjective(keyword: string): boolean {
  return adjectives.has(keyword)
}

export function keyword(word: string): string {
  const stemmed = stem(word)
  return spellings.get(stemmed) ?? stemmed
}

export function keywords(text: string): string[] {
  return wordsOf(fold(text))
    .filter((word) => !isFiller(word))
    .map(keyword)
}
