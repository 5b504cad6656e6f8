import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findList, type Guest, type RoledList, type User } from '#app/domain/access/access.ts'
import { userOfToken } from '#app/domain/accounts/apiTokens.ts'
import { networkOf } from '#app/domain/accounts/attempts.ts'
import { findSession, userOfSession } from '#app/domain/accounts/sessions.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { guestFor } from '#app/domain/sharing/links.ts'
import { isSecret, newSecret } from '#app/domain/sharing/tokens.ts'
import { linkPath, listPath, listsPath, recentPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import { formData, textFields } from './body.ts'
import { guestCookie, guestKeyCookie, registrationCookie, sessionCookie } from './cookies.ts'
import { chosenReader } from './language.ts'

type AuthHeaders = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>

export function bearerToken({ authorization }: AuthHeaders): string | undefined {
  const bearer = /^bearer(?:$| +(.*)$)/i.exec(authorization ?? '')
  return bearer ? (bearer[1] ?? '') : undefined
}

export function sessionOf(services: Pick<Services, 'config'>, headers: AuthHeaders): string | undefined {
  if (bearerToken(headers) !== undefined) return undefined
  return sessionCookie(services.config).readHeader(headers.cookie)
}

export async function userOf(services: Services, headers: AuthHeaders): Promise<User | undefined> {
  const token = bearerToken(headers)
  if (token !== undefined) return userOfToken(services, token)
  const session = sessionOf(services, headers)
  return session ? userOfSession(services, session) : undefined
}

export async function requireApiUser(services: Services, { method, headers }: IncomingMessage) {
  const user = await userOf(services, headers)
  if (user) {
    services.userLimits.consumeRequest(user.id, method ?? 'GET')
    return user
  }
  if (bearerToken(headers) === undefined) throw new DomainError('not-signed-in')
  throw new DomainError('token-invalid', {}, { audit: { event: 'token-refused' } })
}

/** What they have chosen: empty where the browser decides. */
type Choice = { language: string; formats: string; timeZone: string; currency: string }

export async function currentUser(
  context: AppLoadContext,
  request: Request,
): Promise<(User & Choice) | undefined> {
  const { services } = context
  const cookie = sessionCookie(services.config).read(request)
  const user = cookie ? await userOfSession(services, cookie) : undefined
  // A tab that was left open doesn't know that somebody else has signed in: what it sends is not theirs.
  const account = request.headers.get('X-Larder-Account')
  if (user && account !== null && account !== user.id) return undefined
  if (!user) return undefined
  services.userLimits.consumeRequest(user.id, request.method)
  context.reader = chosenReader(context.reader, user)
  return user
}

export async function requireUser(context: AppLoadContext, request: Request, publicPage = '/landing') {
  const user = await currentUser(context, request)
  if (user) return user
  const isJsonPost = request.method === 'POST' && request.headers.get('Accept') === 'application/json'
  throw isJsonPost ? new DomainError('not-signed-in') : redirect(publicPage, 303)
}

/** The loader of routes that only act: an address opened by hand leads to the lists. */
export async function redirectToLists({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  return redirect(`/?userID=${user.id}`, 303)
}

export const redirectToList = ({ params }: LoaderFunctionArgs) => redirect(listPath(params.id ?? ''), 303)

export async function userOfRequest(context: AppLoadContext, request: Request): Promise<User | undefined> {
  const { services } = context
  const header = (name: string) => request.headers.get(name) ?? undefined
  const headers = { authorization: header('Authorization'), cookie: header('Cookie') }
  const user = await userOf(services, headers)
  if (user) services.userLimits.consumeRequest(user.id, request.method)
  else if (bearerToken(headers) !== undefined) services.audit.note(context, { event: 'token-refused' })
  return user
}

export function visitorOf(
  { services, reader, address, requestId }: AppLoadContext,
  request: Request,
): Visitor {
  const session = sessionCookie(services.config).read(request)
  const registration = registrationCookie(services.config).read(request)
  return { address, requestId, session, registration, language: reader.language }
}

export async function handshakeSession(services: Services, { headers }: IncomingMessage) {
  const cookie = sessionCookie(services.config).readHeader(headers.cookie)
  const session = cookie ? await findSession(services, cookie) : undefined
  if (session) services.userLimits.consumeRequest(session.user.id, 'GET')
  return session
}

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
      actor: guest,
      form,
      data,
      home,
      pages,
      listId: guest.listId,
      itemId: itemInQuery ?? form.itemID,
      headers: isNewName ? rememberName(context, guest) : undefined,
    }
  }
  const actor = await requireUser(context, request)
  // The button that deletes an item sends no fields, and other programs maybe no form at all.
  const hasForm = !itemInQuery || request.headers.has('Content-Type')
  const data = hasForm ? await formData(context) : new FormData()
  const form = textFields(data)
  // The id in the path is the item's; with the item in the query, it is the list's.
  const listId = search.get('listID') ?? form.listID ?? (itemInQuery && params.id)
  const pages = { list: listPath, recent: recentPath, lists: listsPath(actor.id) }
  return {
    actor,
    form,
    data,
    home: listPath(listId ?? ''),
    pages,
    listId,
    itemId: itemInQuery ?? params.id,
    headers: undefined,
  }
}

export async function actorReading({ request, params, context }: LoaderFunctionArgs) {
  if (params.token !== undefined) {
    const guest = await requireGuest(context, request, params.token)
    return { actor: guest, listId: guest.listId, home: linkPath(params.token) }
  }
  const actor = await requireUser(context, request)
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
  const cookie = guestKeyCookie(services.config)
  const known = cookie.read(request)
  const secret = isSecret(known) ? known : newSecret()
  const guest = await guestFor(services, token, name, secret)
  if (secret !== known) context.setCookie(cookie.set(secret))
  services.userLimits.consumeRequest(guestOfNetwork(context, guest).id, request.method)
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
export const guestOfNetwork = ({ address }: AppLoadContext, { linkId }: Guest) => ({
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
