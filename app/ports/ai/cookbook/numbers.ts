const ENGLISH =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const GERMAN =
  'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'
const SPANISH =
  'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'
const FRENCH =
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'

const TENS = [
  'twenty thirty forty fifty',
  'zwanzig dreissig vierzig funfzig',
  'veinte treinta cuarenta cincuenta',
  'vingt trente quarante cinquante',
]

const OTHERS =
  'eins=1 eine=1 einen=1 einem=1 einer=1 zwo=2 zweien=2 dreien=3 vieren=4 fuenf=5 zwoelf=12 fuenfzehn=15 una=1 une=1 due=2 tre=3 quattro=4 sei=6 dizaine=10 quinzaine=15 vingtaine=20 decena=10 veintena=20'

const inOrder = (text: string) =>
  text.split(' ').map((word, index): [string, number] => [word.replace('-', ' '), index + 1])

/** 'twenty one', 'einundzwanzig', 'treinta y uno', 'veintiuno', 'vingt et un'. */
function compounds(): [string, number][] {
  const units = [ENGLISH, GERMAN, SPANISH, FRENCH].map((text) => inOrder(text).slice(0, 9))
  return TENS.flatMap((tens, language) =>
    tens.split(' ').flatMap((ten, place): [string, number][] => {
      const value = (place + 2) * 10
      const joined = (units[language] ?? []).flatMap(([unit, one]): [string, number][] => {
        const spellings = [
          [`${ten} ${unit}`],
          [`${unit}und${ten}`],
          [`${ten} y ${unit}`, `${ten.replace(/e$/, 'i')}${unit}`],
          [`${ten} ${unit}`, `${ten} et ${unit}`],
        ][language]
        return (spellings ?? []).map((spelling) => [spelling, value + one])
      })
      return [[ten, value], ...joined]
    }),
  )
}

const NUMBERS = new Map<string, number>([
  ...[ENGLISH, GERMAN, SPANISH, FRENCH].flatMap(inOrder),
  ...compounds(),
  ...OTHERS.split(' ').map((pair): [string, number] => {
    const [word = '', value] = pair.split('=')
    return [word, Number(value)]
  }),
])

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|')

const PLAIN = `(?:\\d+(?:[.,]\\d+)?|${longestFirst(NUMBERS.keys())})`
const HALF_DOZEN =
  '(?:half a|a half|half|ein halbes|halbes|media|une demi|demi) (?:dozen|dutzend|docena|douzaine)'
const DOZENS = `(?:(?:${PLAIN}|a) )?(?:dozens?|dutzend|docenas?|douzaines?)`

/** In folded text whose words have one space between them. */
export const NUMBER = `(?:${HALF_DOZEN}|${DOZENS}|${PLAIN})`

export function numberOf(text: string): number {
  if (new RegExp(`^${HALF_DOZEN}$`, 'u').test(text)) return 6
  const dozens = /^(?:(.+) )?(?:dozens?|dutzend|docenas?|douzaines?)$/u.exec(text)
  if (dozens) return 12 * (dozens[1] && dozens[1] !== 'a' ? numberOf(dozens[1]) : 1)
  return NUMBERS.get(text) ?? Number(text.replace(',', '.'))
}

/** Not a part of a dish's name, unlike 'three' in 'three bean salad'. */
export const isDigits = (text: string) => /^\d/.test(text)
