import { setImmediate as pause } from 'node:timers/promises'

// On SQLite, `await` gives nobody else a turn: only these pauses do. They end with an error when a sweep is stopped.

/** Rows in the order of their ids, some at a time. */
export async function* inBatches<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  let batch = await read('')
  for (let last = batch.at(-1); last; last = batch.at(-1)) {
    yield batch
    await pause(undefined, { signal })
    batch = await read(last.id)
  }
}

/** Repeats what does a part and returns whether there may be more. */
export async function inParts(doPart: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (await doPart()) await pause(undefined, { signal })
}

/** Drizzle puts a statement together in a few milliseconds for so many rows. */
const CHUNK = 50

export async function* chunks<Row>(rows: Row[], size = CHUNK): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += size) {
    if (rows.length > size) await pause()
    yield rows.slice(start, start + size)
  }
}
