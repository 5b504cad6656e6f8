// By the first bytes of a file, never by its name or the client's Content-Type.

export type ImageKind = 'jpeg' | 'png' | 'webp'
/** Recognized, to name it in the error message, but not supported. */
export type ImageFormat = 'heic' | 'avif' | 'video' | 'gif' | 'pdf' | 'tiff' | 'bmp' | 'jxl' | 'svg' | 'html'

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const AVIF_BRANDS = ['avif', 'avis']

export function imageKindOf(bytes: Uint8Array): { kind: ImageKind } | { other: ImageFormat | undefined } {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return { kind: 'jpeg' }
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { kind: 'png' }
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return { kind: 'webp' }
  return { other: otherFormat(start) }
}

function otherFormat(start: string): ImageFormat | undefined {
  if (start.slice(4, 8) === 'ftyp') {
    const brand = start.slice(8, 12)
    if (HEIC_BRANDS.includes(brand)) return 'heic'
    return AVIF_BRANDS.includes(brand) ? 'avif' : 'video'
  }
  if (start.startsWith('GIF8')) return 'gif'
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  if (start.startsWith('BM')) return 'bmp'
  if (start.startsWith('\xff\x0a') || start.slice(4, 8) === 'JXL ') return 'jxl'
  if (/<svg[\s/>]/i.test(start)) return 'svg'
  if (/<(?:!doctype html|html|head|body|script)\b/i.test(start)) return 'html'
  return undefined
}
