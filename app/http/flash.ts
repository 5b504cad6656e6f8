import { type Flash, findFlash, keepFlash } from '#app/domain/flashes.ts'
import type { Services } from '#app/services.server.ts'
import { flashCookie } from './cookies.ts'

/** What an earlier action left for this page. */
export async function readFlash(
  services: Services,
  request: Request,
): Promise<(Flash & { id: string }) | undefined> {
  const id = flashCookie(services.config).read(request)
  const flash = id && (await findFlash(services, id))
  return flash ? { ...flash, id } : undefined
}

/** The Set-Cookie value that brings a flash to the next page. */
export async function flashHeader(services: Services, flash: Flash): Promise<string> {
  return flashCookie(services.config).set(await keepFlash(services, flash))
}
