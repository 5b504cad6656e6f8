// Runs Debian's nginx and Caddy with the files in deploy/ in front of the built Larder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tests/support/freePort.mjs'
import { root } from '../lib/steps.mjs'
import { larderIsReady, startLarder } from './larder.mjs'
import { startNginx } from './nginx.mjs'
import { startNginxProxyManager } from './nginxProxyManager.mjs'
import { find, output, start, temporaryFolder, until } from './processes.mjs'
import { checkThroughProxy } from './proxyChecks.mjs'
import { expect, report } from './report.mjs'
import { hasIPv6, isListening, NAME, replaced } from './site.mjs'

export function checkNginx() {
  return checkBehind('nginx', ({ appPort, ...more }) => startNginx({ ...more, appPorts: [appPort] }))
}

export function checkNginxProxyManager() {
  return checkBehind('nginx-proxy-manager', startNginxProxyManager, { TRUST_PROXY: '1' })
}

export async function checkCaddy() {
  const caddy = find('caddy')
  await checkBehind('caddy', async ({ folder, httpPort, httpsPort, appPort }) => {
    const original = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
    // The file reads the name and Larder's address from the environment. Ports and a local CA have to be added.
    const globalOptions = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}/storage\n`
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, replaced(original, [['{\n', globalOptions, 'once']]))
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      LARDER_SITE: NAME,
      LARDER_ADDRESS: `127.0.0.1:${appPort}`,
    }
    await report.try('caddy validate accepts the configuration', () => {
      const { stdout, stderr } = output(caddy, ['validate', '--adapter', 'caddyfile', '--config', file], {
        env,
      })
      expect(!/"level":"(?:warn|error)"|Caddyfile input is not formatted/.test(stdout + stderr), stderr)
    })
    const proxy = start(caddy, ['run', '--adapter', 'caddyfile', '--config', file], { env })
    const authority = join(folder, 'storage/pki/authorities/local/root.crt')
    await until('Caddy creates its CA', async () => existsSync(authority))
    return { version: output(caddy, ['version']).stdout.trim(), proxy, ca: () => readFileSync(authority) }
  })
}

async function checkBehind(kind, startProxy, env) {
  const [httpPort, httpsPort, appPort] = [await freePort(), await freePort(), await freePort()]
  const folder = temporaryFolder(kind)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const larder = () => startLarder({ port: appPort, httpsPort, data, env })
  const { version, proxy, ca } = await startProxy({ folder, httpPort, httpsPort, appPort })
  report.note(version)
  if (!hasIPv6) report.note('no IPv6 on this machine, testing IPv4 only')
  const app = larder()
  const ready = () => larderIsReady(appPort)
  try {
    await ready()
    await until(`${kind} listens`, () => isListening(httpsPort), 5000)
    await checkThroughProxy({ name: NAME, httpPort, httpsPort, ca: ca(), app, ready, restart: larder })
  } catch (error) {
    report.note(proxy.output().trim().split('\n').slice(-5).join('\n      '))
    throw error
  } finally {
    await app.stop()
    await proxy.stop()
  }
}
