import { fold, wordsIn } from './words.ts'

export interface Token {
  folded: string
  start: number
  end: number
}

export type Separator = 'word' | 'sign' | 'line'

/** What may stand between two dishes, and also in a dish's name, except a new line. */
export const SEPARATORS = new Map<string, Separator>([
  ...['\n', ';'].map((sign): [string, 'line'] => [sign, 'line']),
  ...[...',+&/|•·*-.!?'].map((sign): [string, 'sign'] => [sign, 'sign']),
  ...wordsIn('and und y e et plus sowie then dann danach luego despues puis ensuite').map(
    (word): [string, 'word'] => [word, 'word'],
  ),
])

const TOKEN = /\n|\d+(?:[.,]\d+)?|[\p{L}\p{M}][\p{L}\p{M}'’‘ʼ`´]*|[^\s]/gu
const DASH = /^[-–—‐‑]$/

/** Words, numbers and signs. Dashes count between numbers and between spaces, not inside a word. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: typed, index: start }) => {
    const isDash = DASH.test(typed)
    if (isDash && !isFreeDash(text, start)) return []
    const folded = isDash ? '-' : typed === '\n' ? typed : fold(typed)
    return [{ folded, start, end: start + typed.length }]
  })
}

function isFreeDash(text: string, at: number): boolean {
  const [before = ' ', after = ' '] = [text[at - 1], text[at + 1]]
  return (/\s/.test(before) && /\s/.test(after)) || (/\d/.test(before) && /\d/.test(after))
}
