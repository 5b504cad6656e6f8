import { expect, test } from 'vitest'
import { startFailure } from './startFailure.server.ts'

const system = (code: string, syscall?: string, port?: number) =>
  Object.assign(new Error(code), { code, syscall, port })

test.each([
  [system('EADDRINUSE', 'listen', 3000), /^Port 3000 is already in use\..* PORT=3001 npm start$/],
  [system('EADDRINUSE', 'listen', 65535), /^Port 65535 is already in use\..* PORT=3000 npm start$/],
  [system('EACCES', 'listen', 80), /^This user is not allowed to use port 80\./],
  [system('EACCES', 'mkdir'), /^DATA_DIR: Larder cannot write there/],
  [system('ENAMETOOLONG', 'stat'), /^DATA_DIR: Larder cannot write there/],
  [system('ENOENT', 'mkdir'), /^DATA_DIR: Larder cannot write there/],
  [system('ENOTFOUND', 'getaddrinfo'), /^HOST: /],
  [system('SQLITE_CANTOPEN'), /^DATA_DIR: Larder cannot write there/],
  [system('SQLITE_FULL'), /^DATA_DIR: the disk is full/],
  [system('SQLITE_BUSY'), /^DATA_DIR: another program has locked/],
])('explains %o in one line', (error, sentence) => {
  expect(startFailure(error)).toMatch(sentence)
  expect(startFailure(error)).not.toContain('\n')
})

test.each([new TypeError('a bug'), system('EPIPE', 'listen'), 'a string'])(
  'leaves %o with its stack trace',
  (error) => {
    expect(startFailure(error)).toBeUndefined()
  },
)
