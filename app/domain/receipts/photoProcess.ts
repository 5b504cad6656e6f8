import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod/v4'
import { SECOND } from '#app/domain/time.ts'

/** 50 megapixels take about a second alone, and four seconds with ten programs at work on two CPUs. */
const TIMEOUT = 10 * SECOND
// Next to this file in the source, and next to the bundle after the build.
const PROGRAM = fileURLToPath(new URL('./photoProcess.mjs', import.meta.url))

const Result = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ problem: z.literal('pixels'), pixels: z.number() }),
  z.object({ problem: z.literal('damaged'), cause: z.string() }),
  z.object({ problem: z.literal('timeout') }),
])
export type PhotoResult = z.infer<typeof Result> & { bytes: Uint8Array }

/** The program itself failed, whatever the photo was. */
export class PhotoProcessError extends Error {}

export async function decodePhoto(photo: Uint8Array, timeout = TIMEOUT): Promise<PhotoResult> {
  const child = spawn(process.execPath, [PROGRAM], {
    // No secrets of the server. With two arenas, glibc keeps far less memory.
    env: { MALLOC_ARENA_MAX: '2', NODE_ENV: 'production' },
    timeout,
    killSignal: 'SIGKILL',
  })
  const closed = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', (cause) => reject(new PhotoProcessError('could not be started', { cause })))
    child.once('close', (_code, signal) => resolve(signal))
  })
  // If the process ends early, its exit says why.
  child.stdin.on('error', () => {})
  child.stdin.end(photo)
  const [signal, output, errors] = await Promise.all([closed, buffer(child.stdout), text(child.stderr)])
  if (child.killed) return { problem: 'timeout', bytes: output }
  if (signal) return { problem: 'damaged', cause: `the process was killed: ${signal}`, bytes: output }
  const line = output.indexOf('\n')
  if (line < 0) throw new PhotoProcessError(errors.slice(0, 2000))
  return { ...Result.parse(JSON.parse(output.toString('utf8', 0, line))), bytes: output.subarray(line + 1) }
}
