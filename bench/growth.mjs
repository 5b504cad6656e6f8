// The cost of a page with a large database or a long list.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from './data.mjs'
import { cookie, FORM, load, round } from './load.mjs'
import { startLarder } from './servers.mjs'
import { ratioGoal } from './table.mjs'

export async function measureGrowth(folder) {
  const rows = []
  let small
  for (const background of [1_000, 100_000, 2_000_000]) {
    const result = await measure(join(folder, String(background)), { people: 200, itemsEach: 50, background })
    small ??= result
    const cost = ratioGoal(small.page.rps / result.page.rps, 1, 1.2, { isMax: true })
    rows.push({
      name: `list page, ${background} items in the database`,
      ...result.page,
      ...(result === small ? {} : cost),
    })
    rows.push({ name: `add item, ${background} items in the database`, ...result.add })
  }
  for (const itemsEach of [10, 100, 1000, 2000]) {
    const { page } = await measure(join(folder, `list-${itemsEach}`), { people: 40, itemsEach, seconds: 3 })
    rows.push({
      name: `list page with ${itemsEach} items; value: µs per item`,
      ...page,
      value: 1e6 / page.rps / itemsEach,
    })
  }
  return rows
}

async function measure(dataDir, { seconds = 4, ...data }) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const people = fill(join(dataDir, 'larder.db'), data)
  const larder = await startLarder(dataDir)
  const get = round(people, (user) => ({ path: `/single-list?listID=${user.listId}`, headers: cookie(user) }))
  const post = round(people, (user) => ({
    method: 'POST',
    path: `/single-list?listID=${user.listId}`,
    headers: { ...cookie(user), ...FORM },
    body: 'name=Milk',
  }))
  await load(larder.url, { requests: get, connections: 2, seconds: 2 })
  const page = await load(larder.url, { requests: get, connections: 2, seconds })
  const add = data.background
    ? await load(larder.url, { requests: post, connections: 2, seconds: 2 })
    : undefined
  await larder.stop()
  return { page, add }
}
