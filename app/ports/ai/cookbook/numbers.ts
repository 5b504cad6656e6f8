const ENGLISH =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const GERMAN =
  'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'
const SPANISH =
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'
const FRENCH =
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'

const OTHERS =
  'twenty=20 thirty=30 forty=40 fifty=50 zwanzig=20 dreissig=30 vierzig=40 funfzig=50 ' +
  'veinte=20 treinta=30 cuarenta=40 cincuenta=50 vingt=20 trente=30 quarante=40 cinquante=50 ' +
  'eins=1 eine=1 einen=1 einem=1 einer=1 zwo=2 zweien=2 dreien=3 vieren=4 fuenf=5 zwoelf=12 fuenfzehn=15 una=1 une=1 due=2 tre=3 quattro=4 sei=6 dizaine=10 quinzaine=15 vingtaine=20 decena=10 veintena=20'

const inOrder = (text: string) =>
  text.split(' ').map((word, index): [string, number] => [word.replace('-', ' '), index + 1])

const NUMBERS = new Map<string, number>([
  ...[ENGLISH, GERMAN, SPANISH, FRENCH].flatMap(inOrder),
  ...OTHERS.split(' ').map((pair): [string, number] => {
    const [word = '', value] = pair.split('=')
    return [word, Number(value)]
  }),
])

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|')

const unitsOf = (text: string) => text.split(' ').slice(0, 9).join('|')

/** 'twenty one', 'einundzwanzig', 'treinta y uno', 'veintiuno', 'vingt et un'. */
const COMPOUND = [
  `(?:twenty|thirty|forty|fifty) (?:${unitsOf(ENGLISH)})`,
  `(?:${unitsOf(GERMAN)})und(?:zwanzig|dreissig|vierzig|funfzig)`,
  `(?:(?:treinta|cuarenta|cincuenta) y |veinti)(?:${unitsOf(SPANISH)})`,
  `(?:vingt|trente|quarante|cinquante)(?: et)? (?:${unitsOf(FRENCH)})`,
].join('|')

const PLAIN = `(?:\\d+(?:[.,]\\d+)?|${COMPOUND}|${longestFirst(NUMBERS.keys())})`
/** Before "dozen" or "or six": long alternatives take long to compile. */
export const SMALL_NUMBER = `(?:\\d+|${longestFirst([...NUMBERS].filter(([, value]) => value <= 12).map(([word]) => word))})`
const HALF_DOZEN =
  '(?:half a|a half|half|ein halbes|halbes|media|une demi|demi) (?:dozen|dutzend|docena|douzaine)'
const DOZENS = `(?:(?:${SMALL_NUMBER}|a) )?(?:dozens?|dutzend|docenas?|douzaines?)`

/** In folded text whose words have one space between them. */
export const NUMBER = `(?:${HALF_DOZEN}|${DOZENS}|${PLAIN})`

export function numberOf(text: string): number {
  if (new RegExp(`^${HALF_DOZEN}$`, 'u').test(text)) return 6
  const dozens = /^(?:(.+) )?(?:dozens?|dutzend|docenas?|douzaines?)$/u.exec(text)
  if (dozens) return 12 * (dozens[1] && dozens[1] !== 'a' ? numberOf(dozens[1]) : 1)
  const parts = text.replace(/^veinti/, 'veinte ').split(/ y | et |und| /)
  return NUMBERS.get(text) ?? parts.reduce((sum, part) => sum + (NUMBERS.get(part) ?? digitsOf(part)), 0)
}

const digitsOf = (text: string) => Number(text.replace(',', '.'))

/** Not a part of a dish's name, unlike 'three' in 'three bean salad'. */
export const isDigits = (text: string) => /^\d/.test(text)
