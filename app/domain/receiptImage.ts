import { DomainError } from './errors.ts'
import { type ImageFormat, kindOf } from './imageKind.ts'
import { MAX_PIXELS, MAX_UPLOAD_BYTES } from './photoLimits.ts'
import { ReaderFailure, readPhoto } from './photoReader.ts'

const MOST_WAITING = 8

export interface ReceiptImage {
  bytes: Uint8Array
  contentType: 'image/webp'
  width: number
  height: number
}

/** A photo of any of the three kinds becomes a picture of ours: upright, small, and nothing else in it. */
export async function toReceiptImage(upload: Uint8Array): Promise<ReceiptImage> {
  if (upload.length === 0) throw new DomainError('photo-empty')
  if (upload.length > MAX_UPLOAD_BYTES) throw tooLarge()
  const found = kindOf(upload)
  if ('other' in found) throw unsupported(found.other)
  const read = await inTurn(() => readPhoto(upload)).catch(readerFailed)
  if (!('problem' in read)) return { ...read, contentType: 'image/webp' }
  switch (read.problem) {
    case 'pixels':
      throw tooManyPixels(read.pixels)
    case 'damaged':
      throw damaged(read.cause)
    case 'late':
      throw late()
  }
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** How many photos are being read (one) or wait for that. */
export const photosWaiting = () => waiting

/** One photo at a time: reading one takes a processor and up to a few hundred megabytes. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) {
    throw new DomainError('photos-busy', {}, { retryAfter: 5 })
  }
  waiting += 1
  const mine = last.then(work).finally(() => {
    waiting -= 1
  })
  // Without the picture, which would stay in memory until the next one.
  last = mine.then(
    () => {},
    () => {},
  )
  return mine
}

function unsupported(format: ImageFormat | undefined): DomainError {
  return format ? new DomainError('image-format-unsupported', { format }) : new DomainError('not-an-image')
}

export function tooLarge(): DomainError {
  return new DomainError('photo-too-large', { bytes: MAX_UPLOAD_BYTES })
}

function tooManyPixels(pixels: number): DomainError {
  return new DomainError('photo-too-many-pixels', { pixels, max: MAX_PIXELS })
}

function damaged(cause: string): DomainError {
  return new DomainError('photo-damaged', {}, { cause: new Error(cause) })
}

function late(): DomainError {
  return new DomainError('photo-timeout', {}, { retryAfter: 60 })
}

function readerFailed(cause: unknown): never {
  if (!(cause instanceof ReaderFailure)) throw cause
  throw new DomainError('photo-reader-failed', {}, { cause })
}
