import type { ClientActionFunctionArgs } from '@remix-run/react'
import { browser } from '#app/words/en/browser.ts'
import { wordsOf } from '#app/words/reader.ts'
import { failureText, isNetworkError, reachAfter } from './networkError.ts'
import { pageReader } from './pageReader.ts'

/** For forms that Remix sends. */
export async function catchNetworkError({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!isNetworkError(error)) throw error
    const message = failureText(await reachAfter(error), wordsOf(pageReader(), browser))
    return { ok: false, status: 0, message }
  }
}
