import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './folder.ts'

test('creates a folder and its parents for the owner only, and accepts an existing one', () => {
  const top = mkdtempSync(join(tmpdir(), 'larder-'))
  const path = join(top, 'one', 'two')
  makeFolder(path)
  makeFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(top, 'one')).mode & 0o777).toBe(0o700)
})

test('fails where no folder can be created', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'larder-')), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'below'))).toThrow(/EEXIST|ENOTDIR/)
  expect(() => makeFolder('/proc/larder')).toThrow('ENOENT')
})
