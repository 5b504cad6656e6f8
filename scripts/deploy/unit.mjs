import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, output, temporaryFolder } from './processes.mjs'
import { expect, report } from './report.mjs'

const UNIT = join(root, 'deploy/larder.service')
/** On systemd's scale from 0 (safest) to 10. */
const MAX_EXPOSURE = 2

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
}
