// Reads the Compose files alone and together, as Docker Compose merges them. That needs no Docker engine.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { createProject } from './composeProject.mjs'
import { expect, report } from './report.mjs'

const HOST = { LARDER_HOST: 'larder.test' }
const PASSWORD = { POSTGRES_PASSWORD: 'secret' }
const HTTPS_PORTS = ['80/tcp', '443/tcp', '443/udp']

export async function checkCompose() {
  const compose = createReader()
  report.note(compose.version)

  await report.try(
    'compose.yaml alone: port 3000, one volume, invitations only, nothing else writable',
    () => {
      const { services, volumes } = compose.read({})
      expect(Object.keys(services).join() === 'larder', `the services are ${Object.keys(services)}`)
      expectLimits(services.larder)
      expectPorts(services.larder, ['3000/tcp'])
      expectMounts(services.larder, ['volume data /data'])
      expect(volumes.data.name === 'larder_data', `the volume is ${volumes.data.name}`)
      expectEnvironment(services.larder, {
        BASE_URL: undefined,
        TRUST_PROXY: undefined,
        REGISTRATION: 'invited',
        BACKUP_DIR: '/data/backups',
        DATA_DIR: '/data',
      })
    },
  )
  await report.try(
    '.env sets the image, the address, the folder, its owner and every setting of docs/configuration.md',
    () => {
      const { services } = compose.read({
        LARDER_IMAGE: 'registry.test/larder:1.0.0',
        LARDER_PORT: '127.0.0.1:8080',
        LARDER_DATA: '/srv/larder',
        LARDER_UID: '1500',
        LARDER_GID: '1600',
        BASE_URL: 'https://larder.test',
        REGISTRATION: 'closed',
        MAIL_FROM: 'Larder <larder@example.org>',
      })
      const { image, ports, user } = services.larder
      expect(image === 'registry.test/larder:1.0.0', `the image is ${image}`)
      expect(user === '1500:1600', `the user is ${user}`)
      expect(`${ports[0].host_ip}:${ports[0].published}` === '127.0.0.1:8080', JSON.stringify(ports))
      expectMounts(services.larder, ['bind /srv/larder /data'])
      expectEnvironment(services.larder, {
        BASE_URL: 'https://larder.test',
        REGISTRATION: 'closed',
        MAIL_FROM: 'Larder <larder@example.org>',
        DATA_DIR: '/data',
      })
    },
  )
  await report.try('with Caddy, only its ports are open, and Larder trusts one proxy', () => {
    const { services } = compose.read(HOST, 'caddy')
    expectLimits(services.larder)
    expectPorts(services.larder, [])
    expectPorts(services.caddy, HTTPS_PORTS)
    expectEnvironment(services.larder, { BASE_URL: 'https://larder.test', TRUST_PROXY: '1' })
    expectEnvironment(services.caddy, { LARDER_SITE: 'larder.test', LARDER_ADDRESS: 'larder:3000' })
    expectMounts(services.caddy, [
      `bind ${compose.folder}/Caddyfile /etc/caddy/Caddyfile`,
      'volume caddy /data',
    ])
  })
  await report.try('with Traefik, no port is open, and /metrics is left out', () => {
    const { services, networks } = compose.read({ ...HOST, TRAEFIK_NETWORK: 'web' }, 'traefik')
    expectLimits(services.larder)
    expectPorts(services.larder, [])
    expectEnvironment(services.larder, { BASE_URL: 'https://larder.test', TRUST_PROXY: '1' })
    expect(networks.traefik.external && networks.traefik.name === 'web', JSON.stringify(networks))
    const { labels } = services.larder
    const rule = labels['traefik.http.routers.larder.rule']
    expect(rule === 'Host(`larder.test`) && !Path(`/metrics`)', `the rule is ${rule}`)
    expect(labels['traefik.docker.network'] === 'web', JSON.stringify(labels))
  })
  await report.try('with PostgreSQL, Larder waits for it, makes no backups, and its port is closed', () => {
    const { services } = compose.read(PASSWORD, 'postgres')
    expectPorts(services.larder, ['3000/tcp'])
    expectPorts(services.postgres, [])
    expectMounts(services.postgres, ['volume postgres /var/lib/postgresql/data'])
    const { condition } = services.larder.depends_on.postgres
    expect(condition === 'service_healthy', `the condition is ${condition}`)
    expectEnvironment(services.larder, {
      DATABASE_URL: 'postgres://larder:secret@postgres/larder',
      BACKUP_DIR: '',
    })
  })
  await report.try('with another disk for backups, Larder writes them there', () => {
    const { services } = compose.read({ LARDER_BACKUPS: '/mnt/disk' }, 'backups')
    expectMounts(services.larder, ['volume data /data', 'bind /mnt/disk /backups'])
    expectEnvironment(services.larder, { BACKUP_DIR: '/backups' })
  })
  for (const proxy of ['caddy', 'traefik']) {
    await report.try(`with ${proxy} and PostgreSQL, each keeps its settings`, () => {
      const { services } = compose.read({ ...HOST, ...PASSWORD }, proxy, 'postgres')
      expectLimits(services.larder)
      expectPorts(services.larder, [])
      expectEnvironment(services.larder, {
        BASE_URL: 'https://larder.test',
        DATABASE_URL: 'postgres://larder:secret@postgres/larder',
        BACKUP_DIR: '',
        REGISTRATION: 'invited',
      })
    })
  }
  await report.try('a missing host, password or folder is named', () => {
    for (const [file, missing] of [
      ['caddy', 'LARDER_HOST'],
      ['traefik', 'LARDER_HOST'],
      ['postgres', 'POSTGRES_PASSWORD'],
      ['backups', 'LARDER_BACKUPS'],
    ]) {
      const { status, stderr } = compose.run({}, file)
      expect(status !== 0 && stderr.includes(missing), `${file} without ${missing}: ${stderr}`)
    }
  })
  await report.try('every override file has been read here', () => {
    const files = readdirSync(join(root, 'deploy')).filter((name) => /^compose\..+\.yaml$/.test(name))
    const unread = files.filter((name) => !compose.wasRead(name))
    expect(unread.length === 0, `nothing reads ${unread}`)
  })
}

function createReader() {
  const project = createProject()
  const [program, ...first] = project.command
  const seen = new Set()
  const run = (settings, ...overrides) => {
    for (const file of project.configure(settings, ...overrides)) seen.add(file)
    const args = [...first, 'config', '--format', 'json']
    return spawnSync(program, args, { ...project.options, encoding: 'utf8' })
  }
  return {
    ...project,
    run,
    read(settings, ...overrides) {
      const { status, stdout, stderr } = run(settings, ...overrides)
      expect(status === 0 && stderr === '', stderr.trim())
      return JSON.parse(stdout)
    },
    wasRead: (file) => seen.has(file),
  }
}

function expectLimits({ read_only, tmpfs, cap_drop, security_opt, stop_grace_period, user }) {
  expect(read_only && tmpfs.join() === '/tmp', 'the root is writable')
  expect(cap_drop.join() === 'ALL', `the capabilities dropped are ${cap_drop}`)
  expect(security_opt.join() === 'no-new-privileges:true', `the security options are ${security_opt}`)
  // Larder finishes open requests within ten seconds.
  expect(stop_grace_period === '15s', `it is killed after ${stop_grace_period}`)
  expect(user === '1000:1000', `the user is ${user}`)
}

function expectPorts({ ports = [] }, wanted) {
  const found = ports.map(({ published, protocol }) => `${published}/${protocol}`)
  expect(found.join() === wanted.join(), `the ports are ${found.join() || 'closed'}`)
}

function expectMounts({ volumes = [] }, wanted) {
  const found = volumes.map(({ type, source, target }) => `${type} ${source} ${target}`)
  expect(found.join() === wanted.join(), `the mounts are ${found}`)
}

function expectEnvironment({ environment }, wanted) {
  for (const [key, value] of Object.entries(wanted)) {
    expect(environment[key] === value, `${key} is ${environment[key]}`)
  }
}
