import { DomainError } from '#app/domain/errors.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, MAX_WAITING_PHOTOS } from '#app/domain/limitsAndLifetimes.ts'
import { type ImageFormat, imageKindOf } from './imageKind.ts'
import { PhotoReaderError, readPhoto } from './photoReader.ts'

export async function toReceiptImage(upload: Uint8Array) {
  if (upload.length === 0) throw new DomainError('photo-empty')
  if (upload.length > MAX_PHOTO_BYTES) throw new DomainError('photo-too-large', { bytes: MAX_PHOTO_BYTES })
  const kind = imageKindOf(upload)
  if ('other' in kind) throw unsupported(kind.other)
  const photo = await oneAtATime(() => readPhoto(upload)).catch(readerFailed)
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

let last: Promise<unknown> = Promise.resolve()
let queued = 0

export const photosQueued = () => queued

/** Reading a photo takes a CPU and up to a few hundred megabytes. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (queued > MAX_WAITING_PHOTOS) throw new DomainError('photos-busy', {}, { retryAfter: 5 })
  queued += 1
  const result = last.then(work).finally(() => {
    queued -= 1
  })
  // Drops the result, which would keep the image in memory until the next one.
  last = result.then(
    () => {},
    () => {},
  )
  return result
}

function unsupported(format: ImageFormat | undefined): DomainError {
  return format ? new DomainError('image-format-unsupported', { format }) : new DomainError('not-an-image')
}

function readerFailed(cause: unknown): never {
  if (!(cause instanceof PhotoReaderError)) throw cause
  throw new DomainError('photo-reader-failed', {}, { cause })
}
