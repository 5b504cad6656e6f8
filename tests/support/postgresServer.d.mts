export interface PostgresServer {
  /** The database `postgres`, as its superuser. */
  url: string
  /** Closes all connections, like an administrator's restart. */
  restart(): Promise<void>
  stop(): Promise<void>
}
export function startPostgres(settings?: Record<string, string>): Promise<PostgresServer | undefined>
export function isPostgresInstalled(): boolean
