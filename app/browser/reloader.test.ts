import { beforeEach, expect, test, vi } from 'vitest'
import { createReloader } from './reloader.ts'

const reload = vi.fn()
let reloader: ReturnType<typeof createReloader>

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
  reloader = createReloader(reload)
  reloader.setShown('list', 1, false)
  return () => vi.useRealTimers()
})

test('a revision the page already shows causes no reload', () => {
  reloader.onChange(1)
  reloader.onSubscribed(1)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

test('a change causes a reload soon', () => {
  reloader.onChange(2)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a burst of 100 changes causes a few reloads, and the last change is shown', () => {
  let current = 1
  reload.mockImplementation(() => {
    const read = current
    reloader.setShown('list', read - 1, true)
    setTimeout(() => reloader.setShown('list', read, false), 30)
  })
  for (let revision = 2; revision <= 101; revision += 1) {
    current = revision
    reloader.onChange(revision)
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1000)
  expect(reload.mock.calls.length).toBeLessThanOrEqual(4)
  expect(reloader.isNewer(101)).toBe(false)
})

test("it waits for the page's own requests and skips the reload if they brought the change", () => {
  reloader.setShown('list', 1, true)
  reloader.onChange(2)
  vi.advanceTimersByTime(5000)
  expect(reload).not.toHaveBeenCalled()
  reloader.setShown('list', 2, false)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

test('a change that arrives while the page is busy is loaded once it is idle', () => {
  reloader.onChange(3)
  reloader.setShown('list', 1, true)
  vi.advanceTimersByTime(5000)
  reloader.setShown('list', 2, false)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a reload that brings nothing new is retried with growing delays', () => {
  reloader.onChange(2)
  const idleAgain = () => reloader.setShown('list', 1, false)
  reload.mockImplementation(() => setTimeout(idleAgain, 10))
  vi.advanceTimersByTime(60_000)
  expect(reload.mock.calls.length).toBeGreaterThan(3)
  expect(reload.mock.calls.length).toBeLessThan(10)
})

test('reconnecting resets the retry delay', () => {
  reload.mockImplementation(() => reloader.setShown('list', 1, false))
  reloader.onChange(2)
  vi.advanceTimersByTime(60_000)
  const before = reload.mock.calls.length
  reloader.onSubscribed(2)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(before + 1)
})

test('constant changes slow the reloads down', () => {
  let current = 1
  reload.mockImplementation(() => {
    const read = current
    reloader.setShown('list', read - 1, true)
    setTimeout(() => reloader.setShown('list', read, false), 30)
  })
  for (let second = 0; second < 60; second += 1) {
    for (let i = 0; i < 10; i += 1) {
      current += 1
      reloader.onChange(current)
      vi.advanceTimersByTime(100)
    }
  }
  expect(reload.mock.calls.length).toBeLessThan(50)
  vi.advanceTimersByTime(5000)
  expect(reloader.isNewer(current)).toBe(false)
})

test('another list starts from scratch', () => {
  reloader.setShown('list', 1, true)
  reloader.onChange(9)
  reloader.setShown('other', 4, false)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
  reloader.onChange(5)
  vi.advanceTimersByTime(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('nothing is reloaded after the page has gone', () => {
  reloader.onChange(2)
  reloader.stop()
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})
