import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { keepPage, keptEpoch, keptPage, plainAddress } from '#app/offline/keptPages.ts'
import { reading, slow } from './pageCache.ts'

/** What is under way, by address: a page that takes long is asked for again. */
const keptAhead = new Map<string, Promise<string[]>>()

/**
 * Keeps a page that isn't open, and says which to keep after it, or null if it takes long. What fails is loaded when
 * somebody opens it.
 */
export async function keepAhead<T extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  accountOf: (data: T) => string,
  nextOf: (data: T) => string[] = () => [],
): Promise<string[] | null> {
  const address = plainAddress(request.url)
  async function keep() {
    const before = await keptPage(request.url)
    if (before) return nextOf(before.data as T)
    const epoch = await keptEpoch()
    const data = (await serverLoader<T>()) as T
    await keepPage({ address, account: accountOf(data), data, at: Date.now(), epoch, ...reading() })
    return nextOf(data)
  }
  const start = () =>
    keep()
      .catch(() => [])
      .finally(() => keptAhead.delete(address))
  const kept = keptAhead.get(address) ?? start()
  keptAhead.set(address, kept)
  // The open page isn't reloaded while something is loading.
  return Promise.race([kept, slow().then(() => null)])
}
