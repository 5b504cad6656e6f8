import { beforeEach, expect, test, vi } from 'vitest'
import { createReloader } from './reloader.ts'

const reload = vi.fn()
let reloader: ReturnType<typeof createReloader>

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
  reloader = createReloader(reload)
  reloader.show('list', 1, false)
  return () => vi.useRealTimers()
})

test('what the page shows already is no reason to load it again', () => {
  reloader.hear(1)
  reloader.standsAt(1)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

test('a change is shown soon', () => {
  reloader.hear(2)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a burst of a hundred changes makes a few reloads, and the last change is shown', () => {
  let truth = 1
  reload.mockImplementation(() => {
    const read = truth
    reloader.show('list', read - 1, true)
    setTimeout(() => reloader.show('list', read, false), 30)
  })
  for (let revision = 2; revision <= 101; revision += 1) {
    truth = revision
    reloader.hear(revision)
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1000)
  expect(reload.mock.calls.length).toBeLessThanOrEqual(4)
  expect(reloader.isNews(101)).toBe(false)
})

test('while the page’s own requests are under way it waits, and then often has nothing to do', () => {
  reloader.show('list', 1, true)
  reloader.hear(2)
  vi.advanceTimersByTime(5000)
  expect(reload).not.toHaveBeenCalled()
  reloader.show('list', 2, false)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

test('what was missed meanwhile is loaded once the page is idle', () => {
  reloader.hear(3)
  reloader.show('list', 1, true)
  vi.advanceTimersByTime(5000)
  reloader.show('list', 2, false)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a reload that brings nothing is tried again, ever more rarely', () => {
  reloader.hear(2)
  const idleAgain = () => reloader.show('list', 1, false)
  reload.mockImplementation(() => setTimeout(idleAgain, 10))
  vi.advanceTimersByTime(60_000)
  expect(reload.mock.calls.length).toBeGreaterThan(3)
  expect(reload.mock.calls.length).toBeLessThan(10)
})

test('a connection that is back ends the waiting', () => {
  reload.mockImplementation(() => reloader.show('list', 1, false))
  reloader.hear(2)
  vi.advanceTimersByTime(60_000)
  const before = reload.mock.calls.length
  reloader.standsAt(2)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(before + 1)
})

test('when the changes never stop, they are shown more calmly', () => {
  let truth = 1
  reload.mockImplementation(() => {
    const read = truth
    reloader.show('list', read - 1, true)
    setTimeout(() => reloader.show('list', read, false), 30)
  })
  for (let second = 0; second < 60; second += 1) {
    for (let i = 0; i < 10; i += 1) {
      truth += 1
      reloader.hear(truth)
      vi.advanceTimersByTime(100)
    }
  }
  expect(reload.mock.calls.length).toBeLessThan(50)
  vi.advanceTimersByTime(5000)
  expect(reloader.isNews(truth)).toBe(false)
})

test('another list starts anew', () => {
  reloader.show('list', 1, true)
  reloader.hear(9)
  reloader.show('other', 4, false)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
  reloader.hear(5)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('nothing is loaded once the page has gone', () => {
  reloader.hear(2)
  reloader.stop()
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})
