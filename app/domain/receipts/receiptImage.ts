import { DomainError } from '#app/domain/errors.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, MAX_WAITING_PHOTOS } from '#app/domain/limitsAndLifetimes.ts'
import { createQueues } from '#app/domain/queues.ts'
import { type ImageFormat, imageKindOf } from './imageKind.ts'
import { PHOTO_TIMEOUT, PhotoReaderError, readPhoto } from './photoReader.ts'

export async function toReceiptImage(upload: Uint8Array, closed?: AbortSignal) {
  if (upload.length === 0) throw new DomainError('photo-empty')
  if (upload.length > MAX_PHOTO_BYTES) throw new DomainError('photo-too-large', { bytes: MAX_PHOTO_BYTES })
  const kind = imageKindOf(upload)
  if ('other' in kind) throw unsupported(kind.other)
  const photo = await oneAtATime(() => readPhoto(upload), closed).catch(readerFailed)
  if (!('problem' in photo)) return { ...photo, contentType: 'image/webp' as const }
  switch (photo.problem) {
    case 'pixels':
      throw new DomainError('photo-too-many-pixels', { pixels: photo.pixels, max: MAX_PHOTO_PIXELS })
    case 'damaged':
      throw new DomainError('photo-damaged', {}, { cause: new Error(photo.cause) })
    case 'timeout':
      throw new DomainError('photo-timeout', {}, { retryAfter: 60 })
  }
}

let queued = 0

export const photosQueued = () => queued

/** One for all users: reading a photo takes a CPU and up to a few hundred megabytes. */
const queue = createQueues({
  maxWaiting: MAX_WAITING_PHOTOS,
  timeout: PHOTO_TIMEOUT,
  full: () => new DomainError('photos-busy', {}, { retryAfter: 5 }),
})

/** A client that leaves gives up its place, or a few bytes of one user could keep everybody else waiting. */
async function oneAtATime<T>(work: () => Promise<T>, closed: AbortSignal | undefined): Promise<T> {
  queued += 1
  try {
    return await queue.run('photos', work, closed)
  } finally {
    queued -= 1
  }
}

function unsupported(format: ImageFormat | undefined): DomainError {
  return format ? new DomainError('image-format-unsupported', { format }) : new DomainError('not-an-image')
}

function readerFailed(cause: unknown): never {
  if (!(cause instanceof PhotoReaderError)) throw cause
  throw new DomainError('photo-reader-failed', {}, { cause })
}
