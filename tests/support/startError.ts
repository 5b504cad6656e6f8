import { expect } from 'vitest'
import { startLarder } from './larder.ts'

/** The output of a server that does not start. */
export async function startError(environment: Record<string, string>): Promise<string> {
  const error = await startLarder(environment).then(
    async ({ stop }) => {
      await stop()
      throw new Error('it started')
    },
    (error: Error) => error,
  )
  expect(error.message).toMatch(/exited with 1: /)
  return error.message.replace(/^.*exited with 1: /, '')
}
