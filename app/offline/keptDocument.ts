import type { Entry, KeptPage } from './schema.ts'

declare global {
  interface Window {
    /** The page this document was opened with, if it is a kept one. */
    keptPage?: KeptPage
    /** What its account has in the outbox. */
    keptEntries?: Entry[]
  }
}

/** The document is shell.html and not from the server: React renders its body only. */
export const isKeptDocument = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset
