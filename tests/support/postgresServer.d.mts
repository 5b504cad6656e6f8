export interface PostgresServer {
  /** The database `postgres`, as its superuser. */
  url: string
  stop(): Promise<void>
}
export function startPostgres(settings?: Record<string, string>): Promise<PostgresServer | undefined>
