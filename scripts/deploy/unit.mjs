import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, output, temporaryFolder } from './processes.mjs'
import { expect, MissingProgram, report } from './report.mjs'

const UNIT = join(root, 'deploy/larder.service')
/** On systemd's scale from 0 (safest) to 10. */
const MAX_EXPOSURE = 2
/** Free on most systems. */
const USER = 5123

export async function checkUnit() {
  const analyze = find('systemd-analyze', 'apt-get install systemd')
  let unit = UNIT
  if (!existsSync('/usr/bin/node')) {
    // systemd-analyze requires the program to exist.
    unit = join(temporaryFolder('unit'), 'larder.service')
    writeFileSync(unit, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath))
    report.note(`using ${process.execPath}, because /usr/bin/node does not exist`)
  }
  await report.try('systemd-analyze verify accepts larder.service', () => {
    const { stdout, stderr } = output(analyze, ['verify', unit])
    expect(stdout + stderr === '', `${stdout}${stderr}`.trim())
  })
  await report.try(`systemd-analyze security rates the exposure at most ${MAX_EXPOSURE} of 10`, () => {
    const { stdout } = output(analyze, ['security', '--offline=true', '--no-pager', unit])
    const exposure = Number(/exposure level for larder\.service: ([\d.]+)/.exec(stdout)?.[1])
    expect(exposure <= MAX_EXPOSURE, `the exposure is ${exposure}`)
    return String(exposure)
  })
  await report.try('the unit does not set MemoryDenyWriteExecute, which would break V8', () => {
    expect(!/^MemoryDenyWriteExecute/m.test(readFileSync(UNIT, 'utf8')), 'MemoryDenyWriteExecute is set')
  })
  await report.try('the command `larder` runs as larder, with the settings of the service', checkCommand)
}

/** On this machine's system with another /etc, where the user and the settings exist. */
function checkCommand() {
  if (process.getuid?.() !== 0) throw new MissingProgram('it needs root')
  const bwrap = find('bwrap', 'apt-get install bubblewrap')
  const folder = temporaryFolder('command')
  const [etc, data] = [join(folder, 'etc'), join(folder, 'data')]
  const filter = (path) => !/shadow|\/ssl\/private/.test(path)
  cpSync('/etc', etc, { recursive: true, verbatimSymlinks: true, filter })
  appendFileSync(join(etc, 'passwd'), `larder:x:${USER}:${USER}::/var/lib/larder:/usr/sbin/nologin\n`)
  appendFileSync(join(etc, 'group'), `larder:x:${USER}:\n`)
  cpSync(join(root, 'deploy/larder.env'), join(etc, 'larder.env'))
  output('chown', [`0:${USER}`, join(etc, 'larder.env')])
  output('chmod', ['640', join(etc, 'larder.env')])
  mkdirSync(data, { mode: 0o700 })
  output('chown', [`${USER}:${USER}`, data])
  const { stdout } = output(bwrap, [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', etc, '/etc'],
    ...['--tmpfs', '/opt', '--ro-bind', root, '/opt/larder', '--tmpfs', '/var/lib'],
    ...['--bind', data, '/var/lib/larder', '--chdir', '/', '/opt/larder/deploy/larder.sh', 'config'],
  ])
  for (const line of readFileSync(join(root, 'deploy/larder.env'), 'utf8').split('\n')) {
    const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    if (!key) continue
    const shown = stdout.split('\n').find((one) => one.startsWith(`${key} `))
    expect(shown?.includes(value), `${key} is not ${value}: ${shown}`)
  }
  return 'config'
}
