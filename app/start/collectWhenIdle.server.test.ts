import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test, vi } from 'vitest'
import { collectWhenIdle } from './collectWhenIdle.server.ts'

const roomForNew = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0

function makeNewObjects() {
  const kept: object[] = []
  for (let n = 0; n < 1_000_000; n += 1) kept[n % 100_000] = { n }
}

test('half a minute after the last request, the room for new objects is given back', async () => {
  vi.useFakeTimers()
  const server = new EventEmitter() as Server
  collectWhenIdle(server)
  makeNewObjects()
  const busy = roomForNew()
  vi.advanceTimersByTime(29_000)
  server.emit('request')
  vi.advanceTimersByTime(29_000)
  expect(roomForNew()).toBeGreaterThanOrEqual(busy)
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  await expect.poll(roomForNew).toBeLessThan(busy / 2)
})
