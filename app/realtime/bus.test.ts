import { expect, test } from 'vitest'
import type { AccessEnded, ListEvent } from '../domain/events.ts'
import { createBus, type RelayListener } from './bus.ts'

const edited: ListEvent = { type: 'itemEdited', listID: 'list', revision: 3, itemID: 'item' }

/** Buses of several processes, connected by a relay that delivers at once. */
async function connectedBuses(count: number) {
  const listeners: RelayListener[] = []
  const connect = async (listener: RelayListener) => {
    listeners.push(listener)
    const send = (message: string) => {
      for (const other of listeners) if (other !== listener) other.onMessage(message)
    }
    return { send, close: async () => {} }
  }
  const buses = []
  for (let n = 0; n < count; n += 1) buses.push(await createBus(connect))
  return { buses, listeners }
}

test('an event reaches the subscribers of every process once', async () => {
  const { buses } = await connectedBuses(3)
  const received: [number, ListEvent][] = []
  for (const [index, bus] of buses.entries()) bus.onEvent((event) => received.push([index, event]))
  buses[1]?.publish(edited)
  expect(received.sort()).toEqual([
    [0, edited],
    [1, edited],
    [2, edited],
  ])
})

test('the end of a session closes its sockets in every process', async () => {
  const { buses } = await connectedBuses(2)
  const ended: AccessEnded[] = []
  buses[1]?.onAccessEnded((one) => ended.push(one))
  buses[0]?.endAccess({ userId: 'ada', sessionId: 'phone' })
  expect(ended).toEqual([{ userId: 'ada', sessionId: 'phone' }])
})

test('after an interruption, subscribers learn that events may be missing', async () => {
  const { buses, listeners } = await connectedBuses(1)
  let missed = 0
  buses[0]?.onMissed(() => {
    missed += 1
  })
  listeners[0]?.onReconnect()
  expect(missed).toBe(1)
})

test('without a relay, events stay in the process', async () => {
  const bus = await createBus()
  const events: ListEvent[] = []
  bus.onEvent((event) => events.push(event))
  bus.publish(edited)
  await bus.close()
  expect(events).toEqual([edited])
})
