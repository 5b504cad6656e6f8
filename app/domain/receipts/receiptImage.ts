import { DomainError } from '#app/domain/errors.ts'
import {
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  MAX_WAITING_PHOTOS,
  MAX_WAITING_PHOTOS_PER_USER,
} from '#app/domain/limitsAndLifetimes.ts'
import { createQueues } from '#app/domain/queues.ts'
import { SECOND } from '#app/domain/time.ts'
import { type ImageFormat, imageKindOf } from './imageKind.ts'
import { excessIn } from './photoExcess.ts'
import { decodePhoto, PhotoProcessError } from './photoProcess.ts'

interface Options {
  closed?: AbortSignal | undefined
  timeout?: number
}

/** `userId` is who waits for it. */
export async function toReceiptImage(upload: Uint8Array, userId: string, { closed, timeout }: Options = {}) {
  if (upload.length === 0) throw new DomainError('photo-empty')
  if (upload.length > MAX_PHOTO_BYTES) throw new DomainError('photo-too-large', { bytes: MAX_PHOTO_BYTES })
  const kind = imageKindOf(upload)
  if ('other' in kind) throw unsupported(kind.other)
  const excess = excessIn(kind.kind, upload)
  if (excess)
    throw new DomainError('photo-too-complex', {}, { cause: new Error(`refused for its ${excess}`) })
  const photo = await inTurn(userId, () => decodePhoto(upload, timeout), closed).catch(processFailed)
  if (!('problem' in photo)) return { ...photo, contentType: 'image/webp' as const }
  switch (photo.problem) {
    case 'pixels':
      throw new DomainError('photo-too-many-pixels', { pixels: photo.pixels, max: MAX_PHOTO_PIXELS })
    case 'damaged':
      throw new DomainError('photo-damaged', {}, { cause: new Error(photo.cause) })
    case 'timeout':
      throw new DomainError('photo-timeout')
  }
}

let queued = 0

export const photosQueued = () => queued

const full = () => new DomainError('photos-busy', {}, { retryAfter: 5 })

/** One for all users: reading a photo takes a CPU and up to a few hundred megabytes. */
const photos = createQueues({ maxWaiting: MAX_WAITING_PHOTOS, timeout: 30 * SECOND, full })
/** Each user has one place there, and takes it again behind the others. All waiting is shorter than a silent connection. */
const places = createQueues({ maxWaiting: MAX_WAITING_PHOTOS_PER_USER, timeout: 15 * SECOND, full })

/** A client that leaves gives up its place, or a few bytes of one user could keep everybody else waiting. */
async function inTurn<T>(
  userId: string,
  work: () => Promise<T>,
  closed: AbortSignal | undefined,
): Promise<T> {
  queued += 1
  try {
    return await places.run(userId, () => photos.run('photos', work, closed), closed)
  } finally {
    queued -= 1
  }
}

function unsupported(format: ImageFormat | undefined): DomainError {
  return format ? new DomainError('image-format-unsupported', { format }) : new DomainError('not-an-image')
}

function processFailed(cause: unknown): never {
  if (!(cause instanceof PhotoProcessError)) throw cause
  throw new DomainError('photo-reader-failed', {}, { cause })
}
