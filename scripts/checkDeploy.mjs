// npm run check:deploy: tests the files in deploy/ with systemd, nginx, Caddy, PostgreSQL, Compose and an image builder.
// Reports and skips the ones that aren't installed. `npm run check:deploy -- caddy` runs one of the checks.
import { ensureReady } from './lib/installed.mjs'
import { fail } from './lib/steps.mjs'

await ensureReady({ dev: true })

const { report } = await import('./deploy/report.mjs')
const { checkUnit } = await import('./deploy/unit.mjs')
const { checkCaddy, checkNginx, checkNginxProxyManager } = await import('./deploy/proxies.mjs')
const { checkTwoServers } = await import('./deploy/twoServers.mjs')
const { checkCompose } = await import('./deploy/compose.mjs')
const { checkComposeRun } = await import('./deploy/composeRun.mjs')
const { checkImage } = await import('./deploy/image.mjs')

const CHECKS = {
  systemd: checkUnit,
  nginx: checkNginx,
  'nginx-proxy-manager': checkNginxProxyManager,
  caddy: checkCaddy,
  'two-servers': checkTwoServers,
  compose: checkCompose,
  image: checkImage,
  'compose-run': checkComposeRun,
}
const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in CHECKS))
if (unknown) fail(`unknown check "${unknown}". Checks: ${Object.keys(CHECKS).join(', ')}.`)

for (const [name, check] of Object.entries(CHECKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await report.section(name, check)
}
process.exitCode = report.summary()
