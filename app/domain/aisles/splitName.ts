import { readWords, type Word } from './words.ts'

const BRACKETS = /[([][^)\]]*[)\]]?/g
/** 'mince 5% fat' */
const PERCENTS = /\d+(?:[.,]\d+)?\s?%(?:\s(?:less\s)?(?:fat|cocoa|vol|alc|abv|fett|kakao|cacao)(?!\p{L}))?/giu
/** Not the decimal comma of '1,5 l'. */
const BREAKS = /(?<!\d),|,(?!\d)|[;:/|]|\s[-–—]\s/

export interface SplitName {
  /** What commas and the like separate. */
  phrases: Word[][]
  inBrackets: Word[]
}

const MOST_WORDS = 12

export function splitName(name: string): SplitName {
  const phrases: Word[][] = []
  let left = MOST_WORDS
  for (const text of name.replace(BRACKETS, ' ').replace(PERCENTS, ' ').split(BREAKS)) {
    const words = readWords(text).slice(0, left)
    left -= words.length
    if (words.length > 0) phrases.push(words)
  }
  const inBrackets = name.match(BRACKETS)?.join(' ') ?? ''
  return { phrases, inBrackets: readWords(inBrackets).slice(0, MOST_WORDS) }
}
