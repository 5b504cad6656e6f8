import { SECOND } from '#app/domain/time.ts'

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

/** Something in between may answer instead. */
const isLarder = ({ ok, headers }: Response) => ok && headers.has('X-Request-Id')

export const serverAnswers = (): Promise<boolean> =>
  fetchWithin(3 * SECOND, '/livez', { cache: 'no-store' }, isLarder).catch(() => false)
