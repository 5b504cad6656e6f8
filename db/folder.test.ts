import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './folder.ts'

test('a folder is made with those it is in, for its owner alone, and made again is left as it is', () => {
  const top = mkdtempSync(join(tmpdir(), 'larder-'))
  const path = join(top, 'one', 'two')
  makeFolder(path)
  makeFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(top, 'one')).mode & 0o777).toBe(0o700)
})

test('where none can be made it says so, and comes to an end', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'larder-')), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'below'))).toThrow(/EEXIST|ENOTDIR/)
  expect(() => makeFolder('/proc/larder')).toThrow('ENOENT')
})
