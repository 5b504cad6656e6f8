import type { Entry, KeptPage } from './schema.ts'

declare global {
  interface Window {
    keptPage?: KeptPage
    keptEntries?: Entry[]
  }
}

/** What answers in place of Larder: an error, its own or a proxy's, or a page of somebody else's, as on hotel Wi-Fi. */
export const FAILING = 'failing'
export const OTHERS = 'unreached'

/** Whether Larder answers, and if not, what does. */
export type Reach = true | Unreached
export type Unreached = false | typeof FAILING | typeof OTHERS

/** The document is shell.html and not from the server: React renders its body only. */
export const isKeptDocument = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset
