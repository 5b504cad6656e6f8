import type { Language } from '#app/domain/locale/locale.ts'

const files = import.meta.glob<string>('./{names,pantry}/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The lines are 'Onions | Zwiebeln'. */
const linesOf = (folder: 'names' | 'pantry', language: Language): [english: string, own: string][] =>
  (files[`./${folder}/${language}.txt`] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [english = '', own = ''] = line.split(' | ')
      return [english, own]
    })

export const pantryLines = (language: Language) => linesOf('pantry', language)

/** The first name is shown; the others are what people may type, too. */
export const dishLines = (language: Language) =>
  linesOf('names', language).map(([english, own]): [string, string[]] => [english, own.split(', ')])

/** The names of the pantry in another language. */
export function pantryNamesIn(language: Language): (name: string) => string {
  const names = new Map(pantryLines(language))
  return (name) => names.get(name) ?? name
}
