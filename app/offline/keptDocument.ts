import type { Entry, KeptPage } from './schema.ts'

declare global {
  interface Window {
    keptPage?: KeptPage
    keptEntries?: Entry[]
  }
}

/** Why the document is a kept one, if the server has answered. */
export const FAILING = 'failing'

/** The document is shell.html and not from the server: React renders its body only. */
export const isKeptDocument = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset
