import { expect, test } from 'vitest'
import { createQueues } from './queues.ts'

/** Joins the queue; `mine` becomes true when it may run. */
function want(turns: ReturnType<typeof createQueues>, who: string) {
  const end = new AbortController()
  const state = { mine: false, error: undefined as unknown, end: () => end.abort() }
  turns.take(who, end.signal).then(
    () => {
      state.mine = true
    },
    (error) => {
      state.error = error
    },
  )
  return state
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('requests with the same key run one at a time, in order', async () => {
  const turns = createQueues()
  const [one, two, three] = [want(turns, 'ada'), want(turns, 'ada'), want(turns, 'ada')]
  await settled()
  expect([one.mine, two.mine, three.mine]).toEqual([true, false, false])
  one.end()
  await settled()
  expect([two.mine, three.mine]).toEqual([true, false])
  two.end()
  await settled()
  expect(three.mine).toBe(true)
})

test("requests with different keys don't wait for each other", async () => {
  const turns = createQueues()
  const [ada, ben] = [want(turns, 'ada'), want(turns, 'ben')]
  await settled()
  expect([ada.mine, ben.mine]).toEqual([true, true])
})

test('a client that leaves while waiting is skipped', async () => {
  const turns = createQueues()
  const [one, gone, three] = [want(turns, 'ada'), want(turns, 'ada'), want(turns, 'ada')]
  gone.end()
  one.end()
  await settled()
  expect([gone.mine, gone.error, three.mine]).toEqual([false, expect.any(Error), true])
  three.end()
  const later = want(turns, 'ada')
  await settled()
  expect(later.mine).toBe(true)
})

test('a full queue refuses new requests', async () => {
  const turns = createQueues({ maxWaiting: 2 })
  const all = [1, 2, 3, 4].map(() => want(turns, 'ada'))
  await settled()
  expect(all.map(({ error }) => (error as { status?: number } | undefined)?.status)).toEqual([
    undefined,
    undefined,
    undefined,
    429,
  ])
})

test("jobs run one by one, and a failed job doesn't block the next", async () => {
  const turns = createQueues()
  const order: string[] = []
  const work = (name: string, fails = false) =>
    turns.run('home', async () => {
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
  const turns = createQueues({ concurrency: 2 })
  const all = [want(turns, 'ada'), want(turns, 'ada'), want(turns, 'ada')]
  await settled()
  expect(all.map(({ mine }) => mine)).toEqual([true, true, false])
  all[1]?.end()
  await settled()
  expect(all[2]?.mine).toBe(true)
})

test("clients that have left don't take up space in the queue", async () => {
  const turns = createQueues({ maxWaiting: 2 })
  const first = want(turns, 'ada')
  for (let n = 0; n < 10; n += 1) {
    want(turns, 'ada').end()
    await settled()
  }
  const next = want(turns, 'ada')
  first.end()
  await settled()
  expect([next.mine, next.error]).toEqual([true, undefined])
})

test('waiting has a time limit', async () => {
  const turns = createQueues({ timeout: 10 })
  const first = want(turns, 'ada')
  const second = want(turns, 'ada')
  await expect.poll(() => second.error).toMatchObject({ status: 429 })
  first.end()
  const third = want(turns, 'ada')
  await settled()
  expect(third.mine).toBe(true)
})
