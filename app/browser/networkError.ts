import { isNotData } from '#app/remix/inBrowser.ts'
import { probe } from './serverReachable.ts'

export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return error instanceof TypeError || isNotData(error)
}

/** By Larder or a proxy in front of it: otherwise, a network that asks to sign in has answered. */
export const wasAnswered = async (error: unknown): Promise<boolean> =>
  !(error instanceof TypeError) && probe()
