import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { findList, type RoledList } from '#app/domain/access/access.ts'
import type { Guest } from '#app/domain/access/actors.ts'
import { networkOf } from '#app/domain/accounts/rateLimits.ts'
import { DomainError } from '#app/domain/errors.ts'
import { guestFor } from '#app/domain/sharing/links.ts'
import { guestCookie } from './cookies.ts'
import { formData, textFields } from './forms.ts'

/** The guest with the link of this URL, under the name in the form or the one their browser remembers. */
export async function requireGuest(
  context: AppLoadContext,
  request: Request,
  token: string | undefined,
  name = rememberedName(context, request),
): Promise<Guest> {
  const { services } = context
  const guest = await guestFor(services, token, name)
  services.userLimits.consumeRequest(readerOf(context, guest).id, request.method)
  return guest
}

/** One link may have many readers: each network has its own limits. */
export const readerOf = ({ address }: AppLoadContext, { linkId }: Guest) => ({
  id: `${linkId} ${networkOf(address)}`,
})

function rememberedName({ services }: AppLoadContext, request: Request): string | undefined {
  const name = guestCookie(services.config).read(request)
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** For the actions of a link's page. */
export async function guestAction({ request, params: { token }, context }: ActionFunctionArgs) {
  // Before the guest, because it has the name.
  const data = await formData(context)
  const form = textFields(data)
  const guest = await requireGuest(context, request, token, form.guest)
  // Acting under a name counts as giving it.
  const isNew = guest.name !== null && guest.name !== rememberedName(context, request)
  return { guest, form, data, headers: isNew ? rememberName(context, guest) : undefined }
}

/** Throws if the link has ended since the guest was found. */
export async function listOfGuest({ services }: AppLoadContext, guest: Guest): Promise<RoledList> {
  const list = await findList(services.db, guest, guest.listId, 'see')
  if (!list) throw new DomainError('link-gone')
  return list
}

/** The page's forms send it in the URL, other programs may send it in the body. */
export const itemIdOf = (request: Request, form: Record<string, string>) =>
  new URL(request.url).searchParams.get('itemID') ?? form.itemID

export function rememberName({ services }: AppLoadContext, { name }: Guest): Headers {
  const cookie = guestCookie(services.config)
  return new Headers({ 'Set-Cookie': name ? cookie.set(encodeURIComponent(name)) : cookie.clear() })
}
