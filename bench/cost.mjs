// CPU per request, beside what the same answer costs a minimal server, and beside another checkout if one is named.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../scripts/lib/steps.mjs'
import { measureRounds, median, ratioOf, startCheckout } from './cpu.mjs'
import { KINDS } from './kinds.mjs'
import { startBaseline } from './servers.mjs'
import { maxRatio } from './table.mjs'

const FLOOR_GOALS = { page: 3.2, 'page-plain': 10, 'api-read': 1.1 }
const BEFORE_GOALS = {
  'page-data': 0.85,
  'lists-page': 0.85,
  landing: 0.85,
  'page-500': 0.5,
  'api-read-500': 0.25,
  'api-add': 1,
  'quick-add': 1,
  action: 1,
  'api-tick': 1,
}

export async function measureCost(folder, { before, rounds = 7, requests = 100 }) {
  const servers = []
  try {
    const now = await startCheckout('now', root, folder)
    servers.push(now)
    for (const kind of ['page', 'items']) servers.push(await startFloor(kind, now, folder))
    if (before) servers.push(await startCheckout('before', resolve(before), folder))
    return toRows(await measureRounds(servers, Object.keys(KINDS), { rounds, requests }))
  } finally {
    for (const { server } of servers) await server.stop()
  }
}

/** Reads the same database, which nobody writes to during the run: the lists that are written are others. */
async function startFloor(kind, { server, lists }, folder) {
  const template = join(folder, 'page.html')
  if (kind === 'page') {
    const { path, headers } = KINDS['page-plain'].of(lists.small[0])
    writeFileSync(template, await (await fetch(server.url + path, { headers })).text())
  }
  return {
    name: `floor: ${kind}`,
    server: await startBaseline(kind, join(folder, 'now', 'larder.db'), template),
    kinds: Object.keys(KINDS).filter((name) => KINDS[name].floor === kind),
    lists,
    count: 0,
    toRequest: (of) => (user) => ({ path: `/${user.listId}`, headers: of(user).headers }),
  }
}

function toRows(taken) {
  return Object.entries(taken).flatMap(([name, { now, before, ...floors }]) => {
    const [floor] = Object.values(floors)
    return [
      { name: `${name}, ms`, value: median(now) },
      ...(floor
        ? [
            { name: `${name}: floor, ms`, value: median(floor) },
            row(`${name} / floor`, now, floor, FLOOR_GOALS[name]),
          ]
        : []),
      ...(before
        ? [
            { name: `${name}: before, ms`, value: median(before) },
            row(`${name} / before`, now, before, BEFORE_GOALS[name]),
          ]
        : []),
    ]
  })
}

function row(name, now, other, goal) {
  const { ratio, range } = ratioOf(now, other)
  return { name, range, ...(goal ? maxRatio(ratio, goal) : { ratio }) }
}
