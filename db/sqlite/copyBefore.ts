import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite, { type Database as Connection } from 'better-sqlite3'
import { sync } from './swap.ts'
import { vacuumInto } from './vacuumInto.ts'

// Before an update, the database is copied next to itself.

const KEPT = 3

export class NoSpaceForCopy extends Error {}

/** The copy gets its name when it is complete and on the disk: what a killed process leaves is a `.part`. */
export function copyBefore(connection: Connection, file: string, tag: string): string {
  const copy = `${file}.before-${tag}`
  deleteParts(file)
  try {
    vacuumInto(connection, `${copy}.part`)
    sync(`${copy}.part`)
    renameSync(`${copy}.part`, copy)
    sync(dirname(file))
  } catch (error) {
    deleteParts(file)
    throw isFull(error) ? noSpace(file) : error
  }
  const others = copiesOf(file).filter((path) => path !== copy)
  for (const path of others.slice(KEPT - 1)) rmSync(path, { force: true })
  return copy
}

/** The newest one that can be opened and is accepted. */
export function newestCopy(file: string, accepts: (connection: Connection) => boolean): string | undefined {
  return copiesOf(file).find((path) => {
    try {
      const connection = new Sqlite(path, { readonly: true, fileMustExist: true })
      try {
        return accepts(connection)
      } finally {
        connection.close()
      }
    } catch {
      return false
    }
  })
}

/** The newest first. Only files with the names of migrations: others are the operator's own. */
function copiesOf(file: string): string[] {
  return namesAfter(file)
    .filter(([, rest]) => /^\d{4}_\w+$/.test(rest))
    .map(([path]) => ({ path, at: statSync(path).mtimeMs }))
    .sort((one, other) => other.at - one.at || (one.path < other.path ? 1 : -1))
    .map(({ path }) => path)
}

/** With SQLite's journal of one that was interrupted. */
function deleteParts(file: string) {
  for (const [path, rest] of namesAfter(file)) {
    if (/^\d{4}_\w+\.part/.test(rest)) rmSync(path, { force: true })
  }
}

/** Paths that continue that of the database, with what follows. */
function namesAfter(file: string): [path: string, rest: string][] {
  const start = `${basename(file)}.before-`
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start))
    .map((name) => [join(dirname(file), name), name.slice(start.length)])
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/.test(String(error.code))
  )
}

function noSpace(file: string) {
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  return new NoSpaceForCopy(
    `DATA_DIR: before Larder updates the database, it saves a copy, and the disk has no room for it (${megabytes} MB). Free some space and start Larder again. Nothing was changed.`,
  )
}
