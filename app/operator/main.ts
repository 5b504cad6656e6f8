import { existsSync } from 'node:fs'
import { readConfig } from '#app/config/config.server.ts'
import { DomainError, fromDatabaseError } from '#app/domain/errors.ts'
import { printableLines } from '#app/domain/text.ts'
import { StorageFailure } from '#app/ports/storage/storage.ts'
import { START_FAILURES } from '#app/start/startFailure.server.ts'
import { textOf } from '#app/words/errorText.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { InvalidCopy } from '#db/sqlite/copy.ts'
import { databasePath, refuseRoot } from './access.ts'
import { COMMANDS, type Command } from './commands.ts'
import { OperatorError, ProblemsFound, UsageError } from './errors.ts'

// The program behind `npm run larder`. The server also runs it, for scheduled backups.

const EXPECTED = [...START_FAILURES, OperatorError]

const PROBLEMS: [codes: RegExp, problem: string][] = [
  [/^(?:ENOENT|EISDIR|ENOTDIR|ENAMETOOLONG|ELOOP)$/, "This path can't be used"],
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/, 'The disk is full'],
  [/^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/, "This user can't read or write there"],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'The database is damaged'],
]

function messageFor(error: unknown): string | undefined {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DomainError) return textOf(ENGLISH, error)
  if (error instanceof InvalidCopy) return `${error.message} Restore an earlier backup.`
  if (error instanceof StorageFailure) {
    return error.full ? 'Receipt storage is full.' : `Receipt storage can't be reached: ${error.message}.`
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  const [, problem] = PROBLEMS.find(([codes]) => codes.test(code)) ?? []
  return problem && `${problem}: ${error.message}.`
}

type Invocation = { name: string; command: Command; args: string[] }

function parseCommand(words: string[]): Invocation | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command && length <= words.length) return { name, command, args: words.slice(length) }
  }
  return undefined
}

function hasValidArgs({ command: { params = '', optional = 0 }, args }: Invocation): boolean {
  const max = params === '' ? 0 : optional || params.split(' ').length
  return args.length <= max && args.length >= max - optional && !args.includes('')
}

const synopsis = (name: string, { params }: Command) => (params ? `${name} ${params}` : name)

function help(): string {
  const entries = Object.entries(COMMANDS).map(([name, command]) => [
    synopsis(name, command),
    command.summary,
  ])
  const width = Math.max(...entries.map(([start = '']) => start.length))
  const lines = entries.map(([start = '', summary]) => `  ${start.padEnd(width)}  ${summary}`)
  return [
    'Usage: npm run larder -- COMMAND',
    '',
    'Manage a Larder server.',
    '',
    'Commands:',
    ...lines,
    '',
    'Commands read the same environment variables as the server, above all DATA_DIR and DATABASE_URL.',
    'You can run all of them except restore while Larder is running.',
    '',
  ].join('\n')
}

const usage = ({ name, command }: Invocation) => `Usage: npm run larder -- ${synopsis(name, command)}\n`

/** Replaces control characters, because names, paths and backups can contain terminal escape sequences. */
function print(out: NodeJS.WriteStream, text: string): void {
  out.write(printableLines(text))
}

const HELP = ['help', '--help', '-h']
const VERSION = ['--version', '-v']

async function run(words: string[]): Promise<number> {
  const invocation = parseCommand(VERSION.includes(words[0] ?? '') ? ['version', ...words.slice(1)] : words)
  if (!invocation) {
    if (words.length === 0 || HELP.includes(words[0] ?? '')) {
      print(process.stdout, help())
      return 0
    }
    print(process.stderr, `Unknown command "${words.join(' ')}".\n\n${help()}`)
    return 2
  }
  if (!hasValidArgs(invocation)) {
    process.stderr.write(usage(invocation))
    return 2
  }
  const { command, args } = invocation
  // Without the configuration: with an invalid setting, people look for the version, too.
  if ('answer' in command) {
    print(process.stdout, `${command.answer()}\n`)
    return 0
  }
  try {
    const config = (command.readConfig ?? readConfig)()
    refuseRoot(config)
    const existed = existsSync(databasePath(config))
    print(process.stdout, `${await command.run(config, ...args)}\n`)
    // Without DATA_DIR, operators may believe they changed the running server's data.
    if (!existed && existsSync(databasePath(config))) {
      print(process.stdout, `Created a new database in ${config.DATA_DIR}, because there was none.\n`)
    }
    return 0
  } catch (error) {
    const message = messageFor(error) ?? messageFor(fromDatabaseError(error))
    if (!message) throw error
    print(error instanceof ProblemsFound ? process.stdout : process.stderr, `${message}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write(usage(invocation))
    return 2
  }
}

process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
