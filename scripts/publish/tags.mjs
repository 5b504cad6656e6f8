// Prints the image's tags for a release, one a line: `node scripts/publish/tags.mjs v1.2.3 IMAGE` prints IMAGE:1.2.3,
// IMAGE:1.2, IMAGE:1 and IMAGE:latest. A prerelease such as v1.2.3-rc.1 only gets its own, and none of them goes back to
// an older version: after v1.3.0, v1.2.4 isn't the latest. Reads the other versions from git's tags.
import { spawnSync } from 'node:child_process'
import { root } from '../lib/steps.mjs'
import { imageName, versionOf } from './version.mjs'

const [tag, image] = process.argv.slice(2)
const version = versionOf(tag)
const name = imageName(image)
const tags = version.includes('-') ? [version] : [version, ...movingTags(version)]
process.stdout.write(tags.map((one) => `${name}:${one}\n`).join(''))

function movingTags(version) {
  const [major, minor] = version.split('.')
  const isNewestOf = (line) =>
    !publishedVersions().some((one) => one.startsWith(line) && isNewer(one, version))
  return [
    ...(isNewestOf(`${major}.${minor}.`) ? [`${major}.${minor}`] : []),
    ...(isNewestOf(`${major}.`) ? [major] : []),
    ...(isNewestOf('') ? ['latest'] : []),
  ]
}

function publishedVersions() {
  const { stdout } = spawnSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .map((one) => one.slice(1))
    .filter((one) => /^\d+\.\d+\.\d+$/.test(one))
}

function isNewer(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const differing = a.findIndex((part, at) => part !== b[at])
  return differing >= 0 && a[differing] > b[differing]
}
