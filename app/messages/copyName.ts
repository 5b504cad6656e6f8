import { MAX_NAME } from '#app/domain/cleanLine.ts'

const COPY = ' (copy)'

/** The name of a copied list: 'Weekly shopping (copy)'. */
export function copyName(name: string): string {
  return `${[...name].slice(0, MAX_NAME - COPY.length).join('')}${COPY}`
}
