// Runs the Compose files with the image of the check `image`.
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tests/support/freePort.mjs'
import { createClient } from './client.mjs'
import { createProject } from './composeProject.mjs'
import { startEngine } from './engine.mjs'
import { start, temporaryFolder, until } from './processes.mjs'
import { expect, report } from './report.mjs'

const PASSWORD = 'a long enough password'
const ADA = { name: 'Ada', email: 'ada@example.org', password: PASSWORD }
const BEN = { name: 'Ben', email: 'ben@example.org', password: PASSWORD }
/** Another user than the image's. */
const OTHER_UID = 1500
/** PostgreSQL sets itself up first. */
const START_TIME = 90_000

export async function checkComposeRun() {
  const project = createProject()
  report.note(project.version)
  const engine = await startEngine()
  const compose = createCompose(project, engine)
  try {
    await checkAlone(compose)
    await checkOtherUser(compose)
    await checkTogether(compose)
  } finally {
    await compose.run('down', '--volumes')
    await engine.stop()
  }
}

function createCompose({ command, options, configure, folder }, { env, images }) {
  const [program, ...first] = command
  // The project's name keeps it apart from a Larder that runs on this machine.
  const all = { ...options, env: { ...options.env, ...env, COMPOSE_PROJECT_NAME: 'larder-check' } }
  return {
    folder,
    configure: (settings, ...overrides) => configure({ ...images, ...settings }, ...overrides),
    /** Asynchronous, because containers are asked for their health meanwhile. */
    async run(...args) {
      const child = start(program, [...first, ...args], all)
      const { code } = await child.exited
      expect(
        code === 0,
        `compose ${args.join(' ')}: ${child.output().trim().split('\n').slice(-8).join('\n      ')}`,
      )
      return child.output()
    },
  }
}

async function checkAlone({ configure, run }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const up = async () => {
    await run('up', '--detach', '--no-build')
    await isReady(url)
  }
  configure({ LARDER_PORT: `127.0.0.1:${port}` })
  await report.try('compose.yaml starts, and only the first account can register', async () => {
    await up()
    const statuses = [await post(url, '/register', ADA), await post(url, '/register', BEN)]
    expect(statuses.join() === '303,403', `the statuses are ${statuses}`)
  })
  await report.try('the container can only write its data and /tmp, as node', async () => {
    const attempt =
      'id -u; for path in /larder /etc /backups /home/node; do touch $path/x 2>/dev/null && echo $path; done; touch /tmp/x /data/x'
    const written = await run('exec', '-T', 'larder', 'sh', '-c', attempt)
    expect(written.trim() === '1000', written)
  })
  await report.try('backups are made in the volume', async () => {
    await until('there is one', async () =>
      /larder-.*\.tar/.test(await run('exec', '-T', 'larder', 'ls', '/data/backups')),
    )
  })
  await report.try('the account is still there after down and up', async () => {
    await run('down')
    await up()
    const status = await post(url, '/login', ADA)
    expect(status === 303, `the status is ${status}`)
  })
  await run('down', '--volumes')
}

async function checkOtherUser({ configure, run }) {
  const port = await freePort()
  const data = join(temporaryFolder('bind'), 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, OTHER_UID, OTHER_UID)
  configure({
    LARDER_PORT: `127.0.0.1:${port}`,
    LARDER_DATA: data,
    LARDER_UID: OTHER_UID,
    LARDER_GID: OTHER_UID,
  })
  await report.try(`a folder that belongs to user ${OTHER_UID} holds the data`, async () => {
    await run('up', '--detach', '--no-build')
    await isReady(`http://127.0.0.1:${port}`)
    const { uid } = statSync(join(data, 'larder.db'))
    expect(uid === OTHER_UID, `the database belongs to ${uid}`)
  })
  await run('down', '--volumes')
}

async function checkTogether({ folder, configure, run }) {
  const port = await freePort()
  // Ports below 1024 may be in use. Caddy has a CA of its own for localhost.
  writeFileSync(
    join(folder, 'compose.check.yaml'),
    `services: { caddy: { ports: !override ["127.0.0.1:${port}:${port}"] } }\n`,
  )
  configure({ LARDER_HOST: `localhost:${port}`, POSTGRES_PASSWORD: 'a1b2c3' }, 'caddy', 'postgres', 'check')
  let ada
  await report.try('with Caddy and PostgreSQL, a user can register and sign in over HTTPS', async () => {
    await run('up', '--detach', '--no-build')
    const root = '/data/caddy/pki/authorities/local/root.crt'
    const ca = await run('exec', '-T', 'caddy', 'cat', root)
    ada = createClient({ name: 'localhost', httpsPort: port, ca, from: '127.0.0.1' })
    await until('Larder is ready', async () => (await ada.get('/readyz')).status === 200, START_TIME)
    const registered = await ada.post('/register', ADA)
    expect(registered.status === 303, `registering gets ${registered.status}`)
    const { status, set } = await ada.post('/login', ADA)
    expect(status === 303 && set.some((one) => one.startsWith('__Host-session=')), `the status is ${status}`)
  })
  await report.try('a WebSocket connects, and /metrics is not reachable', async () => {
    const { socket, refused } = await ada.socket()
    expect(socket, `it was rejected with ${refused}`)
    socket.close()
    const { status } = await ada.get('/metrics')
    expect(status === 404, `the status of /metrics is ${status}`)
  })
  await report.try('the account is in PostgreSQL', async () => {
    const query = 'select count(*) from users'
    const count = await run('exec', '-T', 'postgres', 'psql', '-U', 'larder', '-Atc', query, 'larder')
    expect(count.trim() === '1', `it has ${count.trim()} users`)
  })
}

function isReady(url) {
  return until('Larder is ready', async () => (await fetch(`${url}/readyz`)).ok, START_TIME)
}

async function post(url, path, fields) {
  const options = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }
  return (await fetch(`${url}${path}`, options)).status
}
