import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The code that runs on servers and in browsers, without tests and scripts. */
const SOURCES = ['app', 'db']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const filesWith = (what: RegExp) =>
  SOURCES.filter(({ text }) => what.test(text))
    .map(({ path }) => path)
    .sort()

test('no text is ever run as code, in JavaScript or in a shell', () => {
  expect(SOURCES.length).toBeGreaterThan(150)
  expect(filesWith(/\beval\(|new Function\b|node:vm|document\.write/)).toEqual([])
  expect(filesWith(/execSync|shell:|\bexec\(['"`](?!COMMIT|ROLLBACK|RELEASE|SAVEPOINT|BEGIN)/)).toEqual([])
  // Both start Node with fixed arguments.
  expect(filesWith(/node:child_process/)).toEqual([
    'app/domain/receipts/photoReader.ts',
    'app/operator/schedule.ts',
  ])
})

test('only drawings, icons and the theme script are rendered without escaping', () => {
  expect(filesWith(/innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML/i)).toEqual([
    'app/root.tsx',
    'app/ui/Art.tsx',
    'app/ui/Icon.tsx',
  ])
})

test('hashes are SHA-256 or bcrypt, and secrets come from the system’s random generator', () => {
  expect(filesWith(/createHash\((?!'sha256')/)).toEqual([])
  expect(filesWith(/createCipher|createSign/)).toEqual([])
  // Addresses of links and invitations, so that their owner can see them again; and questions of `doctor`.
  expect(filesWith(/createHmac\((?!'sha256')/)).toEqual([])
  expect(filesWith(/createHmac/)).toEqual(['app/domain/sharing/tokens.ts', 'app/http/arrival.ts'])
  // Here it only spreads retries over time.
  expect(filesWith(/Math\.random/)).toEqual([
    'app/domain/mail/mailQueue.ts',
    'app/ui/live/connection.ts',
    'db/postgres/relay.ts',
  ])
})

test('the server asks other servers without fetch, which decodes what they send before anyone can refuse it', () => {
  const onServer = /^app\/(?!ui|offline|routes)/
  expect(filesWith(/(?<![.\w])fetch\(/).filter((path) => onServer.test(path))).toEqual([])
})

test('one function sends all streams and handles their errors', () => {
  // Backups are files of the command line, not responses.
  expect(filesWith(/createReadableStreamFromReadable|\.pipe\((?!\s*z\.)|createReadStream|sendFile/)).toEqual([
    'app/operator/backup.ts',
    'app/operator/tar.ts',
  ])
  // The AI library reads its responses from such a stream.
  expect(filesWith(/new ReadableStream/)).toEqual([
    'app/entry.server.tsx',
    'app/http/out/stream.ts',
    'app/ports/ai/boundedFetch.ts',
  ])
  expect(filesWith(/\bwriteReadableStreamToWritable\(/)).toEqual(['app/http/out/stream.ts'])
  // They fill the files of an archive, or limit what S3 sends.
  expect(filesWith(/\bpipeline\(/)).toEqual([
    'app/domain/accounts/zip.ts',
    'app/operator/tar.ts',
    'app/ports/storage/s3.ts',
  ])
})

test('no action reads a body from its request, which has been read before: it would wait forever', () => {
  expect(filesWith(/request\.(?:formData|text|json|arrayBuffer|blob|body(?!\()|clone)\b/)).toEqual([
    // A client action.
    'app/routes/quick-add/keepingLines.ts',
  ])
  expect(filesWith(/unstable_parseMultipartFormData|unstable_createMemoryUploadHandler/)).toEqual([])
})

test('text is only normalized where its length is limited', () => {
  // cleanLine limits the length; lines, recipes and ingredients have passed it, a search is cut.
  expect(filesWith(/\.normalize\(/)).toEqual([
    'app/domain/quickAdd/vocabulary.ts',
    'app/domain/text.ts',
    'app/ports/ai/cookbook/words.ts',
    'app/routes/lists/search.ts',
  ])
})
