// CPU per request of this checkout and another one, interleaved in one run:
//
//   node bench/compare.mjs ../before                      all kinds, about five minutes
//   node bench/compare.mjs ../before page api-read        only these
//   node bench/compare.mjs ../before --rounds=41
//
// A row shows the medians before and now, the median of the ratios of all rounds, and their range: a wide range means
// the machine is busy, so add rounds or try later.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, root } from '../scripts/lib/steps.mjs'
import { measureRounds, median, ratioOf, startCheckout } from './cpu.mjs'
import { KINDS } from './kinds.mjs'
import { print } from './table.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '21' },
    requests: { type: 'string', default: '150' },
  },
})
const [other, ...only] = positionals
if (!other) fail('name the other checkout: node bench/compare.mjs ../before')
const unknown = only.find((name) => !(name in KINDS))
if (unknown) fail(`there is no kind "${unknown}". Kinds: ${Object.keys(KINDS).join(', ')}.`)
const kinds = only.length > 0 ? only : Object.keys(KINDS)

const folder = mkdtempSync(join(tmpdir(), 'larder-compare-'))
const servers = []
try {
  servers.push(await startCheckout('before', resolve(other), folder))
  servers.push(await startCheckout('now', root, folder))
  const taken = await measureRounds(servers, kinds, {
    rounds: Number(values.rounds),
    requests: Number(values.requests),
  })
  print(
    'CPU per request, ms',
    Object.entries(taken).map(([name, { before, now }]) => ({
      name,
      before: median(before),
      value: median(now),
      ...ratioOf(now, before),
    })),
  )
  for (const { name, server } of servers) {
    process.stdout.write(`memory ${name}: ${Math.round(server.rss())} MB\n`)
  }
} finally {
  for (const { server } of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
