// Runs Debian's nginx and Caddy with the files in deploy/ in front of the built Larder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, freePort, output, start, temporaryFolder, until } from './processes.mjs'
import { checkThroughProxy, METRICS_TOKEN } from './proxyChecks.mjs'
import { expect, report } from './report.mjs'

const NAME = 'larder.test'

export async function checkNginx() {
  const nginx = find('nginx', 'apt-get install nginx-light')
  const openssl = find('openssl')
  await checkBehind('nginx', async ({ folder, httpPort, httpsPort, appPort }) => {
    const certificate = createCertificate(openssl, folder)
    const original = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    const site = replaced(original, [
      ['larder.example.org/fullchain.pem', 'CERTIFICATE'],
      ['larder.example.org/privkey.pem', 'KEY'],
      ['/etc/letsencrypt/live/CERTIFICATE', certificate.chain],
      ['/etc/letsencrypt/live/KEY', certificate.key],
      ['larder.example.org', NAME],
      ['listen 80;', `listen ${httpPort};`],
      ['listen [::]:80;', hasIPv6 ? `listen [::]:${httpPort};` : ''],
      ['listen 443 ', `listen ${httpsPort} `],
      ['listen [::]:443 ssl http2;', hasIPv6 ? `listen [::]:${httpsPort} ssl http2;` : ''],
      ['127.0.0.1:3000', `127.0.0.1:${appPort}`],
    ])
    writeFileSync(join(folder, 'larder.conf'), site)
    const tempFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = tempFolders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
    writeFileSync(
      join(folder, 'main.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { ${paths} include ${folder}/larder.conf; }\n`,
    )
    const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')]
    await report.try('nginx -t accepts the configuration', () => {
      const { stderr } = output(nginx, [...args, '-t'])
      expect(!/\[(?:warn|emerg)\]/.test(stderr), stderr)
    })
    return {
      version: output(nginx, ['-v']).stderr.trim(),
      proxy: start(nginx, args),
      ca: () => certificate.authority,
    }
  })
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

const hasIPv6 = await new Promise((resolve) => {
  const server = createServer().once('error', () => resolve(false))
  server.listen(0, '::1', () => server.close(() => resolve(true)))
})

/** Starts Larder and the proxy, runs the checks and stops both. */
async function checkBehind(kind, startProxy) {
  const [httpPort, httpsPort, appPort] = [await freePort(), await freePort(), await freePort()]
  const folder = temporaryFolder(kind)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const larder = () =>
    start(process.execPath, ['build/server.js'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        // As in larder.service.
        HOST: '127.0.0.1',
        TRUST_PROXY: '127.0.0.1/32',
        PORT: String(appPort),
        DATA_DIR: data,
        BASE_URL: `https://${NAME}:${httpsPort}`,
        LOG_LEVEL: 'warn',
        METRICS_TOKEN,
      },
    })
  const { version, proxy, ca } = await startProxy({ folder, httpPort, httpsPort, appPort })
  report.note(version)
  if (!hasIPv6) report.note('no IPv6 on this machine, testing IPv4 only')
  const app = larder()
  const ready = () =>
    until('Larder is ready', async () => (await fetch(`http://127.0.0.1:${appPort}/readyz`)).ok)
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

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Replaces names, ports and certificates. Throws if a text is missing, so that outdated replacements fail. */
function replaced(text, replacements) {
  let result = text
  for (const [from, to, once] of replacements) {
    if (!result.includes(from)) throw new Error(`the file does not contain "${from.trim()}"`)
    result = once ? result.replace(from, () => to) : result.replaceAll(from, () => to)
  }
  return result
}

function createCertificate(openssl, folder) {
  const at = (name) => join(folder, name)
  const run = (...args) => output(openssl, args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
    '-days',
    '2',
    '-subj',
    '/CN=Test',
  )
  run('req', ...key, '-keyout', at('site.key'), '-out', at('site.csr'), '-subj', `/CN=${NAME}`)
  writeFileSync(at('names'), `subjectAltName=DNS:${NAME}`)
  const issuer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')]
  run('x509', '-req', '-in', at('site.csr'), ...issuer, '-out', at('site.crt'), '-days', '2')
  return { chain: at('site.crt'), key: at('site.key'), authority: readFileSync(at('ca.crt')) }
}
