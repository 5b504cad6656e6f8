// npm run check:deploy: tries the files of deploy/ for real, with what this machine has of systemd, nginx, Caddy
// and builders of images. What is missing is said and left out. `npm run check:deploy -- caddy` tries one of them.
import { ensureBuilt } from './lib/built.mjs'
import { ensureInstalled } from './lib/installed.mjs'
import { stop } from './lib/steps.mjs'

await ensureInstalled()
await ensureBuilt()

const { report } = await import('./deploy/report.mjs')
const { checkUnit } = await import('./deploy/unit.mjs')
const { checkCaddy, checkNginx } = await import('./deploy/proxies.mjs')
const { checkImage } = await import('./deploy/image.mjs')

const CHECKS = { systemd: checkUnit, nginx: checkNginx, caddy: checkCaddy, image: checkImage }
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in CHECKS))
if (unknown) stop(`there is no check "${unknown}": ${Object.keys(CHECKS).join(', ')}.`)

for (const [name, check] of Object.entries(CHECKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await report.part(name, check)
}
process.exitCode = report.sum()
