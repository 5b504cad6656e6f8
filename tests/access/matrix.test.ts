import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '#app/domain/ids.ts'
import { startLarder } from '../support/larder.ts'
import { isFull } from '../support/size.ts'
import { type Answer, call, comparable, leaksIn, type Mode, modesOf, type Standing } from './call.ts'
import { allRoutes } from './routes.ts'
import { API, type Entry, MAY, MIDDLEWARE, PAGES, SHARING, SOCKET } from './table.ts'
import {
  ACTORS,
  type Actor,
  type ActorName,
  commitsOf,
  createWorld,
  fingerprint,
  forgetRequests,
  ghostOf,
  listFingerprint,
  WORD,
  type World,
} from './world.ts'

// Everybody tries everything, on a built server: in `npm test` in one mode each, in the full run in all.

const TABLE = { ...PAGES, ...SHARING, ...API, ...MIDDLEWARE }
const ROUTES = allRoutes()
const LINKS: ActorName[] = ['linkEditor', 'linkViewer']
const MEMBERS: ActorName[] = ['owner', 'editor', 'viewer']
const ACCOUNTS: ActorName[] = [...MEMBERS, 'removed', 'stranger']

let running: Awaited<ReturnType<typeof startLarder>>
beforeAll(async () => {
  running = await startLarder({ LOG_LEVEL: 'error', METRICS_TOKEN: '' })
  // Nothing here has to survive a power cut.
  running.larder.database.pragma('synchronous = OFF')
  // What a server writes on its own after the start.
  const seeded = running.larder.database.prepare(
    "SELECT 1 FROM settings WHERE key = 'goods-seeded' AND value = 'done'",
  )
  await vi.waitFor(() => expect(seeded.get()).toBeDefined(), 20_000)
})
afterAll(async () => running.stop())

test('every route has an entry, and every entry a route', () => {
  const entries = [...Object.keys(TABLE), ...Object.keys(SOCKET).map((type) => `socket ${type}`)]
  expect(
    ROUTES.filter((route) => !entries.includes(route)),
    'routes without an entry',
  ).toEqual([])
  expect(
    entries.filter((entry) => !ROUTES.includes(entry)),
    'entries without a route',
  ).toEqual([])
})

interface Case {
  route: string
  method: string
  entry: Entry
}

const CASES: Case[] = Object.entries(TABLE)
  .filter(([route]) => ROUTES.includes(route))
  .flatMap(([route, entries]) =>
    [entries].flat().map((entry) => ({
      route: entry.way ? `${route} (${entry.way})` : route,
      method: route.split(' ')[0] ?? '',
      entry,
    })),
  )

type Outcome = 'allowed' | 'refused' | 'unknown' | 'own'

function outcomeFor({ need, byLink }: Entry, name: ActorName): Outcome {
  if (need === 'anyone') return 'own'
  if (need === 'self') return ACCOUNTS.includes(name) ? 'own' : 'unknown'
  const asked = byLink ? LINKS : ACCOUNTS
  if (asked.includes(name) && MAY[need].includes(name)) return 'allowed'
  return (byLink ? LINKS : MEMBERS).includes(name) ? 'refused' : 'unknown'
}

function standingOf({ byLink }: Entry, name: ActorName): Standing {
  if (byLink) return LINKS.includes(name) ? 'guest' : 'outsider'
  if (name === 'owner') return 'owner'
  return MEMBERS.includes(name) ? 'member' : 'outsider'
}

test.each(CASES)('everybody tries $route', async ({ route, method, entry }) => {
  let world = await createWorld(running.larder)
  let before = stateOf(world)
  const modes = modesOf(route, entry)
  for (const [turn, name] of ACTORS.entries()) {
    const outcome = outcomeFor(entry, name)
    for (const mode of isFull ? modes : modes.filter((_, index) => index === turn % modes.length)) {
      const after = await attempt({ world, before, actor: world.actors[name], method, entry, mode, outcome })
      if (after.all === before.all) {
        forgetRequests(running.larder)
      } else {
        world = await createWorld(running.larder)
        before = stateOf(world)
      }
    }
  }
})

interface State {
  all: string
  list: string
}

function stateOf(world: World): State {
  return { all: fingerprint(running.larder), list: listFingerprint(running.larder, world) }
}

interface Attempt {
  world: World
  before: State
  actor: Actor
  method: string
  entry: Entry
  mode: Mode
  outcome: Outcome
}

/** Returns the state after it. */
async function attempt({ world, before, actor, method, entry, mode, outcome }: Attempt): Promise<State> {
  const { larder } = running
  const standing = standingOf(entry, actor.name)
  const sent = entry.send(world, actor)
  const commits = commitsOf(larder)
  const answer = await call(larder, method, actor, sent, mode)
  const after = commitsOf(larder) === commits ? before : stateOf(world)
  const said = `${actor.name}, ${mode}: ${answer.status} ${answer.text.slice(0, 3_000)}`

  expect(answer.status, said).toBeLessThan(500)
  if (!entry.tells) expect(leaksIn(answer.text, world, actor, sent, standing), said).toEqual([])
  if (outcome === 'allowed') {
    expectAllowed({ method, entry }, answer, said)
    if (method === 'GET') expect(after.all, said).toBe(before.all)
    else if (entry.keeps && entry.need !== 'invited') expect(after.list, said).toBe(before.list)
    else if (!entry.keeps) expect(after.list, `nothing changed; ${said}`).not.toBe(before.list)
    return after
  }
  expect(after.list, said).toBe(before.list)
  if (outcome === 'own' && ACCOUNTS.includes(actor.name)) return after
  expect(after.all, said).toBe(before.all)
  if (outcome === 'refused') {
    const { refusal = 403, shown } = entry
    // Except for a missing right, the sentence stands on the page it leads to.
    expect(answer.status, said).toBe(mode === 'page' && refusal !== 403 && !shown ? 303 : refusal)
  }
  // Without an account and without a link, everybody sends the same.
  const isNobody = !entry.byLink && !actor.id && actor.name !== 'nobody'
  if (outcome === 'unknown' && entry.need !== 'self' && !isNobody) {
    const ghost = ghostOf(world)
    const asked = entry.send(ghost, ghost.actors[actor.name])
    const missing = await call(larder, method, ghost.actors[actor.name], asked, mode)
    expect(comparable(answer), said).toEqual(comparable(missing))
  }
  return after
}

function expectAllowed({ method, entry }: Pick<Case, 'method' | 'entry'>, answer: Answer, said: string) {
  expect(answer.status, said).toBeLessThan(400)
  if (method === 'GET' && !entry.hides) expect(answer.text, said).toContain(WORD)
}

test.each(Object.keys(SOCKET).filter((type) => ROUTES.includes(`socket ${type}`)))(
  'everybody sends %s on the socket',
  async (type) => {
    const { need, message } = SOCKET[type] ?? { need: 'anyone', message: () => ({}) }
    const world = await createWorld(running.larder)
    for (const name of ACTORS) {
      const actor = world.actors[name]
      const mayListen = need === 'see' && MAY.see.includes(name)
      const before = fingerprint(running.larder)
      const heard = await listen(world, actor, message(world, actor))
      expect(fingerprint(running.larder)).toBe(before)
      const said = `${name}: ${JSON.stringify(heard)}`
      if (type === 'subscribe') {
        expect(
          heard.before.some(({ type }) => type === 'subscribed'),
          said,
        ).toBe(mayListen)
        expect(heard.after.length > 0, said).toBe(mayListen)
      } else if (!mayListen) expect(heard.after, said).toEqual([])
      const standing = LINKS.includes(name) ? 'guest' : standingOf({ need: 'see' } as Entry, name)
      const text = JSON.stringify([heard.before, heard.after])
      expect(leaksIn(text, world, actor, [world.list, ...itemIds(world)], standing), said).toEqual([])
    }
  },
)

const itemIds = ({ own }: World) => Object.values(own).map(({ item }) => item)

interface Heard {
  type: string
  listID?: string
}

/** What a socket hears after its message, and then while the owner adds an item. */
async function listen(world: World, actor: Actor, message: unknown) {
  const { larder } = running
  const heard: Heard[] = []
  const socket = new WebSocket(`${larder.url.replace('http', 'ws')}/ws`, {
    headers: actor.cookie ? { Cookie: `session=${actor.cookie}` } : {},
  })
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!opened) return { before: [], after: [] }
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.send(JSON.stringify(message))
  const before = await heardUntilRefused(socket, heard, world, actor)
  // Published like an act of somebody else's, without changing anything: the event comes after the commit.
  const { apiToken } = world.actors.owner
  const { database } = larder
  const state = fingerprint(larder)
  await fetch(`${larder.url}/api/v1/list/${world.list}/member/${world.actors.viewer.id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${apiToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ role: 'viewer' }),
  })
  const after = await heardUntilRefused(socket, heard, world, actor)
  if (fingerprint(larder) !== state) throw new Error(`the event changed ${database.name}`)
  socket.terminate()
  return { before, after }
}

/** The server takes messages one after another: once it refuses a list that doesn't exist, all else is said. */
async function heardUntilRefused(socket: WebSocket, heard: Heard[], world: World, actor: Actor) {
  const list = newId()
  socket.send(JSON.stringify(SOCKET.subscribe?.message({ ...world, list }, actor)))
  const isRefusal = ({ type, listID }: Heard) => type === 'refused' && listID === list
  await expect.poll(() => socket.readyState === WebSocket.CLOSED || heard.some(isRefusal)).toBe(true)
  return heard.splice(0).filter((message) => !isRefusal(message))
}

test('only those who may read a list are remembered as its readers', async () => {
  const { larder } = running
  const world = await createWorld(larder)
  const readers = () =>
    larder.database
      .prepare('SELECT coalesce(user_id, link_id) FROM list_seen WHERE list_id = ? ORDER BY 1')
      .pluck()
      .all(world.list)
  // Those who may read it are last: by then, the others have been refused.
  for (const actor of Object.values(world.actors).reverse()) {
    for (const route of ['POST /seen', 'POST /s/:token/seen'] as const) {
      const { send } = SHARING[route] as Entry
      await call(larder, 'POST', actor, send(world, actor), 'data')
    }
  }
  const { owner, editor, viewer } = world.actors
  const expected = [owner.id, editor.id, viewer.id, ...world.links.slice(0, 2)].sort()
  await expect.poll(readers).toEqual(expected)
})
