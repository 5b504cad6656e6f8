import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The code that runs on servers and in browsers, without tests and scripts. */
const SOURCES = ['app', 'db']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const filesWith = (what: RegExp) => SOURCES.filter(({ text }) => what.test(text)).map(({ path }) => path)

/** A file may move within its folder; a new folder is a question for the review. */
const foldersWith = (what: RegExp) => [...new Set(filesWith(what).map((path) => dirname(path)))].sort()

// ASVS 1.2.5 1.3.2
test('no text is ever run as code, in JavaScript or in a shell', () => {
  expect(SOURCES.length).toBeGreaterThan(150)
  expect(filesWith(/\beval\(|new Function\b|node:vm|document\.write/)).toEqual([])
  expect(filesWith(/execSync|shell:|\bexec\(['"`](?!COMMIT|ROLLBACK|RELEASE|SAVEPOINT|BEGIN)/)).toEqual([])
  // Both start Node with fixed arguments.
  expect(foldersWith(/node:child_process/)).toEqual(['app/domain/receipts', 'app/operator'])
})

// ASVS 3.2.2
test('only drawings, icons and the theme script are rendered without escaping', () => {
  expect(foldersWith(/innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML/i)).toEqual(['app', 'app/ui'])
})

// ASVS 7.2.3 11.4.1 11.5.1
test('hashes are SHA-256 or bcrypt, and secrets come from the system’s random generator', () => {
  expect(filesWith(/createHash\((?!'sha256')/)).toEqual([])
  expect(filesWith(/createCipher|createSign/)).toEqual([])
  // Addresses of links and invitations, so that their owner can see them again; and questions of `doctor`.
  expect(filesWith(/createHmac\((?!'sha256')/)).toEqual([])
  expect(foldersWith(/createHmac/)).toEqual(['app/domain/sharing', 'app/http'])
  // Here it only spreads retries over time.
  expect(foldersWith(/Math\.random/)).toEqual(['app/browser', 'app/domain/mail', 'db/postgres'])
})

test('the server asks other servers without fetch, which decodes what they send before anyone can refuse it', () => {
  const onServer = /^app\/(?!browser|ui|offline|routes|worker)/
  expect(filesWith(/(?<![.\w])fetch\(/).filter((path) => onServer.test(path))).toEqual([])
})

test('one function sends all streams and handles their errors', () => {
  // Backups are files of the command line, not responses.
  expect(
    foldersWith(/createReadableStreamFromReadable|\.pipe\((?!\s*z\.)|createReadStream|sendFile/),
  ).toEqual(['app/operator'])
  // The AI library reads its responses from such a stream.
  expect(foldersWith(/new ReadableStream/)).toEqual(['app/http/out', 'app/ports/ai', 'app/remix'])
  expect(foldersWith(/\bwriteReadableStreamToWritable\(/)).toEqual(['app/http/out'])
  // They fill the files of an archive, or limit what S3 sends.
  expect(foldersWith(/\bpipeline\(/)).toEqual(['app/domain/accounts', 'app/operator', 'app/ports/storage'])
})

test('no action reads a body from its request, which has been read before: it would wait forever', () => {
  expect(foldersWith(/request\.(?:formData|text|json|arrayBuffer|blob|body(?!\()|clone)\b/)).toEqual([
    // A client action.
    'app/routes/quick-add',
  ])
  expect(filesWith(/unstable_parseMultipartFormData|unstable_createMemoryUploadHandler/)).toEqual([])
})

test('text is only normalized where its length is limited', () => {
  // cleanLine limits the length; lines, recipes and ingredients have passed it, a search and what
  // is read of a name for its category are cut.
  expect(foldersWith(/\.normalize\(/)).toEqual([
    'app/domain',
    'app/domain/aisles',
    'app/domain/quickAdd',
    'app/ports/ai/cookbook',
    'app/routes/lists',
  ])
})
