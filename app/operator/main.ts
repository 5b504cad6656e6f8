import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from '#app/config.server.ts'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import { printableLines } from '#app/domain/hiddenCharacters.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import { InvalidCopy } from '#db/copy.ts'
import { DataFolderInUse } from '#db/dataFolder.ts'
import { NewerDatabase, UnknownDatabase } from '#db/migrate.ts'
import { COMMANDS, type Command } from './commands.ts'
import { databaseOf, refuseRoot } from './open.ts'
import { OperatorError, Unclear } from './sentence.ts'

// The program behind `npm run larder`, and the one that the server itself calls for its backups.

const EXPECTED = [OperatorError, ConfigError, DataFolderInUse, NewerDatabase, UnknownDatabase, DomainError]

/** What can be expected to go wrong, as a sentence. */
function sentenceFor(error: unknown): string | undefined {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof InvalidCopy) return `${error.message} Restore a backup from before that.`
  if (error instanceof StorageFailure) {
    return error.full
      ? 'There is no room for the receipts.'
      : `The receipts cannot be reached: ${error.message}.`
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(code))
    return `This path does not fit: ${error.message}.`
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL')
    return `The disk is full: ${error.message}.`
  if (/^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code)) {
    return `This user may not write or read there: ${error.message}.`
  }
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return `The database is damaged: ${error.message}.`
  return undefined
}

interface Wish {
  name: string
  command: Command
  args: string[]
}

/** Names are of one or two words; what follows belongs to the command. */
function understand(words: string[]): Wish | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command && length <= words.length) return { name, command, args: words.slice(length) }
  }
  return undefined
}

function fits({ command: { takes = '', optional = 0 }, args }: Wish): boolean {
  const most = takes === '' ? 0 : optional || takes.split(' ').length
  return args.length <= most && args.length >= most - optional && !args.includes('')
}

const usage = (name: string, { takes }: Command) => (takes ? `${name} ${takes}` : name)

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, command]) => `  ${usage(name, command).padEnd(30)}${command.does}`,
  )
  return [
    'The commands of whoever runs a Larder: npm run larder -- COMMAND',
    '',
    ...lines,
    '',
    'They may be used while Larder runs; only restore wants it stopped. They read the same settings',
    'from the environment as the server: DATA_DIR says which Larder is meant.',
    '',
  ].join('\n')
}

function explain(wish: Wish): string {
  return `It is used like this: npm run larder -- ${usage(wish.name, wish.command)}\n`
}

/** Names, paths and what stands in a backup are not ours: nothing in them may steer the terminal. */
function print(out: NodeJS.WriteStream, text: string): void {
  out.write(printableLines(text))
}

const HELP = ['help', '--help', '-h']

async function run(words: string[]): Promise<number> {
  const wish = understand(words)
  if (!wish) {
    const asked = words.length === 0 || HELP.includes(words[0] ?? '')
    const out = asked ? process.stdout : process.stderr
    print(out, asked ? help() : `There is no command "${words.join(' ')}".\n\n${help()}`)
    return asked ? 0 : 2
  }
  if (!fits(wish)) {
    process.stderr.write(explain(wish))
    return 2
  }
  try {
    const config = readConfig()
    refuseRoot(config)
    const wasThere = existsSync(databaseOf(config))
    print(process.stdout, `${await wish.command.run(config, ...wish.args)}\n`)
    // Whoever forgot DATA_DIR believes to have changed the one that runs.
    if (!wasThere && existsSync(databaseOf(config))) {
      print(process.stdout, `There was no Larder in ${config.DATA_DIR} before; now there is one.\n`)
    }
    return 0
  } catch (error) {
    const sentence = sentenceFor(error) ?? sentenceFor(fromDatabaseError(error))
    if (!sentence) throw error
    print(process.stderr, `${sentence}\n`)
    if (!(error instanceof Unclear)) return 1
    process.stderr.write(explain(wish))
    return 2
  }
}

// What is written here is as private as the data itself.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
