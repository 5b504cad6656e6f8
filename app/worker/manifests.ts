import { screens as de } from '#app/words/de/otherScreens.ts'
import { screens as es } from '#app/words/es/otherScreens.ts'
import { screens as fr } from '#app/words/fr/otherScreens.ts'

interface Manifest {
  lang: string
  description: string
  shortcuts: { name: string }[]
}

/** The manifest of the installed app in other languages, by name of the file. */
export function manifestsOf(english: Manifest): Record<string, Manifest> {
  const translated = Object.entries({ de, es, fr }).map(([lang, { landing, addLines }]) => {
    const [addToAList] = english.shortcuts
    const shortcuts = [{ ...addToAList, name: addLines.addToAList }]
    return [
      `manifest.${lang}.webmanifest`,
      { ...english, lang, description: landing.appDescription, shortcuts },
    ]
  })
  return Object.fromEntries(translated)
}
