import { MAX_NAME_LENGTH } from '#app/domain/limits.ts'

const COPY = ' (copy)'

export function copyName(name: string): string {
  return `${[...name].slice(0, MAX_NAME_LENGTH - COPY.length).join('')}${COPY}`
}
