import { onTestFinished } from 'vitest'
import { startLarder } from './larder.ts'

/** Runs the built server until the test ends. */
export async function testLarder(environment: Record<string, string> = {}) {
  const { larder, server, stop } = await startLarder(environment)
  onTestFinished(stop)
  return { larder, server }
}
