import { randomBytes } from 'node:crypto'
import type { Config } from '#app/config/config.server.ts'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import type { Storage } from '#app/ports/storage/storage.ts'
import { chooseStorage } from '#app/services.server.ts'
import { missingReceipts } from '../receiptStores.ts'
import type { Stored } from '../stored.ts'
import { TIMEOUT, WRONG_TIME } from './ask.ts'
import { type Finding, fail, ok, type Quote } from './findings.ts'

const CHECK = 'receipts'

export async function checkReceipts(
  config: Config,
  stored: Stored | undefined,
  quote: Quote,
): Promise<Finding[]> {
  const store = config.S3_BUCKET
    ? await checkBucket(config, quote)
    : [ok(CHECK, 'They are files in DATA_DIR.')]
  if (!stored || store.some(({ level }) => level === 'FAIL')) return store
  const missing = await missingReceipts(config, stored.receiptKeys)
  return missing ? [...store, fail(CHECK, missing)] : store
}

/** A file that stays, because this process was killed, is one that the server deletes after a while. */
async function checkBucket(config: Config, quote: Quote): Promise<Finding[]> {
  const { S3_BUCKET: bucket, S3_ENDPOINT } = config
  const where = `The bucket ${bucket}${S3_ENDPOINT ? ` at ${new URL(S3_ENDPOINT).host}` : ''}`
  const attempt = { doing: '' }
  try {
    await writeAndDelete(chooseStorage(config, { deadline: TIMEOUT }), attempt)
    return [ok(CHECK, `${where} can be written, read and listed.`)]
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return [
      fail(CHECK, `${where} can't be ${attempt.doing}. ${advise(String(cause), config)} (${quote(cause)}).`),
    ]
  }
}

async function writeAndDelete(storage: Storage, attempt: { doing: string }) {
  const key = newStorageKey()
  const bytes = randomBytes(100)
  attempt.doing = 'written'
  await storage.put(key, bytes)
  attempt.doing = 'read'
  const read = await storage.get(key).finally(() => storage.delete(key).catch(() => {}))
  if (!read || !bytes.equals(read)) throw new Error('the file that was written is not there')
  attempt.doing = 'cleaned up'
  await storage.delete(key)
  attempt.doing = 'listed'
  await storage.list()[Symbol.asyncIterator]().next()
}

const ADVICE: [error: RegExp, advice: string][] = [
  [/NoSuchBucket/, 'Create it, or correct S3_BUCKET'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken/,
    'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  ],
  [/AccessDenied|status 403/, 'Give the key the rights to put, get, delete and list objects in it'],
  [/Credential|credentials/, 'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  [/RequestTimeTooSkewed/, "Correct this machine's clock"],
  [WRONG_TIME, "Correct this machine's clock, or renew the certificate"],
  [/PermanentRedirect|AuthorizationHeaderMalformed|status 301/, 'Correct S3_REGION or S3_ENDPOINT'],
]

function advise(cause: string, { S3_ENDPOINT, S3_FORCE_PATH_STYLE }: Config): string {
  const [, advice] = ADVICE.find(([error]) => error.test(cause)) ?? []
  if (advice) return advice
  if (/ENOTFOUND|EAI_AGAIN/.test(cause) && S3_ENDPOINT && S3_FORCE_PATH_STYLE === 'off') {
    return 'Correct S3_ENDPOINT, or set S3_FORCE_PATH_STYLE=on for servers such as MinIO'
  }
  return 'Check S3_ENDPOINT and the firewall'
}
