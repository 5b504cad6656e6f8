import type { data } from '@remix-run/node'

/**
 * Remix's script asks for the data of /recent at /recent.data, and of / at /_root.data. If it asks elsewhere, every
 * link and form loads a whole page.
 */
export const isData = (path: string): boolean => path.endsWith('.data')

export const pageOf = (path: string): string => (path === '/_root.data' ? '/' : path.replace(/\.data$/, ''))

type WithInit = ReturnType<typeof data<unknown>>

/** What Remix's data() returns. If it looks different, programs get its parts instead of the reply. */
export const hasInit = (result: unknown): result is WithInit =>
  typeof result === 'object' && result !== null && 'type' in result && 'init' in result
