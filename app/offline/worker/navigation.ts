import { SECOND } from '#app/domain/time.ts'

export const SLOW_AFTER_MS = 3 * SECOND

/** `kept` may fail or never settle. A page that is not kept waits for the server as long as it takes. */
export async function answer(
  url: string,
  network: Promise<Response>,
  kept: Promise<Response | undefined>,
  offlinePage: () => Promise<Response>,
): Promise<Response> {
  network.catch(() => {})
  const deadline = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_AFTER_MS))
  const page = await Promise.race([kept.catch(() => undefined), deadline])
  if (!page) return network.catch(offlinePage)
  const answer = await Promise.race([wholeAnswer(network, url), deadline])
  return answer ?? page
}

/** Undefined if it didn't arrive or isn't Larder's: hotels and trains respond with a page of their own. */
async function wholeAnswer(network: Promise<Response>, url: string): Promise<Response | undefined> {
  try {
    const response = await network
    if (response.type === 'opaqueredirect') return (await leadsElsewhere(url)) ? undefined : response
    const { status, headers } = response
    if (!headers.has('X-Request-Id') || status >= 500 || status === 429) return undefined
    return withHeaders(response, await response.arrayBuffer())
  } catch {
    return undefined
  }
}

/** Scripts can't read redirects. Larder's lead to Larder; others may not be followed. */
async function leadsElsewhere(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  return !response?.headers.has('X-Request-Id')
}

export function withHeaders(
  { status, headers: from }: Pick<Response, 'status' | 'headers'>,
  body: BodyInit | null,
  changed: Record<string, string> = {},
): Response {
  const headers = new Headers(from)
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  for (const [name, value] of Object.entries(changed)) headers.set(name, value)
  return new Response(body, { status, headers })
}
