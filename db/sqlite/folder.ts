import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Node's `mkdir` with `recursive` never returns where folders cannot be created, such as in /proc. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
