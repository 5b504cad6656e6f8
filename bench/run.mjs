// npm run bench: our numbers and this machine's floors side by side, in one run. Read the ratios.
// npm run bench -- server growth: only these parts. npm run bench -- --runs=3: the medians of three runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/lib/built.mjs'
import { ensureInstalled } from '../scripts/lib/installed.mjs'

await ensureInstalled()
await ensureBuilt()
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

const { measureServer } = await import('./server.mjs')
const { measureGrowth } = await import('./growth.mjs')
const { measureBrowser } = await import('./browser.mjs')
const { measureFanout } = await import('./fanout.mjs')
const { medians, print } = await import('./table.mjs')

const PARTS = { server: measureServer, growth: measureGrowth, browser: measureBrowser, live: measureFanout }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' } },
})
const wanted = Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name))

const runs = []
for (let run = 1; run <= Number(values.runs); run += 1) {
  const found = {}
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  try {
    for (const name of wanted) {
      found[name] = await PARTS[name](join(folder, name))
      print(`${name}, run ${run}`, found[name])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  runs.push(found)
}
const report = { at: new Date().toISOString(), node: process.version, runs, medians: {} }
for (const name of wanted) {
  report.medians[name] = medians(runs.map((found) => found[name]))
  if (runs.length > 1) print(`${name}, medians of ${runs.length} runs`, report.medians[name])
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/latest.json', `${JSON.stringify(report, null, 2)}\n`)
