import { ConfigError } from '#app/config/config.server.ts'
import { DatabaseRefused } from '#db/postgres/refusal.ts'
import { NoSpaceForCopy } from '#db/sqlite/copyBefore.ts'
import { DataFolderInUse } from '#db/sqlite/dataFolder.ts'
import { NewerDatabase, UnknownDatabase } from '#db/sqlite/migrate.ts'

const HOST_ERRORS: Record<string, string> = {
  EADDRNOTAVAIL: 'This machine does not have that address.',
  ENOTFOUND: "This host name wasn't found.",
  EAI_AGAIN: 'This name cannot be looked up right now.',
}

const DATABASE_ERRORS: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space and start Larder again',
  SQLITE_FULL: 'the disk is full. Free some space and start Larder again',
  SQLITE_NOTADB: 'larder.db in this folder is not a database. Restore a backup, or use another folder',
  SQLITE_CORRUPT: 'larder.db in this folder is damaged. Restore a backup',
  SQLITE_BUSY: 'another program has locked the database. Stop that program and start Larder again',
}

const NOT_WRITABLE =
  /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP|SQLITE_CANTOPEN|SQLITE_READONLY)/

export const START_FAILURES = [
  ConfigError,
  NewerDatabase,
  UnknownDatabase,
  NoSpaceForCopy,
  DatabaseRefused,
  DataFolderInUse,
]

interface SystemError extends NodeJS.ErrnoException {
  port?: number
}

export function startFailure(error: unknown): string | undefined {
  if (START_FAILURES.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall, port = 0 } = error as SystemError
  if (syscall === 'listen' || syscall === 'getaddrinfo') return listenFailure(code, port)
  if (DATABASE_ERRORS[code]) return `DATA_DIR: ${DATABASE_ERRORS[code]} (${error.message}).`
  const noParent = code === 'ENOENT' && syscall === 'mkdir'
  if (noParent || NOT_WRITABLE.test(code)) {
    return `DATA_DIR: Larder cannot write there (${error.message}). Use a folder that this user can write to.`
  }
  return undefined
}

function listenFailure(code: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    const other = port < 65535 ? port + 1 : 3000
    return `Port ${port} is already in use. Stop the other program, or start Larder on another port: PORT=${other} npm start`
  }
  if (code === 'EACCES') {
    return `This user is not allowed to use port ${port}. Use port 1024 or higher: PORT=3000 npm start`
  }
  return (
    HOST_ERRORS[code] && `HOST: ${HOST_ERRORS[code]} Use 0.0.0.0 to listen on all addresses of this machine.`
  )
}
