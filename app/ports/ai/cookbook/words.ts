const WITHOUT_ACCENTS = pairsIn('ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d ı=i þ=th')

const FILLER_WORDS = `
  a an the my our your some any this that it its i we us you me he she they of in on at to from by or and n s with is are be
  for please thanks thank hi hello hey can could would should will need want like love make making made cook
  cooking do does how what whats give get buy shop shopping list recipe recipes rezept receta recette ricetta recept
  recipie recepie receipe ingrediants
  ingredient ingredients zutaten home homemade easy quick simple fast best ever classic traditional authentic original
  real proper good great delicious tasty yummy perfect ultimate favourite favorite healthy lovely nice little big large
  mum mums mom moms mother mothers grandma grandmas granny oma abuela mamie grandmother grandmothers nonna dad dads family kids style version dish meal dinner
  lunch supper tonight today tomorrow weekend party
  whole just only about one lets have
  ganze ganzen ganzes nur wie bei omas
  mit und fur fuer der die das den dem ein eine nach art vom von zum im aus auf sowie bitte heute morgen abend mittag wir ich
  mochte mochten wollen kochen essen abendessen mittagessen familie leute
  con y al la las los el de del para por favor un una unos unas en mi mis hoy manana noche queremos quiero cocinar comer cena
  comida familia gente toda todo esta vamos ser solo
  alla allo alle ai e di da dei della delle il lo gli i
  au aux avec et le les du des en pour sur l d un une dans facon maison mon ma mes ce soir demain svp plait je veux voudrais faire
  manger cuisiner diner dejeuner famille toute tout comme chez seul seule
  med och og i
`

const ADJECTIVES = `
  spicy hot mild creamy crispy crunchy juicy sticky cheesy tender fresh warm cold rich light fluffy moist
  baked oven roast roasted slow cooked cooker pan pot tray traybake bowl leftover
`

/** Next to the name of a dish, too: kitchen roll, dog food. */
const HOUSEHOLD_WORDS = 'toilet kitchen tissue candle dog cat pet food feed'

const SPELLINGS = `
  chilli=chili chile=chili chilies=chili chillies=chili lasagna=lasagne lasagnes=lasagne
  lasanga=lasagne yoghurt=yogurt salat=salad doughnut=donut omelet=omelette catsup=ketchup
  eggplant=aubergine zucchini=courgette shrimp=prawn cilantro=coriander ground=minced mince=minced
  hamburger=burger huhn=hahnchen huhnchen=hahnchen papa=patata sosse=sauce barbecue=bbq barbeque=bbq mac=macaroni spag=spaghetti bol=bolognese
  bolo=bolognese choc=chocolate veg=vegetable veggie=vegetable vegetarian=vegetable grilled=grill
  dhal=dal dahl=dal daal=dal garbanzo=chickpea fried=fry tatties=potato spud=potato chook=chicken
`

export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðıþ]/g, (letter) => WITHOUT_ACCENTS.get(letter) ?? letter)
}

export function wordsOf(foldedText: string): string[] {
  return foldedText
    .replace(/(?<!\p{L})[dl]['’]/gu, ' ')
    .replace(/['’‘ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export function stem(word: string): string {
  const withoutS = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
  const withoutE = withoutS.length > 3 && withoutS.endsWith('e') ? withoutS.slice(0, -1) : withoutS
  return withoutE.length > 2 ? withoutE.replace(/y$/, 'i') : withoutE
}

export function wordsIn(text: string): string[] {
  return text.trim().split(/\s+/)
}

function pairsIn(text: string): Map<string, string> {
  return new Map(wordsIn(text).map((pair) => pair.split('=') as [string, string]))
}

const fillers = new Set(wordsIn(FILLER_WORDS).map(stem))
const spellings = new Map([...pairsIn(SPELLINGS)].map(([variant, word]) => [stem(variant), stem(word)]))

export const adjectives = new Set(wordsIn(ADJECTIVES).map(stem))
export const household = new Set(wordsIn(HOUSEHOLD_WORDS).map(stem))

/** German writes two words as one: Hähnchencurry, Kürbissuppe. */
const COMPOUND =
  /^(\p{L}{3,}?)(suppen?|currys?|salate?|kuchen|torten?|auflauf|eintopf|gratin|risotto|lasagnen?|pfanne|nudeln|pizza|tacos|reis|sauce|sosse)$/u

export function keywords(text: string): string[] {
  return wordsOf(fold(text))
    .flatMap((word) => COMPOUND.exec(word)?.slice(1) ?? word)
    .map((word) => ({ word, stemmed: stem(word) }))
    .filter(({ word, stemmed }) => !fillers.has(stemmed) && !/^\p{N}+$/u.test(word))
    .map(({ stemmed }) => spellings.get(stemmed) ?? stemmed)
}
