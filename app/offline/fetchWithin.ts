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
