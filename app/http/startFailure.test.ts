import { expect, test } from 'vitest'
import { startFailure } from './startFailure.ts'

const system = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  [system('EADDRINUSE', 'listen'), /^PORT: another program/],
  [system('EACCES', 'listen'), /^PORT: this user may not listen/],
  [system('EACCES', 'mkdir'), /^DATA_DIR: Larder cannot write there/],
  [system('ENAMETOOLONG', 'stat'), /^DATA_DIR: Larder cannot write there/],
  [system('ENOENT', 'mkdir'), /^DATA_DIR: Larder cannot write there/],
  [system('ENOTFOUND', 'getaddrinfo'), /^HOST: /],
  [system('SQLITE_CANTOPEN'), /^DATA_DIR: Larder cannot write there/],
  [system('SQLITE_FULL'), /^DATA_DIR: the disk is full/],
  [system('SQLITE_BUSY'), /^DATA_DIR: another program/],
])('%o is one line that says what to do', (error, sentence) => {
  expect(startFailure(error)).toMatch(sentence)
  expect(startFailure(error)).not.toContain('\n')
})

test.each([new TypeError('a bug'), system('EPIPE', 'listen'), 'a string'])('%o keeps its stack', (error) => {
  expect(startFailure(error)).toBeUndefined()
})
