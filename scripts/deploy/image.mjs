// Builds and runs the Dockerfile: with Docker if its engine runs, otherwise with buildah and without a registry,
// on a base image made from Debian and this machine's Node.
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../../tests/support/freePort.mjs'
import { root } from '../lib/steps.mjs'
import { find, has, output, start, temporaryFolder, until } from './processes.mjs'
import { expect, MissingProgram, report } from './report.mjs'

export const IMAGE = 'larder-check'
/** The id of the user `node` in the official image. */
const NODE_UID = 1000
const RELEASE = 'bookworm'
/** As in a release, with its packages. */
const IN_LARDER =
  'CHANGELOG.md LICENSE LICENSES.txt README.md build deploy docs migrations node_modules package-lock.json package.json scripts'

export async function checkImage() {
  if (hasDocker()) return checkWithDocker()
  if (process.getuid?.() !== 0) throw new MissingProgram('there is no Docker engine, and buildah needs root')
  const buildah = builder()
  const folder = temporaryFolder('image')
  const built = await report.try('the Dockerfile builds', () => {
    createBaseImage(buildah)
    const started = Date.now()
    buildah('build', '--format', 'docker', '--pull-never', '-t', IMAGE, root)
    return `${Math.round((Date.now() - started) / 1000)} s`
  })
  if (!built) return
  const config = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)).Docker.config
  checkConfig(config)
  const container = buildah('from', '--pull-never', IMAGE)
  try {
    await checkContainer(buildah('mount', container), config, folder)
  } finally {
    buildah('rm', container)
  }
  report.skip('the image with the official base image in Docker', 'it needs Docker and its registry')
}

function checkConfig({ User, Volumes, Cmd, Env, Healthcheck, Shell }) {
  return report.try('the image sets the user, the command, the volume and the health check', () => {
    expect(User === 'node', `the user is ${User}`)
    expect(Object.keys(Volumes ?? {}).join() === '/data', `the volumes are ${Object.keys(Volumes ?? {})}`)
    expect(
      Cmd.join(' ') === 'node --max-semi-space-size=8 build/server.js',
      `the command is ${Cmd.join(' ')}`,
    )
    expect(Env.includes('NODE_ENV=production'), 'NODE_ENV is not production')
    expect(Healthcheck?.Test?.[0] === 'CMD', 'the health check is missing')
    return `${User}, ${Cmd.join(' ')}, /data${Shell ? '' : ', no shell'}`
  })
}

/** Runs the image's files read-only without capabilities, like `read_only` and `cap_drop` in compose.yaml. */
async function checkContainer(files, { Env, Cmd, Healthcheck }, folder) {
  const bwrap = find('bwrap', 'apt-get install bubblewrap')
  const port = await freePort()
  const data = join(folder, 'data')
  const owner = statSync(join(files, 'data'))
  await report.try('it contains production packages only, no sources, tests or data', () => {
    const found = readdirSync(join(files, 'larder')).sort().join(' ')
    expect(found === IN_LARDER, `it contains ${found}`)
    for (const name of ['vite', 'vitest', 'esbuild', '@playwright/test', '@biomejs/biome']) {
      expect(!existsSync(join(files, 'larder/node_modules', name)), `it contains ${name}`)
    }
    return `${output('du', ['-sm', join(files, 'larder')]).stdout.split('\t')[0]} MB`
  })
  await report.try('only node can access /data', () => {
    expect(owner.uid === NODE_UID && (owner.mode & 0o777) === 0o700, `its owner is ${owner.uid}`)
  })
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, owner.uid, owner.gid)
  const environment = [...Env, `PORT=${port}`, 'LOG_LEVEL=warn'].map((entry) => [
    '--setenv',
    ...entry.split(/=(.*)/s).slice(0, 2),
  ])
  const sandbox = [
    ...['--ro-bind', files, '/', '--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--bind', data, '/data', '--unshare-pid', '--unshare-ipc', '--die-with-parent'],
    ...['--clearenv', ...environment.flat(), '--chdir', '/larder'],
    ...[
      'setpriv',
      `--reuid=${NODE_UID}`,
      `--regid=${NODE_UID}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ],
  ]
  const server = start(bwrap, [...sandbox, ...Cmd])
  try {
    await report.try('it starts as node, with a read-only root and no capabilities', async () => {
      await until('Larder is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok).catch(
        (error) => {
          throw new Error(`${error.message}\n      ${server.output().trim()}`)
        },
      )
      const page = await fetch(`http://127.0.0.1:${port}/landing`)
      expect(page.status === 200, `the status is ${page.status}`)
    })
    await report.try('a user can register, and node owns the database', async () => {
      const body = new URLSearchParams({
        name: 'Ada',
        email: 'ada@example.org',
        password: 'a long enough password',
      })
      const response = await fetch(`http://127.0.0.1:${port}/register`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      expect(response.status === 303, `the status is ${response.status}`)
      expect(statSync(join(data, 'larder.db')).uid === NODE_UID, 'another user owns the database')
    })
    await report.try('only /data and /tmp are writable', () => {
      const attempt =
        "for (const path of ['/larder/x', '/x', '/etc/x']) try { require('fs').writeFileSync(path, ''); process.exit(1) } catch {}"
      output(bwrap, [...sandbox, 'node', '-e', attempt])
    })
    await report.try('the health check succeeds', () => {
      output(bwrap, [...sandbox, ...Healthcheck.Test.slice(1)])
    })
    await report.try('the command larder is there', () => {
      const { stdout } = output(bwrap, [...sandbox, 'larder', 'users'])
      expect(stdout.includes('ada@example.org'), stdout)
    })
    await report.try('SIGTERM stops it', async () => {
      const pid = childOf(server.pid)
      process.kill(pid, 'SIGTERM')
      const { code } = await server.exited
      expect(code === 0, `the exit code is ${code}`)
    })
    await report.try('the health check fails when the server is stopped', () => {
      let healthy = true
      try {
        output(bwrap, [...sandbox, ...Healthcheck.Test.slice(1)])
      } catch {
        healthy = false
      }
      expect(!healthy, 'it succeeded')
    })
  } finally {
    await server.stop('SIGKILL')
  }
}

/** The server is a grandchild, because bwrap forks. */
function childOf(pid) {
  const children = (of) =>
    output('ps', ['-o', 'pid=', '--ppid', String(of)])
      .stdout.trim()
      .split(/\s+/)
  return Number(children(children(pid)[0])[0])
}

const STORE = join(root, '.cache/deploy')

/** Apart from the images and containers of this machine. */
export const STORAGE = [
  ...['--root', join(STORE, 'images'), '--runroot', join(STORE, 'run'), '--storage-driver', 'vfs'],
]

export function builder() {
  const program = find('buildah')
  mkdirSync(STORE, { recursive: true })
  return (command, ...args) =>
    output(program, [...STORAGE, command, ...args], {
      cwd: root,
      env: { BUILDAH_ISOLATION: 'chroot' },
    }).stdout.trim()
}

/** Debian with this machine's Node and npm and the user `node`, tagged with the names in the Dockerfile. */
function createBaseImage(buildah) {
  const debootstrap = find('debootstrap')
  const debian = join(root, '.cache/deploy/debian')
  if (!existsSync(join(debian, 'usr/bin/g++'))) {
    report.note('creating a minimal Debian (a minute, the first time)')
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
  buildah('run', container, '--', 'useradd', '--uid', String(NODE_UID), '--create-home', 'node')
  // The network may use its own CA, which this machine already trusts.
  const caFile = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(caFile)) cpSync(caFile, join(files, caFile))
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${caFile}`, container)
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  buildah('config', '--env', path, container)
  for (const name of ['node:24-bookworm', 'node:24-bookworm-slim']) {
    buildah('commit', '--quiet', container, `docker.io/library/${name}`)
  }
  buildah('rm', container)
  report.note(`using Debian ${RELEASE} with Node ${process.versions.node} instead of node:24-bookworm`)
}

export function hasDocker() {
  if (!has('docker')) return false
  try {
    output(find('docker'), ['info'])
    return true
  } catch {
    return false
  }
}

async function checkWithDocker() {
  const docker = (...args) => output(find('docker'), args, { cwd: root }).stdout.trim()
  await report.try('Docker builds the Dockerfile', () => void docker('build', '-t', IMAGE, '.'))
  await checkConfig(JSON.parse(docker('inspect', IMAGE))[0].Config)
  await report.try(
    'it runs with the limits of compose.yaml, becomes healthy and stops on SIGTERM',
    async () => {
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
        await until('the container is healthy', async () => health() === 'healthy', 60_000)
        docker('stop', '-t', '15', id)
        const code = docker('inspect', '-f', '{{.State.ExitCode}}', id)
        expect(code === '0', `the exit code is ${code}`)
      } finally {
        docker('rm', '-f', '-v', id)
      }
    },
  )
}
