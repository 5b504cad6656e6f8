import { rmSync, writeFileSync } from 'node:fs'
import type { Database as Connection } from 'better-sqlite3'

export function vacuumInto(connection: Connection, to: string): void {
  rmSync(to, { force: true })
  // SQLite would create it readable for other users of the machine.
  writeFileSync(to, '', { mode: 0o600 })
  connection.prepare('VACUUM INTO ?').run(to)
}
