import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './services.ts'

interface Journal {
  entries: { tag: string; when: number }[]
}

/** Of SQLite. */
export const journal: Journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8'))

/** The migrations of an older version. */
export function firstMigrations(count: number, folder = temporaryFolder()): string {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = journal.entries.slice(0, count)
  for (const { tag } of entries) cpSync(`migrations/${tag}.sql`, join(folder, `${tag}.sql`))
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}
