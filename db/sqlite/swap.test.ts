import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { lockDataFolder } from './dataFolder.ts'
import { commitSwap, createStaging, finishSwap } from './swap.ts'

// The process can die between any two file operations, so each one is made to fail in turn.
const MAY_FAIL = ['renameSync', 'mkdirSync', 'writeFileSync', 'rmSync', 'fsyncSync'] as const
const operations = { left: Number.POSITIVE_INFINITY }

beforeAll(() => {
  const originals = MAY_FAIL.map((name) => [name, fs[name]] as const)
  for (const [name, original] of originals) Object.assign(fs, { [name]: dying(original) })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, Object.fromEntries(originals))
    syncBuiltinESMExports()
  }
})
afterEach(() => {
  operations.left = Number.POSITIVE_INFINITY
})

function dying<F extends (...args: never[]) => unknown>(operation: F) {
  return (...args: Parameters<F>) => {
    operations.left -= 1
    if (operations.left < 0) throw new Error('killed')
    return operation(...args)
  }
}

function put(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const OLD = {
  'larder.db': 'old',
  'larder.db-wal': 'old log',
  'larder.db-shm': 'old index',
  'receipts/aa/one': 'old receipt',
}
const RESTORED = { 'larder.db': 'new', 'receipts/bb/two': 'new receipt' }

/** The contents of the files in a folder by path, without the lock file. */
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
  put(folder, OLD)
  put(createStaging(folder), RESTORED)
  operations.left = count
  let died = false
  try {
    commitSwap(folder, new Date('2026-03-01T12:00:00Z'))
    finishSwap(folder)
  } catch {
    died = true
  }
  operations.left = Number.POSITIVE_INFINITY
  return { folder, died }
}

test('after an interruption at any point, the next start finds the complete old or the complete restored data', () => {
  const outcomes = new Set<string>()
  for (let count = 0; ; count += 1) {
    const { folder, died } = swapDyingAfter(count)
    lockDataFolder(folder).release()
    const files = filesIn(folder)
    if (files['larder.db'] === 'old') {
      expect(files).toEqual({ ...OLD, ...files })
      outcomes.add('old')
    } else {
      const oldData = within('before-restore-2026-03-01T12-00-00Z', OLD)
      expect(files).toEqual({ ...RESTORED, ...oldData })
      expect(existsSync(join(folder, 'restoring'))).toBe(false)
      outcomes.add('restored')
    }
    if (!died) break
  }
  expect([...outcomes].sort()).toEqual(['old', 'restored'])
})

test('a second interruption while finishing loses nothing either', () => {
  for (let first = 5; first < 30; first += 4) {
    for (let second = 0; second < 30; second += 6) {
      const { folder } = swapDyingAfter(first)
      if (filesIn(folder)['larder.db'] === undefined || existsSync(join(folder, 'restoring/decided'))) {
        operations.left = second
        try {
          finishSwap(folder)
        } catch {
          // Killed again.
        }
        operations.left = Number.POSITIVE_INFINITY
      }
      lockDataFolder(folder).release()
      expect(Object.values(filesIn(folder)).sort()).toEqual(
        [...Object.values(OLD), ...Object.values(RESTORED)].sort(),
      )
    }
  }
})

test('two restores in the same second keep the old data in two folders', () => {
  const folder = temporaryFolder()
  const now = new Date('2026-03-01T12:00:00Z')
  put(folder, OLD)
  for (const text of ['first', 'second']) {
    put(createStaging(folder), { 'larder.db': text })
    commitSwap(folder, now)
    finishSwap(folder)
  }
  const files = filesIn(folder)
  expect(files['larder.db']).toBe('second')
  expect(files['before-restore-2026-03-01T12-00-00Z/larder.db']).toBe('old')
  expect(files['before-restore-2026-03-01T12-00-00Z-2/larder.db']).toBe('first')
})
