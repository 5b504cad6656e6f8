import { expect, test } from 'vitest'
import { nodeAdvice } from './nodeVersion.ts'

test.each(['22.23.4', '22.24.0', '24.22.1', '24.22.10', '26.12.1', '26.13.0', '27.0.0', '28.1.0'])(
  'Node %s is safe',
  (version) => {
    expect(nodeAdvice(version)).toBeUndefined()
  },
)

test.each(['22.23.3', '22.9.9', '24.22.0', '24.9.4', '26.12.0', '26.0.0'])(
  'Node %s has a known vulnerability',
  (version) => {
    expect(nodeAdvice(version)).toBe(
      `Node ${version} has a known vulnerability. Use Node 22.23.4, 24.22.1, 26.12.1 or newer.`,
    )
  },
)

test.each(['20.20.2', '21.7.3', '23.11.1', '25.9.0'])('Node %s is no longer maintained', (version) => {
  expect(nodeAdvice(version)).toMatch(/is no longer maintained\. Use Node 22\.23\.4, /)
})
