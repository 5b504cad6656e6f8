import { ENGLISH, type Reader } from '#app/words/reader.ts'

// For what is said outside of React. Components use `useReader`.

let reader = ENGLISH

export const pageReader = (): Reader => reader

export function setPageReader(next: Reader): void {
  reader = next
}
