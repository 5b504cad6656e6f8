import { expect, test } from 'vitest'
import type { AccessEnded, ListEvent } from '#app/domain/liveEvents.ts'
import { newId } from '../domain/ids.ts'
import { createBus, type RelayListener } from './bus.ts'

const edited: ListEvent = { type: 'itemEdited', listID: 'list', revision: 3, itemID: 'item' }

/** Buses of several processes, connected by a relay that delivers at once. */
async function connectedBuses(count: number) {
  const sent: string[] = []
  const listeners: RelayListener[] = []
  const connect = async (listener: RelayListener) => {
    listeners.push(listener)
    const send = (message: string) => {
      sent.push(message)
      for (const other of listeners) if (other !== listener) other.onMessage(message)
    }
    return { send, close: async () => {} }
  }
  const buses = []
  for (let n = 0; n < count; n += 1) buses.push(await createBus(connect))
  return { buses, listeners, sent }
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

test('the ids of 200 new items fit into one message of PostgreSQL', async () => {
  const { buses, sent } = await connectedBuses(2)
  const received: ListEvent[] = []
  for (const bus of buses) bus.onEvent((event) => received.push(event))
  const itemIDs = Array.from({ length: 200 }, () => newId())
  const created: ListEvent = { type: 'itemCreated', listID: newId(), revision: 2 ** 31, itemIDs }
  buses[0]?.publish(created)
  expect(received).toEqual([created, created])
  expect(sent).toHaveLength(1)
  expect(Buffer.byteLength(sent[0] ?? '')).toBeLessThan(7_900)
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
