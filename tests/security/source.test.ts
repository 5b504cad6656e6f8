import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What runs on somebody's server or in somebody's browser. */
const SOURCES = ['app', 'db']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const filesWith = (what: RegExp) => SOURCES.filter(({ text }) => what.test(text)).map(({ path }) => path)

test('no text is ever run as a program, by JavaScript or by a shell', () => {
  expect(SOURCES.length).toBeGreaterThan(150)
  expect(filesWith(/\beval\(|new Function\b|node:vm|document\.write/)).toEqual([])
  expect(filesWith(/execSync|shell:|\bexec\(['"`](?!COMMIT|ROLLBACK|RELEASE|SAVEPOINT|BEGIN)/)).toEqual([])
  // Both start Node with a list of arguments, none of which people write.
  expect(filesWith(/node:child_process/)).toEqual(['app/domain/photoReader.ts', 'app/operator/schedule.ts'])
})

test('only drawings, icons and the theme script reach a page as they are', () => {
  expect(filesWith(/innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML/i)).toEqual([
    'app/root.tsx',
    'app/ui/Art.tsx',
    'app/ui/Icon.tsx',
  ])
})

test('what is hashed is hashed by SHA-256 or bcrypt, what must be unguessable comes from the system', () => {
  expect(filesWith(/createHash\((?!'sha256')/)).toEqual([])
  expect(filesWith(/createCipher|createHmac|createSign/)).toEqual([])
  // There it only spreads attempts over time.
  expect(filesWith(/Math\.random/)).toEqual(['app/domain/outbox.ts', 'app/realtime/connection.ts'])
})

test('streams reach a response in one way, which owns their errors', () => {
  expect(filesWith(/createReadableStreamFromReadable|\.pipe\((?!\s*z\.)|createReadStream|sendFile/)).toEqual(
    [],
  )
  expect(filesWith(/new ReadableStream/)).toEqual(['app/entry.server.tsx', 'app/http/stream.ts'])
  // One fills a file of an archive, the other is how all of them are sent.
  expect(filesWith(/\bpipeline\(/)).toEqual(['app/domain/zip.ts', 'app/http/remix.ts'])
})

test('texts are composed where their length is bounded', () => {
  // cleanLine cuts; recipes and ingredients have been through it.
  expect(filesWith(/\.normalize\(/)).toEqual([
    'app/domain/ingredients.ts',
    'app/domain/inputs.ts',
    'app/ports/ai/cookbook/words.ts',
  ])
})
