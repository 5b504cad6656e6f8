// The licenses of packages, as their authors ask for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedPaths } from './lockFile.mjs'
import { root } from './steps.mjs'

const LICENSE_FILE = /^(?:licen[sc]e|copying|notice)(?:[-.]|$)/i
const FONT_LICENSE = 'app/ui/fonts/OFL.txt'

/** The licenses of these packages, of those they need, and of the font. */
export function licensesOf(names) {
  const sections = lockedPaths(names)
    .filter((path) => existsSync(join(root, path)))
    .map(licenseOf)
  return [...sections, `Figtree\n\n${readFileSync(join(root, FONT_LICENSE), 'utf8').trim()}\n`].join(
    `\n${'-'.repeat(80)}\n\n`,
  )
}

function licenseOf(path) {
  const folder = join(root, path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`
}
