import { BadConfig } from '#app/config.server.ts'
import { NewerDatabase } from '#db/migrate.ts'

/** Why the server could not start, in one line that the person starting it can act on. */
export function startFailure(error: unknown): string | undefined {
  if (error instanceof BadConfig || error instanceof NewerDatabase) return error.message
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'EADDRINUSE') {
    return `PORT: another program is using this port already. Stop it, or start Larder with another one: PORT=3001 npm start`
  }
  if (error.code === 'EACCES') return `PORT: this user may not listen there. Choose a port from 1024 up.`
  if (error.code === 'EADDRNOTAVAIL') return `HOST: this machine does not have that address.`
  if (error.code === 'SQLITE_CANTOPEN' || error.code === 'EROFS' || error.code === 'EPERM') {
    return `DATA_DIR: Larder cannot write there (${error.message}).`
  }
  return undefined
}
