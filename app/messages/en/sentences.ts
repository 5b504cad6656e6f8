import { plural } from '../format.ts'

export const ended = (sentence: string) => (sentence.endsWith('…') ? sentence : `${sentence}.`)

/** "Milk and Eggs", "Milk, Eggs and 3 others". */
export function sentenceList(names: string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names
  return new Intl.ListFormat('en-GB').format(shown)
}

export const waitingText = (count: number) =>
  `${plural(count, 'change')} ${count === 1 ? 'is' : 'are'} waiting on this device.`
