import { createContext, useContext } from 'react'
import type { Room } from './room.ts'

/** All rooms of a language. Undefined in English, which is part of the code that shows it. */
export type Language = Readonly<Record<string, unknown>>

export const LanguageContext = createContext<Language | undefined>(undefined)

/** The texts in the reader's language. */
export function useWords<R extends Room>(english: R): R {
  const language = useContext(LanguageContext)
  return language ? (language[english.room] as R) : english
}
