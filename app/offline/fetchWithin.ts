import { SECOND } from '#app/domain/time.ts'
import { FAILING, OTHERS, type Reach } from './keptDocument.ts'

/** The limit includes the time to read the body. */
export async function fetchWithin<T>(
  ms: number,
  url: string,
  init: RequestInit,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await read(await fetch(url, { ...init, signal: controller.signal }))
  } finally {
    clearTimeout(timer)
  }
}

export const isLarder = ({ headers }: Response): boolean => headers.has('X-Request-Id')

export const insteadOfLarder = ({ status }: Pick<Response, 'status'>) => (status >= 500 ? FAILING : OTHERS)

// A redirect leads to somebody else.
export const askServer = (): Promise<Reach> =>
  fetchWithin(
    3 * SECOND,
    '/livez',
    { cache: 'no-store', redirect: 'manual' },
    (response) => (response.ok && isLarder(response)) || insteadOfLarder(response),
  ).catch(() => false)
