// Prints the image's tags for a release, one a line: `node scripts/publish/tags.mjs v1.2.3 IMAGE` prints IMAGE:1.2.3,
// IMAGE:1.2, IMAGE:1 and IMAGE:latest. A prerelease such as v1.2.3-rc.1 only gets its own.
import { imageName, versionOf } from './version.mjs'

const [tag, image] = process.argv.slice(2)
const version = versionOf(tag)
const name = imageName(image)
const [major, minor] = version.split('.')
const tags = version.includes('-') ? [version] : [version, `${major}.${minor}`, major, 'latest']
process.stdout.write(tags.map((one) => `${name}:${one}\n`).join(''))
