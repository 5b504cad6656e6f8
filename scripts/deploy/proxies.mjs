// nginx and Caddy as Debian packs them, with the very files of deploy/, in front of the built Larder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, freePort, output, start, temporaryFolder, until } from './processes.mjs'
import { expect, report } from './report.mjs'
import { METRICS_TOKEN, walkThrough } from './walk.mjs'

const NAME = 'larder.test'

export async function checkNginx() {
  const nginx = find('nginx', 'apt-get install nginx-light')
  const openssl = find('openssl')
  await behind('nginx', async ({ folder, httpPort, httpsPort, appPort }) => {
    const certificate = madeCertificate(openssl, folder)
    const given = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    const site = changed(given, [
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
    const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = spools.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
    writeFileSync(
      join(folder, 'main.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr warn; events {}\nhttp { ${paths} include ${folder}/larder.conf; }\n`,
    )
    const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')]
    await report.try('nginx -t has no complaint', () => {
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
  await behind('caddy', async ({ folder, httpPort, httpsPort, appPort }) => {
    const given = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
    // The name and Larder's address come by the environment, as the file provides; ports and an
    // authority of its own are what has no place there.
    const ours = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}/storage\n`
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, changed(given, [['{\n', ours, 'once']]))
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      LARDER_SITE: NAME,
      LARDER_ADDRESS: `127.0.0.1:${appPort}`,
    }
    await report.try('caddy validate has no complaint', () => {
      const { stdout, stderr } = output(caddy, ['validate', '--adapter', 'caddyfile', '--config', file], {
        env,
      })
      expect(!/"level":"(?:warn|error)"|Caddyfile input is not formatted/.test(stdout + stderr), stderr)
    })
    const proxy = start(caddy, ['run', '--adapter', 'caddyfile', '--config', file], { env })
    const authority = join(folder, 'storage/pki/authorities/local/root.crt')
    await until('an authority of its own', async () => existsSync(authority))
    return { version: output(caddy, ['version']).stdout.trim(), proxy, ca: () => readFileSync(authority) }
  })
}

const hasIPv6 = await new Promise((resolve) => {
  const server = createServer().once('error', () => resolve(false))
  server.listen(0, '::1', () => server.close(() => resolve(true)))
})

/** Starts Larder and the proxy, walks through, and stops both. */
async function behind(kind, startProxy) {
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
  if (!hasIPv6) report.note('no IPv6 on this machine, so only IPv4 is listened on')
  const app = larder()
  const ready = () =>
    until('Larder being ready', async () => (await fetch(`http://127.0.0.1:${appPort}/readyz`)).ok)
  try {
    await ready()
    await until(`${kind} listening`, () => isHeardOn(httpsPort), 5000)
    await walkThrough({ name: NAME, httpPort, httpsPort, ca: ca(), app, ready, again: larder })
  } catch (error) {
    report.note(proxy.said().trim().split('\n').slice(-5).join('\n      '))
    throw error
  } finally {
    await app.stop()
    await proxy.stop()
  }
}

function isHeardOn(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** The file with other names, ports and certificates. What is not found in it has moved, and must not pass. */
function changed(text, replacements) {
  let result = text
  for (const [from, to, once] of replacements) {
    if (!result.includes(from)) throw new Error(`"${from.trim()}" is not in the file any more`)
    result = once ? result.replace(from, () => to) : result.replaceAll(from, () => to)
  }
  return result
}

function madeCertificate(openssl, folder) {
  const at = (name) => join(folder, name)
  const quiet = (...args) => output(openssl, args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  quiet(
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
  quiet('req', ...key, '-keyout', at('site.key'), '-out', at('site.csr'), '-subj', `/CN=${NAME}`)
  writeFileSync(at('names'), `subjectAltName=DNS:${NAME}`)
  const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')]
  quiet('x509', '-req', '-in', at('site.csr'), ...by, '-out', at('site.crt'), '-days', '2')
  return { chain: at('site.crt'), key: at('site.key'), authority: readFileSync(at('ca.crt')) }
}
