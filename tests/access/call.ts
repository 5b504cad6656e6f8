import type { Larder } from '../support/larder.ts'
import { unzip } from '../support/unzip.ts'
import type { Entry, Sent } from './table.ts'
import { ACTORS, type Actor, WORD, type World } from './world.ts'

/** page: a browser without JavaScript. data: our script. json: a photo's upload. api: a program. */
export type Mode = 'page' | 'data' | 'json' | 'api'

export interface Answer {
  status: number
  location: string | null
  /** Everything that was sent back, also by the page it leads to. */
  text: string
}

export function modesOf(route: string, { onlyPage }: Entry): Mode[] {
  if (route.includes(' /api/v1/')) return ['api']
  if (onlyPage || /^GET \/(?:livez|readyz|metrics|ws)$/.test(route)) return ['page']
  return route.startsWith('GET') ? ['page', 'data'] : ['page', 'data', 'json']
}

export async function call(
  larder: Larder,
  method: string,
  actor: Actor,
  sent: Sent,
  mode: Mode,
): Promise<Answer> {
  const { pathname, search } = new URL(sent.path, larder.url)
  const target = mode === 'data' ? `${pathname === '/' ? '/_root' : pathname}.data${search}` : sent.path
  // Compressing every answer would take as long as making it.
  const headers: Record<string, string> = {
    ...ACCEPT[mode],
    ...identity(actor, mode),
    'Accept-Encoding': 'identity',
  }
  const body = await bodyOf(sent, method)
  const type = sent.json === undefined || method === 'GET' ? undefined : 'application/json'
  const response = await fetch(larder.url + target, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(type && { 'Content-Type': type }) },
    ...(body && { body }),
  })
  const location = response.headers.get('Location')
  const text = [await textOf(response), location ?? '']
  if (location && mode === 'page') {
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const Cookie = [headers.Cookie, ...cookies].filter(Boolean).join('; ')
    const next = await fetch(new URL(location, larder.url), {
      redirect: 'manual',
      headers: { ...headers, Cookie },
    })
    text.push(await textOf(next))
  }
  return { status: response.status, location, text: text.join('\n') }
}

const ACCEPT: Record<Mode, Record<string, string>> = {
  page: { Accept: 'text/html' },
  data: {},
  json: { Accept: 'application/json' },
  api: {},
}

function identity({ cookie, apiToken, secret }: Actor, mode: Mode): Record<string, string> {
  if (mode === 'api') return apiToken ? { Authorization: `Bearer ${apiToken}` } : {}
  return { Cookie: [`guest-key=${secret}`, ...(cookie ? [`session=${cookie}`] : [])].join('; ') }
}

async function bodyOf({ form, json, body }: Sent, method: string) {
  if (method === 'GET') return undefined
  if (body) return body()
  if (json !== undefined) return JSON.stringify(json)
  return form && new URLSearchParams(form)
}

async function textOf(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('Content-Type') !== 'application/zip') return `${headers}\n\n${bytes}`
  const files = [...(await unzip(bytes))].map(([name, file]) => `${name}\n${file}`)
  return `${headers}\n\n${files.join('\n')}`
}

export type Standing = 'owner' | 'member' | 'guest' | 'outsider'

/** What of the list an answer contains that its receiver must not see. */
export function leaksIn(
  text: string,
  world: World,
  actor: Actor,
  sent: unknown,
  standing: Standing,
): string[] {
  const known = JSON.stringify(sent ?? '')
  const foreign = ACTORS.filter((name) => name !== actor.name)
  const { actors } = world
  const secretOfOwner = [
    world.inviteToken,
    world.invite,
    ...world.links,
    ...foreign.map((name) => actors[name].link),
    ...ACTORS.map((name) => `${WORD} ${name} label`),
  ]
  const secretOfMembers = [
    world.receipt,
    world.deleted,
    `${WORD} deleted`,
    `${WORD} receipt`,
    ...foreign.flatMap((name) => [actors[name].id ?? [], world.own[name].change].flat()),
    ...foreign.filter((name) => actors[name].id).map((name) => `${WORD} ${name}`),
    ...foreign.map((name) => `${WORD} old ${name}`),
  ]
  const secrets = {
    owner: [],
    member: secretOfOwner,
    guest: [...secretOfOwner, ...secretOfMembers, world.byOtherBrowser],
    outsider: [
      ...secretOfOwner,
      ...secretOfMembers,
      ...ACTORS.flatMap((name) => [world.own[name].item, world.own[name].change, `${WORD} old ${name}`]),
      ...[WORD, world.list, world.done, world.deletedList],
    ],
  }[standing]
  // One's own name is no secret.
  const rest = text.replaceAll(`${WORD} ${actor.name}`, '')
  return [...world.guestKeys, ...secrets].filter(
    (secret) => rest.includes(secret) && (secret === WORD || !known.includes(secret)),
  )
}

/** Without what differs between any two answers. */
export function comparable({ status, location, text }: Answer) {
  const plain = (from: string) =>
    from
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
      .replace(/(nonce[-=]\\?"?|flash=|session=)[\w+/=-]+/g, '$1X')
      .replace(/(?<![\w-])[\w-]{32}(?![\w-])/g, 'TOKEN')
      // The flash that the page shows.
      .replace(/(\bid\W{3,12})[\w-]{22}(?=\W)/g, '$1FLASH')
      .replace(/^(?:date|etag|content-length|x-request-id): .*$/gim, '')
      .replace(/\b[0-9a-f]{16}\b/g, 'REQUEST')
      .replace(/\b\d{13}\b/g, 'TIME')
  return { status, location: plain(location ?? ''), text: plain(text) }
}
