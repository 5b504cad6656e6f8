import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { openData } from './data.ts'
import { decideSwap, finishSwap, makeStaging } from './swap.ts'

// The process may die between any two steps on the disk: each step in turn is made to fail.
const steps = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const dying = <F extends (...args: never[]) => unknown>(step: F) =>
    ((...args: Parameters<F>) => {
      steps.left -= 1
      if (steps.left < 0) throw new Error('killed')
      return step(...args)
    }) as unknown as F
  return {
    ...fs,
    renameSync: dying(fs.renameSync),
    mkdirSync: dying(fs.mkdirSync),
    writeFileSync: dying(fs.writeFileSync),
    rmSync: dying(fs.rmSync),
    fsyncSync: dying(fs.fsyncSync),
  }
})
afterEach(() => {
  steps.left = Number.POSITIVE_INFINITY
})

function put(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const FORMER = {
  'larder.db': 'old',
  'larder.db-wal': 'old log',
  'larder.db-shm': 'old index',
  'receipts/aa/one': 'old receipt',
}
const RESTORED = { 'larder.db': 'new', 'receipts/bb/two': 'new receipt' }

/** What is in a folder, by path; the lock's file does not count. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort()
  const contents = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return Object.fromEntries(contents.filter(([path]) => path !== 'larder.lock'))
}

function within(folder: string, files: Record<string, string>) {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]))
}

function swapDyingAfter(count: number): { folder: string; died: boolean } {
  const folder = temporaryFolder()
  put(folder, FORMER)
  put(makeStaging(folder), RESTORED)
  steps.left = count
  let died = false
  try {
    decideSwap(folder, new Date('2026-03-01T12:00:00Z'))
    finishSwap(folder)
  } catch {
    died = true
  }
  steps.left = Number.POSITIVE_INFINITY
  return { folder, died }
}

test('wherever a restore is interrupted, the next start finds the former data or the restored data, whole', () => {
  const outcomes = new Set<string>()
  for (let count = 0; ; count += 1) {
    const { folder, died } = swapDyingAfter(count)
    openData(folder).release()
    const files = filesIn(folder)
    if (files['larder.db'] === 'old') {
      expect(files).toEqual({ ...FORMER, ...files })
      outcomes.add('former')
    } else {
      const aside = within('before-restore-2026-03-01T12-00-00Z', FORMER)
      expect(files).toEqual({ ...RESTORED, ...aside })
      expect(existsSync(join(folder, 'restoring'))).toBe(false)
      outcomes.add('restored')
    }
    if (!died) break
  }
  expect([...outcomes].sort()).toEqual(['former', 'restored'])
})

test('an interruption of what finishes an interruption changes nothing, either', () => {
  for (let first = 5; first < 30; first += 4) {
    for (let second = 0; second < 30; second += 6) {
      const { folder } = swapDyingAfter(first)
      if (filesIn(folder)['larder.db'] === undefined || existsSync(join(folder, 'restoring/decided'))) {
        steps.left = second
        try {
          finishSwap(folder)
        } catch {
          // Killed again.
        }
        steps.left = Number.POSITIVE_INFINITY
      }
      openData(folder).release()
      expect(Object.values(filesIn(folder)).sort()).toEqual(
        [...Object.values(FORMER), ...Object.values(RESTORED)].sort(),
      )
    }
  }
})

test('two restores in one second set aside into two folders', () => {
  const folder = temporaryFolder()
  const now = new Date('2026-03-01T12:00:00Z')
  put(folder, FORMER)
  for (const text of ['first', 'second']) {
    put(makeStaging(folder), { 'larder.db': text })
    decideSwap(folder, now)
    finishSwap(folder)
  }
  const files = filesIn(folder)
  expect(files['larder.db']).toBe('second')
  expect(files['before-restore-2026-03-01T12-00-00Z/larder.db']).toBe('old')
  expect(files['before-restore-2026-03-01T12-00-00Z-2/larder.db']).toBe('first')
})
