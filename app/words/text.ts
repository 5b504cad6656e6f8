import { wellFormed } from '#app/domain/text.ts'

const MAX_NAME = 60

export const cutTo = (max: number, name: string) =>
  name.length <= max ? name : `${wellFormed(name.slice(0, max))}…`

export const cut = (name: string) => cutTo(MAX_NAME, name)

/** Without a full stop after a name that was cut. */
export const ended = (sentence: string) => (sentence.endsWith('…') ? sentence : `${sentence}.`)
