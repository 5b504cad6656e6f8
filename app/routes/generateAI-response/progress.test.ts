import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecipeProgress } from '#app/protocol/recipeReply.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { startProgress } from './progress.server.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a slow AI is told every five seconds, what it finds at once, and nothing after its end', () => {
  const lines: RecipeProgress[] = []
  const { onFound, end } = startProgress(ENGLISH, 180, (line) => lines.push(line))
  onFound(['Eggs'])
  vi.advanceTimersByTime(10_000)
  onFound(['Eggs', 'Milk'])
  end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([
    { found: 1, text: '1 ingredient found so far…', names: 'Eggs' },
    { found: 1, text: '1 ingredient found so far…', names: 'Eggs', waited: '5 of up to 180 seconds' },
    { found: 1, text: '1 ingredient found so far…', names: 'Eggs', waited: '10 of up to 180 seconds' },
    { found: 2, text: '2 ingredients found so far…', names: 'Eggs, Milk', waited: '10 of up to 180 seconds' },
  ])
})

test('before the first ingredient it says that it looks for them', () => {
  const lines: RecipeProgress[] = []
  const { end } = startProgress(ENGLISH, 180, (line) => lines.push(line))
  vi.advanceTimersByTime(5_000)
  expect(lines).toEqual([{ found: 0, text: 'Looking for ingredients…', waited: '5 of up to 180 seconds' }])
  end()
})

test('the latest names are shown, without what would hide or reorder others', () => {
  const lines: RecipeProgress[] = []
  const { onFound, end } = startProgress(ENGLISH, 180, (line) => lines.push(line))
  onFound(['Flour', 'Milk', 'Eggs', 'Butter', 'Salt', 'Sugar', 'Va\u202enilla\n'])
  end()
  expect(lines).toEqual([
    { found: 7, text: '7 ingredients found so far…', names: 'Milk, Eggs, Butter, Salt, Sugar, Vanilla' },
  ])
})
