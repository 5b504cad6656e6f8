// Reads package-lock.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.mjs'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

export const readLock = () => readJson('package-lock.json')

export const lockedVersion = (name) => readLock().packages[`node_modules/${name}`].version

/** The files of a project that depends on these packages alone, in the locked versions and with what they need. */
export function projectWith(names, { scripts, ...more } = {}) {
  const { packages, ...lock } = readLock()
  const { name, version, license, type, engines, allowScripts } = readJson('package.json')
  const dependencies = Object.fromEntries(
    [...names].sort().map((name) => [name, packages[`node_modules/${name}`].version]),
  )
  const paths = [...pathsOf(packages, names)].sort()
  const top = { name, version, license, engines, dependencies }
  const allowed = Object.entries(allowScripts).filter(([name]) => paths.includes(`node_modules/${name}`))
  return {
    'package.json': json({
      name,
      version,
      private: true,
      license,
      type,
      ...more,
      engines,
      scripts,
      dependencies,
      allowScripts: Object.fromEntries(allowed),
    }),
    'package-lock.json': json({
      ...lock,
      packages: { '': top, ...Object.fromEntries(paths.map((path) => [path, packages[path]])) },
    }),
  }
}

/** Where npm installs these packages and what they need. */
export const lockedPaths = (names) => [...pathsOf(readLock().packages, names)].sort()

/** Follows the packages as Node resolves them: in the own node_modules first, then in those of the folders above. */
function pathsOf(packages, names) {
  const found = new Set()
  const waiting = names.map((name) => `node_modules/${name}`)
  for (const path of waiting) {
    if (found.has(path)) continue
    found.add(path)
    for (const name of neededBy(packages[path])) {
      const needed = resolve(packages, path, name)
      if (needed) waiting.push(needed)
    }
  }
  return found
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const path = `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (!folder.includes('/node_modules/')) break
  }
  return packages[`node_modules/${name}`] && `node_modules/${name}`
}
