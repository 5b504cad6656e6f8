import type { Config } from '#app/config/config.server.ts'
import { receiptKeys, sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { type Storage, sizesIn } from '#app/ports/storage/storage.ts'
import { bucketStorage, folderStorage, receiptsFolder } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { OperatorError, UsageError } from './errors.ts'
import { plural } from './manifest.ts'
import { missingIn } from './receiptStores.ts'

type Place = 's3' | 'local'

export function placeOf(option: string, place: string): Place {
  if (option === '--to' && (place === 's3' || place === 'local')) return place
  throw new UsageError('Receipts can be moved --to s3 or --to local.')
}

/** Each file is in at least one of the two places all the time, so it can be interrupted and repeated. */
export async function moveReceipts(services: Services, place: Place): Promise<string> {
  const { config } = services
  if (!config.S3_BUCKET) {
    throw new OperatorError('Set S3_BUCKET and its keys, also to move receipts out of it. Nothing was moved.')
  }
  const [folder, bucket] = [folderStorage(config), bucketStorage(config)]
  const [from, to] = place === 's3' ? [folder, bucket] : [bucket, folder]
  const keys = await receiptKeys(services)
  const moved = await moveFiles(keys, from, to)
  // What was replaced or deleted since the setting was changed.
  await sweepFiles({ ...services, storage: from })
  const stillUsed = new Set(await receiptKeys(services))
  const lost = (await missingIn(to, keys)).filter((key) => stillUsed.has(key))
  return report(config, place, { moved, lost: lost.length })
}

export async function moveFiles(keys: string[], from: Storage, to: Storage): Promise<number> {
  const [sizes, before] = [await sizesIn(from), await sizesIn(to)]
  const movable = keys.filter((key) => sizes.has(key))
  for (const key of movable) if (before.get(key) !== sizes.get(key)) await copy(key, from, to)
  const after = await sizesIn(to)
  const moved = movable.filter((key) => after.get(key) === sizes.get(key))
  for (const key of moved) await from.delete(key)
  return moved.length
}

/** One that was replaced in the meantime is gone. */
async function copy(key: string, from: Storage, to: Storage): Promise<void> {
  const bytes = await from.get(key)
  if (bytes) await to.put(key, bytes)
}

function report(config: Config, place: Place, { moved, lost }: { moved: number; lost: number }): string {
  const target = place === 's3' ? `the bucket ${config.S3_BUCKET}` : receiptsFolder(config)
  const next =
    place === 's3' ? 'Larder needs S3_BUCKET from now on.' : 'Now remove S3_BUCKET and restart Larder.'
  const lines = [
    moved > 0
      ? `Moved ${plural(moved, 'receipt')} to ${target}. ${next}`
      : `There were no receipts to move to ${target}. ${next}`,
  ]
  if (lost > 0) lines.push(`Warning: the files of ${plural(lost, 'receipt')} are in neither place.`)
  return lines.join('\n')
}
