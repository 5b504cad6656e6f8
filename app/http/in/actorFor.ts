import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findList, type RoledList } from '#app/domain/access/access.ts'
import type { Guest } from '#app/domain/access/actors.ts'
import { networkOf } from '#app/domain/accounts/attempts.ts'
import { DomainError } from '#app/domain/errors.ts'
import { guestFor } from '#app/domain/sharing/links.ts'
import { linkPath, listPath, listsPath, recentPath } from '#app/protocol/paths.ts'
import { requireUser } from './auth.ts'
import { guestCookie } from './cookies.ts'
import { formData, textFields } from './forms.ts'

// A list's page and its actions work by account and by link: with a token in the URL, by link.

export async function actorFor(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const search = new URL(request.url).searchParams
  const itemInQuery = search.get('itemID') ?? undefined
  if (params.token !== undefined) {
    const { guest, isNewName, form, data } = await guestFrom(args)
    const home = linkPath(params.token)
    const pages = { list: () => home, recent: () => home, lists: home }
    return {
      ...{ actor: guest, form, data, home, pages },
      ...{ listId: guest.listId, itemId: itemInQuery ?? form.itemID },
      headers: isNewName ? rememberName(context, guest) : undefined,
    }
  }
  const actor = await requireUser(context.services, request)
  // The button that deletes an item sends no fields, and other programs maybe no form at all.
  const hasForm = !itemInQuery || request.headers.has('Content-Type')
  const data = hasForm ? await formData(context) : new FormData()
  const form = textFields(data)
  // The id in the path is the item's; with the item in the query, it is the list's.
  const listId = search.get('listID') ?? form.listID ?? (itemInQuery && params.id)
  const pages = { list: listPath, recent: recentPath, lists: listsPath(actor.id) }
  return {
    ...{ actor, form, data, home: listPath(listId ?? ''), pages },
    ...{ listId, itemId: itemInQuery ?? params.id, headers: undefined },
  }
}

export async function readerFor({ request, params, context }: LoaderFunctionArgs) {
  if (params.token !== undefined) {
    const guest = await requireGuest(context, request, params.token)
    return { actor: guest, listId: guest.listId, home: linkPath(params.token) }
  }
  const actor = await requireUser(context.services, request)
  const listId = new URL(request.url).searchParams.get('listID') ?? undefined
  return { actor, listId, home: listPath(listId ?? '') }
}

export const redirectToLink = ({ params }: LoaderFunctionArgs) => redirect(linkPath(params.token), 303)

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

export async function guestFrom({ request, params, context }: LoaderFunctionArgs) {
  // Before the guest, because it has the name.
  const data = await formData(context)
  const form = textFields(data)
  const guest = await requireGuest(context, request, params.token, form.guest)
  // Acting under a name counts as giving it.
  const isNewName = guest.name !== null && guest.name !== rememberedName(context, request)
  return { guest, form, data, isNewName }
}

/** One link may have many readers: each network has its own limits. */
export const readerOf = ({ address }: AppLoadContext, { linkId }: Guest) => ({
  id: `${linkId} ${networkOf(address)}`,
})

/** Throws if the link has ended since the guest was found. */
export async function listOfGuest({ services }: AppLoadContext, guest: Guest): Promise<RoledList> {
  const list = await findList(services.db, guest, guest.listId, 'see')
  if (!list) throw new DomainError('link-gone')
  return list
}

function rememberedName({ services }: AppLoadContext, request: Request): string | undefined {
  const name = guestCookie(services.config).read(request)
  try {
    return name && decodeURIComponent(name)
  } catch {
    return undefined
  }
}

export function rememberName({ services }: AppLoadContext, { name }: Guest): Headers {
  const cookie = guestCookie(services.config)
  return new Headers({ 'Set-Cookie': name ? cookie.set(encodeURIComponent(name)) : cookie.clear() })
}
