// Prints the notes of a release: `node scripts/publish/notes.mjs v1.0.0 [IMAGE]`. Fails if CHANGELOG.md has no section
// for this version.
import { fail } from '../lib/steps.mjs'
import { imageName, read, versionOf } from './version.mjs'

const [tag, image] = process.argv.slice(2)
const version = versionOf(tag)
const section = sectionOf(read('CHANGELOG.md'), version)
if (!section) fail(`CHANGELOG.md has no section for ${version}, or nothing in it.`)
process.stdout.write(`${section}\n${image ? `\n**Image:** \`${imageName(image)}:${version}\`\n` : ''}`)

/** From its heading, `## 1.0.0 - 2026-12-01` or `## [1.0.0]`, to the next one. */
function sectionOf(changelog, name) {
  const sections = changelog.split(/^(?=## )/m)
  const found = sections.find((one) => /^## \[?([^\]\s]+)/.exec(one)?.[1] === name)
  return found && unwrapped(found.split('\n').slice(1).join('\n').trim())
}

/** Release pages show every line break. Code keeps them. */
function unwrapped(markdown) {
  const parts = markdown.split(/(^```[\s\S]*?^```$)/m)
  return parts
    .map((part, n) => (n % 2 ? part : part.replace(/(?<=\S)\n *(?!\s|- |\* |\d+\. |#|\||>)/g, ' ')))
    .join('')
}
