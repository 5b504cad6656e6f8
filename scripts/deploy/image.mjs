// The Dockerfile, built and run: by Docker where its engine runs; else by buildah, on a stand-in for the
// official image made of Debian and this machine's Node, as no registry is asked.
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, freePort, has, output, start, temporaryFolder, until } from './processes.mjs'
import { expect, NotHere, report } from './report.mjs'

const IMAGE = 'larder-check'
/** `node`, as the official image calls him. */
const NODE = 1000
const RELEASE = 'bookworm'

export async function checkImage() {
  await report.try('Docker Compose understands compose.yaml', () => {
    const [program, ...first] = composer()
    const config = (environment) =>
      output(program, [...first, '-f', 'deploy/compose.yaml', 'config'], { cwd: root, env: environment })
    const { stdout } = config({ LARDER_HOST: 'larder.test' })
    expect(stdout.includes('BASE_URL: https://larder.test'), 'the name does not reach BASE_URL')
  })
  if (hasDocker()) return byDocker()
  if (process.getuid?.() !== 0)
    throw new NotHere('there is no Docker engine, and buildah is tried as root only')
  const buildah = builder()
  const folder = temporaryFolder('image')
  const built = await report.try('the Dockerfile builds on the stand-in', () => {
    standIn(buildah)
    const started = Date.now()
    buildah('build', '--format', 'docker', '--pull-never', '-t', IMAGE, root)
    return `${Math.round((Date.now() - started) / 1000)} s`
  })
  if (!built) return
  const made = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).Docker.config
  checkWhatItSays(made)
  const container = buildah('from', '--pull-never', IMAGE)
  try {
    await inside(buildah('mount', container), made, folder)
  } finally {
    buildah('rm', container)
  }
  report.skip(
    'the image on the official base, under a container engine',
    'that needs Docker and its registry',
  )
}

function checkWhatItSays({ User, Volumes, Cmd, Env, Healthcheck, Shell }) {
  return report.try('the image says who runs, what runs, where data lies and how it is', () => {
    expect(User === 'node', `the user is ${User}`)
    expect(Object.keys(Volumes ?? {}).join() === '/data', `the volumes are ${Object.keys(Volumes ?? {})}`)
    expect(
      Cmd.join(' ') === 'node --max-semi-space-size=8 build/server.js',
      `the command is ${Cmd.join(' ')}`,
    )
    expect(Env.includes('NODE_ENV=production'), 'NODE_ENV is not production')
    expect(Healthcheck?.Test?.[0] === 'CMD', 'there is no health check')
    return `${User}, ${Cmd.join(' ')}, /data${Shell ? '' : ', no shell'}`
  })
}

/** The image's own files, read-only, for a user who may nothing; as `read_only` and `cap_drop` have it. */
async function inside(files, { Env, Cmd, Healthcheck }, folder) {
  const bwrap = find('bwrap', 'apt-get install bubblewrap')
  const port = await freePort()
  const data = join(folder, 'data')
  const owner = statSync(join(files, 'data'))
  await report.try('only production packages, no sources, no tests, no data are in it', () => {
    const there = readdirSync(join(files, 'larder')).sort().join(' ')
    expect(there === 'LICENSE build migrations node_modules package.json', `there is ${there}`)
    for (const one of ['vite', 'vitest', 'esbuild', '@playwright/test', '@biomejs/biome']) {
      expect(!existsSync(join(files, 'larder/node_modules', one)), `${one} is in it`)
    }
    return `${output('du', ['-sm', join(files, 'larder')]).stdout.split('\t')[0]} MB`
  })
  await report.try('/data belongs to node alone', () => {
    expect(owner.uid === NODE && (owner.mode & 0o777) === 0o700, `it belongs to ${owner.uid}`)
  })
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, owner.uid, owner.gid)
  const environment = [...Env, `PORT=${port}`, 'LOG_LEVEL=warn'].map((one) => [
    '--setenv',
    ...one.split(/=(.*)/s).slice(0, 2),
  ])
  const cage = [
    ...['--ro-bind', files, '/', '--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--bind', data, '/data', '--unshare-pid', '--unshare-ipc', '--die-with-parent'],
    ...['--clearenv', ...environment.flat(), '--chdir', '/larder'],
    ...[
      'setpriv',
      `--reuid=${NODE}`,
      `--regid=${NODE}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ],
  ]
  const server = start(bwrap, [...cage, ...Cmd])
  try {
    await report.try('it starts as node, with a read-only root and no capabilities', async () => {
      await until('being ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok).catch(
        (error) => {
          throw new Error(`${error.message}\n      ${server.said().trim()}`)
        },
      )
      const page = await fetch(`http://127.0.0.1:${port}/landing`)
      expect(page.status === 200, `the page answered ${page.status}`)
    })
    await report.try('somebody registers, and what is kept belongs to node', async () => {
      const body = new URLSearchParams({
        name: 'Ada',
        email: 'ada@example.org',
        password: 'a long enough password',
      })
      const answer = await fetch(`http://127.0.0.1:${port}/register`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      expect(answer.status === 303, `it answered ${answer.status}`)
      expect(statSync(join(data, 'larder.db')).uid === NODE, 'the database belongs to somebody else')
    })
    await report.try('nothing outside of /data and /tmp can be written', () => {
      const attempt =
        "for (const path of ['/larder/x', '/x', '/etc/x']) try { require('fs').writeFileSync(path, ''); process.exit(1) } catch {}"
      output(bwrap, [...cage, 'node', '-e', attempt])
    })
    await report.try('the health check says yes', () => {
      output(bwrap, [...cage, ...Healthcheck.Test.slice(1)])
    })
    await report.try('SIGTERM ends it by itself', async () => {
      const pid = childOf(server.pid)
      process.kill(pid, 'SIGTERM')
      const { code } = await server.ended
      expect(code === 0, `it ended with ${code}`)
    })
    await report.try('the health check says no when nobody answers', () => {
      let healthy = true
      try {
        output(bwrap, [...cage, ...Healthcheck.Test.slice(1)])
      } catch {
        healthy = false
      }
      expect(!healthy, 'it said yes')
    })
  } finally {
    await server.stop('SIGKILL')
  }
}

/** bwrap stands between; in a container there is nobody. */
function childOf(pid) {
  const children = (of) =>
    output('ps', ['-o', 'pid=', '--ppid', String(of)])
      .stdout.trim()
      .split(/\s+/)
  return Number(children(children(pid)[0])[0])
}

function builder() {
  const program = find('buildah')
  const store = join(root, '.cache/deploy')
  mkdirSync(store, { recursive: true })
  const where = ['--root', join(store, 'images'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs']
  return (command, ...args) =>
    output(program, [...where, command, ...args], {
      cwd: root,
      env: { BUILDAH_ISOLATION: 'chroot' },
    }).stdout.trim()
}

/** Debian, this machine's Node and npm, and the user `node`, under the names that the Dockerfile asks for. */
function standIn(buildah) {
  const debootstrap = find('debootstrap')
  const debian = join(root, '.cache/deploy/debian')
  if (!existsSync(join(debian, 'usr/bin/g++'))) {
    report.note('putting a small Debian together (a minute, the first time)')
    const packages = '--include=ca-certificates,python3,make,g++'
    output(debootstrap, ['--variant=minbase', packages, RELEASE, debian])
  }
  const container = buildah('from', 'scratch')
  const files = buildah('mount', container)
  output('cp', ['-a', `${debian}/.`, files])
  const local = join(files, 'usr/local')
  const npm = dirname(dirname(realpathSync(find('npm'))))
  cpSync(process.execPath, join(local, 'bin/node'))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  const headers = join(dirname(dirname(process.execPath)), 'include/node')
  if (existsSync(headers)) cpSync(headers, join(local, 'include/node'), { recursive: true })
  output('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
  buildah('run', container, '--', 'useradd', '--uid', String(NODE), '--create-home', 'node')
  // Where a network puts an authority of its own in between, this machine knows it already.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(authorities)) cpSync(authorities, join(files, authorities))
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container)
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  buildah('config', '--env', path, container)
  for (const name of ['node:24-bookworm', 'node:24-bookworm-slim']) {
    buildah('commit', '--quiet', container, `docker.io/library/${name}`)
  }
  buildah('rm', container)
  report.note(`the stand-in for node:24-bookworm is Debian ${RELEASE} with Node ${process.versions.node}`)
}

/** Understanding a file needs no engine. */
function composer() {
  const plugin = has('docker') && spawnSync('docker', ['compose', 'version']).status === 0
  return plugin
    ? [find('docker'), 'compose']
    : [find('docker-compose', 'apt-get install docker-compose, version 2')]
}

function hasDocker() {
  if (!has('docker')) return false
  try {
    output(find('docker'), ['info'])
    return true
  } catch {
    return false
  }
}

async function byDocker() {
  const docker = (...args) => output(find('docker'), args, { cwd: root }).stdout.trim()
  await report.try('docker builds the Dockerfile', () => void docker('build', '-t', IMAGE, '.'))
  await checkWhatItSays(JSON.parse(docker('inspect', IMAGE))[0].Config)
  await report.try('it runs as in compose.yaml, becomes healthy, and stops by itself', async () => {
    const limits = [
      '--read-only',
      '--tmpfs',
      '/tmp',
      '--cap-drop',
      'ALL',
      '--security-opt',
      'no-new-privileges',
    ]
    const id = docker('run', '-d', ...limits, IMAGE)
    try {
      const health = () => docker('inspect', '-f', '{{.State.Health.Status}}', id)
      await until('being healthy', async () => health() === 'healthy', 60_000)
      docker('stop', '-t', '15', id)
      const code = docker('inspect', '-f', '{{.State.ExitCode}}', id)
      expect(code === '0', `it ended with ${code}`)
    } finally {
      docker('rm', '-f', '-v', id)
    }
  })
}
