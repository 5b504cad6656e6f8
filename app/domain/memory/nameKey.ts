import { normalized } from '#app/domain/cleanLine.ts'

/** Two items with the same key are the same thing. No grammar: 'apple' and 'apples' are two. */
export const nameKey = (name: string) => normalized(name).toLowerCase().replace(/\s+/g, ' ').trim()
