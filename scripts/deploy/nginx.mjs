// Runs nginx with deploy/nginx.conf, or another site, and a certificate of its own CA.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, output, start } from './processes.mjs'
import { expect, report } from './report.mjs'
import { hasIPv6, NAME, replaced } from './site.mjs'

/** In front of one Larder, or of two on PostgreSQL. */
export function startNginx({ folder, httpPort, httpsPort, appPorts: [first, ...more] }) {
  const original = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  return startSite(folder, ({ chain, key }) =>
    replaced(original, [
      ['larder.example.org/fullchain.pem', 'CERTIFICATE'],
      ['larder.example.org/privkey.pem', 'KEY'],
      ['/etc/letsencrypt/live/CERTIFICATE', chain],
      ['/etc/letsencrypt/live/KEY', key],
      ['larder.example.org', NAME],
      ['listen 80;', `listen ${httpPort};`],
      ['listen [::]:80;', hasIPv6 ? `listen [::]:${httpPort};` : ''],
      ['listen 443 ', `listen ${httpsPort} `],
      ['listen [::]:443 ssl http2;', hasIPv6 ? `listen [::]:${httpsPort} ssl http2;` : ''],
      ['127.0.0.1:3000', `127.0.0.1:${first}`],
      ...more.map((port) => ['# server 10.0.0.12:3000', `server 127.0.0.1:${port}`]),
    ]),
  )
}

/** `createSite` gets the certificate and returns what belongs into the `http` block. */
export async function startSite(folder, createSite) {
  const nginx = find('nginx', 'apt-get install nginx-light')
  const certificate = createCertificate(find('openssl'), folder)
  writeFileSync(join(folder, 'larder.conf'), createSite(certificate))
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
