// What a file is, by its first bytes: never by its name or by what the sender says of it.

export type ImageKind = 'jpeg' | 'png' | 'webp'

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const AVIF_BRANDS = ['avif', 'avis']

/** The three kinds we read, or what to call the file that we do not. */
export function kindOf(bytes: Uint8Array): { kind: ImageKind } | { other: string } {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return { kind: 'jpeg' }
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { kind: 'png' }
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return { kind: 'webp' }
  return { other: otherKind(start) }
}

function otherKind(start: string): string {
  if (start.slice(4, 8) === 'ftyp') {
    const brand = start.slice(8, 12)
    if (HEIC_BRANDS.includes(brand)) return 'HEIC photo'
    return AVIF_BRANDS.includes(brand) ? 'AVIF picture' : 'video'
  }
  if (start.startsWith('GIF8')) return 'GIF picture'
  if (start.includes('%PDF-')) return 'PDF document'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'TIFF or raw picture'
  if (start.startsWith('BM')) return 'BMP picture'
  if (start.startsWith('\xff\x0a') || start.slice(4, 8) === 'JXL ') return 'JPEG XL picture'
  if (/<svg[\s/>]/i.test(start)) return 'SVG drawing'
  if (/<(?:!doctype html|html|head|body|script)\b/i.test(start)) return 'web page'
  return ''
}

const WANTED = 'Please choose a photo as JPEG, PNG or WebP.'

/** What to tell somebody about a file that cannot become a receipt. */
export function sentenceFor(other: string): string {
  if (other === 'HEIC photo') {
    return 'This photo is in the HEIC format, which Larder cannot read. On an iPhone, choose Settings › Camera › Formats › Most Compatible and take it again, or share the photo as JPEG.'
  }
  return other ? `A receipt cannot be ${article(other)} ${other}. ${WANTED}` : `This is no picture. ${WANTED}`
}

const article = (noun: string) => (/^(?:[AEIO]|SVG)/.test(noun) ? 'an' : 'a')
