import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod/v4'

const LONGEST_MS = 45_000
// Beside this file in the source and beside the bundle when built.
const PROGRAM = fileURLToPath(new URL('./photoReader.mjs', import.meta.url))

const Facts = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ problem: z.literal('pixels'), pixels: z.number() }),
  z.object({ problem: z.literal('damaged'), cause: z.string() }),
  z.object({ problem: z.literal('late') }),
])
export type PhotoRead = z.infer<typeof Facts> & { bytes: Uint8Array }

/** The reader could not do its work, whatever the photo was. */
export class ReaderFailure extends Error {}

/** Hands a photo to the program beside this file and waits for what it says. */
export async function readPhoto(photo: Uint8Array): Promise<PhotoRead> {
  const reader = spawn(process.execPath, [PROGRAM], {
    // None of the server's secrets; and glibc keeps far less for later with two arenas.
    env: { MALLOC_ARENA_MAX: '2', NODE_ENV: 'production' },
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    reader.once('error', (cause) => reject(new ReaderFailure('could not be started', { cause })))
    reader.once('close', (_code, signal) => resolve(signal))
  })
  // A reader that ends early does not take the rest; how it ended says why.
  reader.stdin.on('error', () => {})
  reader.stdin.end(photo)
  const [signal, out, complaints] = await Promise.all([ended, buffer(reader.stdout), text(reader.stderr)])
  if (reader.killed) return { problem: 'late', bytes: out }
  if (signal) return { problem: 'damaged', cause: `the reader was ended: ${signal}`, bytes: out }
  const line = out.indexOf('\n')
  if (line < 0) throw new ReaderFailure(complaints.slice(0, 2000))
  return { ...Facts.parse(JSON.parse(out.toString('utf8', 0, line))), bytes: out.subarray(line + 1) }
}
