import * as root from '#app/root.tsx'
import type { Services } from '#app/services.ts'
import { ENGLISH } from '#app/words/reader.ts'

/** Runs the loaders of a page like Remix: that of the root, and its own. */
export function loadPage(
  services: Services,
  cookie: string,
  page: { loader: unknown },
  path: string,
  params: Record<string, string | undefined> = {},
) {
  const request = new Request(`http://localhost${path}`, { headers: { Cookie: `session=${cookie}` } })
  const response = new AbortController()
  const { signal } = response
  const context = {
    services,
    reader: ENGLISH,
    nonce: '',
    requestId: '',
    address: '',
    scripted: false,
    closed: signal,
    rendered: signal,
    onSent() {},
    setCookie() {},
  }
  const loaders = [root.loader, page.loader] as ((args: object) => Promise<unknown>)[]
  return Promise.all(loaders.map((loader) => loader({ request, context, params }))).finally(() =>
    response.abort(),
  )
}
