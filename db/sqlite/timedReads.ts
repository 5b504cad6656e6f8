import type { Database as Connection } from 'better-sqlite3'

export function timedReads(connection: Connection, onRead: (ms: number) => void): Connection {
  const timed =
    <Result>(read: (...params: unknown[]) => Result) =>
    (...params: unknown[]) => {
      const started = performance.now()
      const result = read(...params)
      onRead(performance.now() - started)
      return result
    }
  const prepare = (source: string) => {
    const statement = connection.prepare(source)
    const timedStatement = {
      get: timed(statement.get.bind(statement)),
      all: timed(statement.all.bind(statement)),
      run: statement.run.bind(statement),
      raw: () => {
        statement.raw()
        return timedStatement
      },
    }
    return timedStatement
  }
  // drizzle calls only these methods for queries.
  return { prepare } as unknown as Connection
}
