// npm run bench: our numbers and this machine's floors side by side, in one run. Read the ratios.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const { print } = await import('./table.mjs')

const parts = { server: measureServer, growth: measureGrowth, browser: measureBrowser }
const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
const report = { at: new Date().toISOString(), node: process.version }
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    report[name] = await measure(join(folder, name))
    print(name, report[name])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
mkdirSync('bench/results', { recursive: true })
writeFileSync('bench/results/latest.json', `${JSON.stringify(report, null, 2)}\n`)
