import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/steps.mjs'
import { find, output, temporaryFolder } from './processes.mjs'
import { expect, report } from './report.mjs'

const UNIT = join(root, 'deploy/larder.service')
/** From 0, everything closed, to 10, nothing closed. */
const MOST_EXPOSED = 2

export async function checkUnit() {
  const analyze = find('systemd-analyze', 'apt-get install systemd')
  let unit = UNIT
  if (!existsSync('/usr/bin/node')) {
    // The analyzer wants the program to be there; the rest of the unit stays as it is.
    unit = join(temporaryFolder('unit'), 'larder.service')
    writeFileSync(unit, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath))
    report.note(`there is no /usr/bin/node here, so ${process.execPath} stands in its place`)
  }
  await report.try('systemd-analyze verify has nothing to say about larder.service', () => {
    const { stdout, stderr } = output(analyze, ['verify', unit])
    expect(stdout + stderr === '', `${stdout}${stderr}`.trim())
  })
  await report.try(`systemd-analyze security finds it exposed by ${MOST_EXPOSED} of 10 at the most`, () => {
    const { stdout } = output(analyze, ['security', '--offline=true', '--no-pager', unit])
    const exposed = Number(/exposure level for larder\.service: ([\d.]+)/.exec(stdout)?.[1])
    expect(exposed <= MOST_EXPOSED, `it is ${exposed}`)
    return String(exposed)
  })
  await report.try('the unit leaves out the one setting that the JavaScript engine cannot live with', () => {
    expect(!/^MemoryDenyWriteExecute/m.test(readFileSync(UNIT, 'utf8')), 'MemoryDenyWriteExecute is set')
  })
}
