// An engine for Docker Compose: Docker if it runs, otherwise podman behind Docker's interface.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builder, hasDocker, IMAGE, STORAGE } from './image.mjs'
import { find, output, start, temporaryFolder, until } from './processes.mjs'
import { MissingProgram, report } from './report.mjs'
import { createSubstitutes } from './substitutes.mjs'

const PLUGINS = '/usr/lib/podman'
/** How often containers are asked for their health. */
const HEALTH_INTERVAL = 2000

export async function startEngine() {
  if (hasDocker()) return { env: {}, images: { LARDER_IMAGE: IMAGE }, stop() {} }
  if (process.getuid?.() !== 0) throw new MissingProgram('there is no Docker engine, and podman needs root')
  const podman = find('podman')
  find('runc')
  for (const name of ['netavark', 'aardvark-dns']) if (!existsSync(join(PLUGINS, name))) find(name)
  const buildah = builder()
  if (!buildah('images', '--format', '{{.Name}}').split('\n').includes(`localhost/${IMAGE}`))
    throw new MissingProgram('the check `image` makes the image for it')
  report.note('no Docker engine: podman, with PostgreSQL and Caddy from Debian')
  const images = { LARDER_IMAGE: `localhost/${IMAGE}`, ...createSubstitutes(buildah) }
  return { images, ...(await startPodman(podman)) }
}

async function startPodman(podman) {
  const folder = temporaryFolder('podman')
  const socket = join(folder, 'docker.sock')
  const settings = join(folder, 'containers.conf')
  // runc also runs where systemd doesn't, and with both versions of cgroups mounted.
  writeFileSync(
    settings,
    `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
`,
  )
  const env = { ...process.env, CONTAINERS_CONF: settings }
  const service = start(podman, [...STORAGE, 'system', 'service', '--time', '0', `unix://${socket}`], { env })
  await until('podman listens', async () => existsSync(socket))
  // podman leaves that to timers of systemd, which may not run here.
  const timer = setInterval(() => {
    const { stdout } = output(podman, [...STORAGE, 'ps', '--quiet'], { env })
    for (const id of stdout.split('\n').filter(Boolean))
      spawn(podman, [...STORAGE, 'healthcheck', 'run', id], { stdio: 'ignore', env })
  }, HEALTH_INTERVAL)
  return {
    env: { DOCKER_HOST: `unix://${socket}` },
    stop() {
      clearInterval(timer)
      return service.stop()
    },
  }
}
