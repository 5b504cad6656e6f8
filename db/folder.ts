import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A folder that only its owner may read, with those it is in. One by one, because Node's own way
 * (`recursive`) never ends where nothing can be made, such as below /proc.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have been quicker.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
