import type { Sharp, SharpOptions } from 'sharp'
import { DomainError } from './errors.ts'
import { kindOf, sentenceFor } from './imageKind.ts'
import { inTurn } from './turns.ts'

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const LONGEST_SIDE = 2000
const LONGEST_SECONDS = 20

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
  return inTurn(() => reencode(upload))
}

export function tooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'This photo is too large: 10 MB are allowed. Please choose a smaller one.',
  )
}

async function reencode(upload: Uint8Array): Promise<ReceiptImage> {
  const open = await loadSharp()
  // Only the header is read here: nothing is decoded before its size is known.
  const { width, height } = await readable(open(upload, { limitInputPixels: false }).metadata())
  if (width * height > MAX_PIXELS) throw tooManyPixels(width * height)
  const { data, info } = await readable(
    open(upload, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      // Black print on nothing cannot be read on a dark page.
      .flatten({ background: '#fff' })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height }
}

type Open = (bytes: Uint8Array, options: SharpOptions) => Sharp
let loading: Promise<Open> | undefined

/** Loaded at the first photo: until then its 20 MB are nobody's. */
function loadSharp(): Promise<Open> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // libvips reads some thirty formats, SVG and PDF among them; ours are three.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    // Phones write files with small faults; only what makes the picture unreadable is refused.
    return (bytes, options) => sharp(bytes, { ...options, failOn: 'error' })
  })
  return loading
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new DomainError(
      'unprocessable',
      'This picture is damaged or incomplete, so it cannot be read. Please choose another one.',
      { cause },
    )
  }
}

function tooManyPixels(pixels: number): DomainError {
  const mega = Math.ceil(pixels / 1_000_000)
  return new DomainError(
    'unprocessable',
    `This picture has ${mega} megapixels: 50 are allowed. Please choose a smaller one.`,
  )
}
