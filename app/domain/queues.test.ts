import { expect, test, vi } from 'vitest'
import { createQueues, type Queues } from './queues.ts'

/** Takes a slot and records when it starts. */
function enqueue(queues: Queues, key: string) {
  const end = new AbortController()
  const state = { running: false, error: undefined as unknown, end: () => end.abort() }
  queues.take(key, end.signal).then(
    () => {
      state.running = true
    },
    (error) => {
      state.error = error
    },
  )
  return state
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('requests with the same key run one at a time, in order', async () => {
  const queues = createQueues()
  const [one, two, three] = [enqueue(queues, 'ada'), enqueue(queues, 'ada'), enqueue(queues, 'ada')]
  await settled()
  expect([one.running, two.running, three.running]).toEqual([true, false, false])
  one.end()
  await settled()
  expect([two.running, three.running]).toEqual([true, false])
  two.end()
  await settled()
  expect(three.running).toBe(true)
})

test("requests with different keys don't wait for each other", async () => {
  const queues = createQueues()
  const [ada, ben] = [enqueue(queues, 'ada'), enqueue(queues, 'ben')]
  await settled()
  expect([ada.running, ben.running]).toEqual([true, true])
})

test('a client that leaves while waiting is skipped', async () => {
  const queues = createQueues()
  const [one, gone, three] = [enqueue(queues, 'ada'), enqueue(queues, 'ada'), enqueue(queues, 'ada')]
  await settled()
  gone.end()
  one.end()
  await settled()
  expect([gone.running, gone.error, three.running]).toEqual([false, expect.any(Error), true])
  three.end()
  const later = enqueue(queues, 'ada')
  await settled()
  expect(later.running).toBe(true)
})

test('a full queue refuses new requests', async () => {
  const queues = createQueues({ maxWaiting: 2 })
  const all = [1, 2, 3, 4].map(() => enqueue(queues, 'ada'))
  await settled()
  expect(all.map(({ error }) => (error as { status?: number } | undefined)?.status)).toEqual([
    undefined,
    undefined,
    undefined,
    429,
  ])
})

test("jobs run one by one, and a failed job doesn't block the next", async () => {
  const queues = createQueues()
  const order: string[] = []
  const work = (name: string, fails = false) =>
    queues.run('ada', async () => {
      order.push(`${name} begins`)
      await settled()
      order.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('several requests can run at once', async () => {
  const queues = createQueues({ concurrency: 2 })
  const all = [enqueue(queues, 'ada'), enqueue(queues, 'ada'), enqueue(queues, 'ada')]
  await settled()
  expect(all.map(({ running }) => running)).toEqual([true, true, false])
  all[1]?.end()
  await settled()
  expect(all[2]?.running).toBe(true)
})

test('requests that arrive at once let others in between, however little each waits for', async () => {
  const queues = createQueues()
  const steps: string[] = []
  const work = (name: string) => queues.run('ada', async () => void steps.push(name))
  const all = Promise.all([work('a'), work('b'), work('c')])
  for (let turn = 0; turn < 10; turn += 1) {
    await settled()
    steps.push('other')
  }
  await all
  const [a, b, c] = ['a', 'b', 'c'].map((name) => steps.indexOf(name))
  expect(steps.slice(a, c)).toContain('other')
  expect(steps.slice(a, b)).toContain('other')
})

test('a client that leaves between two turns is skipped, and nobody else', async () => {
  const queues = createQueues()
  const [one, gone, three] = [enqueue(queues, 'ada'), enqueue(queues, 'ada'), enqueue(queues, 'ada')]
  await settled()
  one.end()
  gone.end()
  await settled()
  await settled()
  expect([gone.running, three.running]).toEqual([false, true])
})

test('a queue that rests starts the next one after twice the time that the last one took', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const queues = createQueues({ rests: true })
  const [one, two] = [enqueue(queues, 'ada'), enqueue(queues, 'ada')]
  await settled()
  vi.advanceTimersByTime(80)
  one.end()
  await vi.advanceTimersByTimeAsync(159)
  expect(two.running).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(two.running).toBe(true)
})

test('a queue that rests does so also if the next one comes later', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const queues = createQueues({ rests: true })
  const one = enqueue(queues, 'ada')
  await settled()
  vi.advanceTimersByTime(80)
  one.end()
  const two = enqueue(queues, 'ada')
  await vi.advanceTimersByTimeAsync(159)
  expect(two.running).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(two.running).toBe(true)
})

test("clients that have left don't take up space in the queue", async () => {
  const queues = createQueues({ maxWaiting: 2 })
  const first = enqueue(queues, 'ada')
  for (let n = 0; n < 10; n += 1) {
    enqueue(queues, 'ada').end()
    await settled()
  }
  const next = enqueue(queues, 'ada')
  first.end()
  await settled()
  expect([next.running, next.error]).toEqual([true, undefined])
})

test('waiting has a time limit', async () => {
  const queues = createQueues({ timeout: 10 })
  const first = enqueue(queues, 'ada')
  const second = enqueue(queues, 'ada')
  await expect.poll(() => second.error).toMatchObject({ status: 429 })
  first.end()
  const third = enqueue(queues, 'ada')
  await settled()
  expect(third.running).toBe(true)
})
