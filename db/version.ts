import program from '../package.json' with { type: 'json' }

// A database knows which Larder its schema needs, so that an older one can say so. As a number, because that is what
// SQLite's user_version holds: it needs no table, and Larder before 1.0.0 left it at 0.

const PARTS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})/

export const THIS_VERSION: string = program.version

/** 1.2.3 is 1002003. Undefined if it is no version. */
export function versionNumber(version: string): number | undefined {
  const [, major, minor, patch] = PARTS.exec(version) ?? []
  return major === undefined ? undefined : Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch)
}

/** The sentence for a database that a newer Larder wrote. */
export function needsNewer(database: string, version: number | undefined): string {
  const isNewer = version !== undefined && version > (versionNumber(THIS_VERSION) ?? 0)
  const needed = isNewer ? `Larder ${versionText(version)} or newer` : 'a newer version of Larder'
  return `${database} needs ${needed}, and this is Larder ${THIS_VERSION}.`
}

const versionText = (number: number) =>
  [Math.floor(number / 1e6), Math.floor(number / 1e3) % 1e3, number % 1e3].join('.')
