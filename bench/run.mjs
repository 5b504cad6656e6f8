// npm run bench: measures Larder and minimal servers (baselines) on this machine. Compare the ratios.
// npm run bench -- server growth: only these parts. npm run bench -- --runs=3: medians of three runs.
// npm run bench -- cost browser --before=../before: also beside another checkout, in the same run; without it, goals that
// compare with one are left out. bench/compare.mjs does only that, for single kinds of requests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureReady } from '../scripts/lib/installed.mjs'

await ensureReady({ dev: true })
const { build } = await import('esbuild')
await build({
  entryPoints: ['bench/rows.tsx'],
  outfile: 'build/bench/rows.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
})

const { measureCost } = await import('./cost.mjs')
const { measureMemory } = await import('./memory.mjs')
const { measureServer } = await import('./server.mjs')
const { measureGrowth } = await import('./growth.mjs')
const { measureBrowser } = await import('./browser.mjs')
const { measureOffline } = await import('./offline.mjs')
const { measureFanout } = await import('./fanout.mjs')
const { measureTrips } = await import('./trips.mjs')
const { medians, print } = await import('./table.mjs')

const PARTS = {
  cost: measureCost,
  memory: measureMemory,
  server: measureServer,
  growth: measureGrowth,
  browser: measureBrowser,
  offline: measureOffline,
  live: measureFanout,
  trips: measureTrips,
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, before: { type: 'string' } },
})
const parts = Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name))

const runs = []
for (let run = 1; run <= Number(values.runs); run += 1) {
  const results = {}
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  try {
    for (const name of parts) {
      results[name] = await PARTS[name](join(folder, name), { before: values.before })
      print(`${name}, run ${run}`, results[name])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  runs.push(results)
}
const report = { at: new Date().toISOString(), node: process.version, runs, medians: {} }
for (const name of parts) {
  report.medians[name] = medians(runs.map((results) => results[name]))
  if (runs.length > 1) print(`${name}, medians of ${runs.length} runs`, report.medians[name])
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/latest.json', `${JSON.stringify(report, null, 2)}\n`)
