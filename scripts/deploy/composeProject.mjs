// Docker Compose with a copy of `deploy`, so that an `.env` of yours is neither read nor changed.
import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, has, output, temporaryFolder } from './processes.mjs'
import { MissingProgram } from './report.mjs'

export function createProject() {
  const command = composeCommand()
  const folder = temporaryFolder('compose')
  const deploy = join(folder, 'deploy')
  cpSync(join(root, 'deploy'), deploy, { recursive: true, filter: (path) => !path.endsWith('.env') })
  return {
    folder: deploy,
    version: `Docker Compose ${versionOf(command)}`,
    command,
    options: { cwd: deploy, env: { PATH: process.env.PATH, HOME: process.env.HOME } },
    /** Writes `.env`, which has everything that a user sets. */
    configure(settings, ...overrides) {
      const files = ['compose.yaml', ...overrides.map((name) => `compose.${name}.yaml`)]
      const lines = Object.entries({ COMPOSE_FILE: files.join(':'), ...settings })
      writeFileSync(join(deploy, '.env'), lines.map(([key, value]) => `${key}=${value}\n`).join(''))
      return files
    },
  }
}

function composeCommand() {
  const hint = 'apt-get install docker-compose, on Debian 13 or newer'
  const isPlugin = has('docker') && spawnSync('docker', ['compose', 'version']).status === 0
  const command = isPlugin ? [find('docker'), 'compose'] : [find('docker-compose', hint)]
  const version = versionOf(command)
  const [major, minor, patch] = version.split(/\D/).map(Number)
  // The first version with `required` in `env_file` and a reliable `!reset`.
  if (major * 1e6 + minor * 1e3 + patch < 2_024_004)
    throw new MissingProgram(`Docker Compose ${version} is older than 2.24.4 (Debian: ${hint})`)
  return command
}

function versionOf([program, ...first]) {
  return output(program, [...first, 'version', '--short'])
    .stdout.trim()
    .replace(/^v/, '')
}
