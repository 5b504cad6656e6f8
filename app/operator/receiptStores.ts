import type { Config } from '#app/config/config.server.ts'
import { receiptKeys } from '#app/domain/receipts/receiptFiles.ts'
import { announce } from '#app/http/log.ts'
import type { Storage } from '#app/ports/storage/storage.ts'
import { chooseStorage, folderStorage, receiptsFolder } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { plural } from './manifest.ts'

// Receipts are in a folder or in a bucket. With another setting, Larder looks for all of them in the other place.

/** A sentence about those that are not where Larder looks for them. */
export async function missingReceipts(
  config: Config,
  keys: string[],
  storage = chooseStorage(config),
): Promise<string | undefined> {
  if (keys.length === 0) return undefined
  const missing = await missingIn(storage, keys)
  if (missing.length === 0) return undefined
  const where = config.S3_BUCKET ? `the bucket ${config.S3_BUCKET}` : receiptsFolder(config)
  const sentence = `${missing.length} of ${plural(keys.length, 'receipt')} ${missing.length === 1 ? 'is' : 'are'} missing in ${where}.`
  if (!config.S3_BUCKET) {
    return `${sentence} If they are in an S3 bucket, set S3_BUCKET again, or move them with larder move-receipts --to local. Otherwise, restore a backup.`
  }
  const here = missing.length - (await missingIn(folderStorage(config), missing)).length
  if (here === 0) return `${sentence} Correct S3_BUCKET, or restore them from a copy.`
  return `${sentence} ${here === missing.length ? 'They are' : `${here} of them ${here === 1 ? 'is' : 'are'}`} in ${receiptsFolder(config)}: move them with larder move-receipts --to s3.`
}

export async function missingIn(storage: Storage, keys: string[]): Promise<string[]> {
  const missing = new Set(keys)
  for await (const { key } of storage.list()) missing.delete(key)
  return [...missing]
}

/** At the start: receipts in the wrong place look like none. */
export async function reportMissingReceipts(services: Services): Promise<void> {
  const { config, storage, log } = services
  try {
    const missing = await missingReceipts(config, await receiptKeys(services), storage)
    if (missing) announce(log, missing, 'warn')
  } catch (error) {
    log.warn({ err: error }, 'could not look for missing receipts')
  }
}
