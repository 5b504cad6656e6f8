import { DomainError } from './errors.ts'
import { kindOf, sentenceFor } from './imageKind.ts'
import { MAX_UPLOAD_BYTES, TOO_LARGE } from './photoLimits.ts'
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
  if (upload.length === 0)
    throw new DomainError('unprocessable', 'This file is empty. Please choose a photo.')
  if (upload.length > MAX_UPLOAD_BYTES) throw tooLarge()
  const found = kindOf(upload)
  if ('other' in found) throw new DomainError('unsupported', sentenceFor(found.other))
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
    throw new DomainError('busy', 'Larder is busy with other photos. Please try again in a moment.', {
      retryAfter: 5,
    })
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

export function tooLarge(): DomainError {
  return new DomainError('too-large', TOO_LARGE)
}

function tooManyPixels(pixels: number): DomainError {
  const mega = Math.ceil(pixels / 1_000_000)
  return new DomainError(
    'unprocessable',
    `This picture has ${mega} megapixels: 50 are allowed. Please choose a smaller one.`,
  )
}

function damaged(cause: string): DomainError {
  return new DomainError(
    'unprocessable',
    'This picture is damaged or incomplete, so it cannot be read. Please choose another one.',
    { cause: new Error(cause) },
  )
}

function late(): DomainError {
  return new DomainError(
    'busy',
    'This photo could not be read in time. Please try again later, or choose a smaller one.',
    { retryAfter: 60 },
  )
}

function readerFailed(cause: unknown): never {
  if (!(cause instanceof ReaderFailure)) throw cause
  throw new DomainError('busy', 'Larder cannot read photos at the moment; its log says why.', { cause })
}
