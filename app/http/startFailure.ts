import { BadConfig } from '#app/config.server.ts'
import { DataFolderInUse } from '#db/dataFolder.ts'
import { UnknownDatabase, NewerDatabase } from '#db/migrate.ts'

const LISTENING: Record<string, string> = {
  EADDRINUSE:
    'PORT: another program is using this port already. Stop it, or start Larder with another one: PORT=3001 npm start',
  EACCES: 'PORT: this user may not listen there. Choose a port from 1024 up.',
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. 0.0.0.0 listens on all it has.',
  ENOTFOUND: 'HOST: this machine does not know that name. 0.0.0.0 listens on all addresses it has.',
  EAI_AGAIN: 'HOST: this name cannot be looked up. 0.0.0.0 listens on all addresses this machine has.',
}

const STORING: Record<string, string> = {
  ENOSPC: 'the disk is full. Make room and start again',
  SQLITE_FULL: 'the disk is full. Make room and start again',
  SQLITE_NOTADB: 'larder.db there is no database. Restore a backup, or name another folder',
  SQLITE_CORRUPT: 'larder.db there is damaged. Restore a backup',
  SQLITE_BUSY: 'another program keeps the database locked. Stop it and start again',
}

const EXPECTED = [BadConfig, NewerDatabase, UnknownDatabase, DataFolderInUse]

/** Why the server could not start, in one line that the person starting it can act on. */
export function startFailure(error: unknown): string | undefined {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') return LISTENING[code]
  if (STORING[code]) return `DATA_DIR: ${STORING[code]} (${error.message}).`
  const nowhere = code === 'ENOENT' && syscall === 'mkdir'
  if (
    nowhere ||
    /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code)
  ) {
    return `DATA_DIR: Larder cannot write there (${error.message}). Name a folder that this user may write to.`
  }
  return undefined
}
