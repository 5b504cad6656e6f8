import pantryText from './pantry.txt?raw'
import { parsePantry } from './parse.ts'

export const pantryNames = [...parsePantry('pantry.txt', pantryText).values()].map(({ name }) =>
  name.toLowerCase(),
)
