// What a page costs when the database, or the list, is large.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from './data.mjs'
import { cookie, FORM, load, round } from './load.mjs'
import { startLarder } from './servers.mjs'
import { against } from './table.mjs'

export async function measureGrowth(folder) {
  const rows = []
  let small
  for (const background of [1_000, 100_000, 2_000_000]) {
    const found = await measure(join(folder, String(background)), { people: 200, itemsEach: 50, background })
    small ??= found
    const cost = against(small.page.rps / found.page.rps, 1, 1.2, { most: true })
    rows.push({
      what: `list page, ${background} items in all`,
      ...found.page,
      ...(found === small ? {} : cost),
    })
    rows.push({ what: `add item, ${background} items in all`, ...found.add })
  }
  for (const itemsEach of [10, 100, 1000, 2000]) {
    const { page } = await measure(join(folder, `list-${itemsEach}`), { people: 40, itemsEach, seconds: 3 })
    rows.push({
      what: `list of ${itemsEach}; the value is µs an item`,
      ...page,
      value: 1e6 / page.rps / itemsEach,
    })
  }
  return rows
}

async function measure(dataDir, { seconds = 4, ...wanted }) {
  mkdirSync(dataDir, { recursive: true })
  await (await startLarder(dataDir)).stop()
  const people = fill(join(dataDir, 'larder.db'), wanted)
  const larder = await startLarder(dataDir)
  const get = round(people, (one) => ({ path: `/single-list?listID=${one.listId}`, headers: cookie(one) }))
  const post = round(people, (one) => ({
    method: 'POST',
    path: `/single-list?listID=${one.listId}`,
    headers: { ...cookie(one), ...FORM },
    body: 'name=Milk',
  }))
  await load(larder.url, { requests: get, connections: 2, seconds: 2 })
  const page = await load(larder.url, { requests: get, connections: 2, seconds })
  const add = wanted.background
    ? await load(larder.url, { requests: post, connections: 2, seconds: 2 })
    : undefined
  await larder.stop()
  return { page, add }
}
