import { wellFormed } from '#app/domain/text.ts'

const MAX_NAME = 60

export const cut = (name: string) =>
  name.length <= MAX_NAME ? name : `${wellFormed(name.slice(0, MAX_NAME))}…`

/** Without a full stop after a name that was cut. */
export const ended = (sentence: string) => (sentence.endsWith('…') ? sentence : `${sentence}.`)
