import { createContext, useContext } from 'react'
import { ENGLISH, type Reader, wordsOf } from './reader.ts'
import type { Room } from './room.ts'

export const ReaderContext = createContext<Reader>(ENGLISH)

export const useReader = (): Reader => useContext(ReaderContext)

/** The texts in the reader's language. */
export const useWords = <R extends Room>(english: R): R => wordsOf(useReader(), english)
