import type { Language } from '#app/domain/locale/locale.ts'
import type { Category } from './categories.ts'

export { CATEGORIES, type Category } from './categories.ts'

const FIRST_WORDS: Partial<Record<string, Category>> = {
  milk: 'dairy',
  eggs: 'dairy',
  bread: 'bread',
  apples: 'produce',
  tomatoes: 'produce',
  milch: 'dairy',
  eier: 'dairy',
  brot: 'bread',
  äpfel: 'produce',
  tomaten: 'produce',
}

/** 'other' for what the vocabulary doesn't know: never a guess. */
export function categoryOf(name: string, _language: Language): Category {
  return FIRST_WORDS[name.toLowerCase()] ?? 'other'
}
