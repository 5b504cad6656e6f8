import type { ClientActionFunctionArgs } from '@remix-run/react'
import { probe } from '#app/offline/page/serverReachable.ts'
import { isNotData } from '#app/remix/inBrowser.ts'
import { browser } from '#app/words/en/browser.ts'
import { wordsOf } from '#app/words/reader.ts'
import { pageReader } from './pageReader.ts'

export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return error instanceof TypeError || isNotData(error)
}

export async function catchNetworkError({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!isNetworkError(error)) throw error
    const words = wordsOf(pageReader(), browser)
    return {
      ok: false,
      status: 0,
      message: (await wasAnswered(error)) ? words.failed : words.unreachable,
    }
  }
}

/** By Larder or a proxy in front of it: otherwise, a network that asks to sign in has answered. */
export const wasAnswered = async (error: unknown): Promise<boolean> =>
  !(error instanceof TypeError) && probe()
