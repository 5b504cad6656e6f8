import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BadConfig, type Config, readConfig } from '#app/config.server.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import { chooseStorage } from '#app/services.server.ts'
import { BadCopy } from '#db/copy.ts'
import { DataInUse } from '#db/data.ts'
import { makeBackup } from './backup.ts'
import { DATABASE, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { OperatorError } from './sentence.ts'

// The operator's commands. They read the same configuration as the server and need nothing of it.

type Command = (config: Config, path: string) => Promise<string>

const COMMANDS: Record<string, Command> = { backup, restore }

async function backup(config: Config, path: string): Promise<string> {
  if (!existsSync(join(config.DATA_DIR, DATABASE))) {
    throw new OperatorError(`There is no Larder in ${config.DATA_DIR} yet. DATA_DIR names the folder.`)
  }
  const manifest = await makeBackup({ dataDir: config.DATA_DIR, storage: chooseStorage(config) }, path)
  const lost = manifest.missing.length
  const warning = `\nBeware: the files of ${lost} receipts were not there and could not be saved.`
  return `Saved ${inWords(manifest)} to ${path}.${lost > 0 ? warning : ''}`
}

async function restore(config: Config, path: string): Promise<string> {
  const elsewhere = config.S3_BUCKET ? chooseStorage(config) : undefined
  const { manifest, aside } = await restoreBackup({ dataDir: config.DATA_DIR, elsewhere }, path)
  const former = aside ? ` What was there before is in ${aside}.` : ''
  return `Restored ${inWords(manifest)}, as of ${manifest.createdAt}.${former}`
}

function inWords({ contents, files }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const { users, lists, items, receipts } = contents
  return `${users} users, ${lists} lists, ${items} items and ${receipts} receipts (${(bytes / 1e6).toFixed(1)} MB)`
}

/** What can be expected to go wrong, as a sentence. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof OperatorError || error instanceof BadConfig || error instanceof DataInUse)
    return error.message
  if (error instanceof BadCopy) return `${error.message} Restore a backup from before that.`
  if (error instanceof StorageFailure) {
    return error.full
      ? 'There is no room for the receipts.'
      : `The receipts cannot be reached: ${error.message}.`
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR')
    return `This path does not fit: ${error.message}.`
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL')
    return `The disk is full: ${error.message}.`
  if (/^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code)) {
    return `This user may not write or read there: ${error.message}.`
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return `The database is damaged: ${error.message}.`
  return undefined
}

async function run([name = '', path, ...more]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || !path || more.length > 0) {
    process.stderr.write('Name one file: npm run backup -- FILE, or npm run restore -- FILE\n')
    return 2
  }
  try {
    process.stdout.write(`${await command(readConfig(), path)}\n`)
    return 0
  } catch (error) {
    const sentence = sentenceFor(error)
    if (!sentence) throw error
    process.stderr.write(`${sentence}\n`)
    return 1
  }
}

// What is written here is as private as the data itself.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
