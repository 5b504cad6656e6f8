import type { ClientActionFunctionArgs } from '@remix-run/react'

/** In bad reception a request dies on the way; that must not take the page with it. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  // The browser's own failure, or a proxy's error page where our data should have been.
  return error instanceof TypeError || error.message.startsWith('Unable to decode turbo-stream')
}

/** A client action for forms that are sent in the background: no connection becomes a plain refusal. */
export async function catchNetworkError({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!isNetworkError(error)) throw error
    return { ok: false, status: 0, message: 'There is no connection right now. Please try again.' }
  }
}
