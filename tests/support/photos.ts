import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

// Images for tests. The server uses sharp only in a separate process.

/** Noise, because it compresses like a real photo. */
export function photo(width = 640, height = 480) {
  const noise = { type: 'gaussian', mean: 140, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
}

/** Red above blue in the pixel data; `orientation` is the EXIF orientation. */
export async function upright(orientation: number): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 400, height: 150, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#f00' } })
    .composite([{ input: await half('#00f'), top: 150, left: 0 }])
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

export async function animation(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: { width: 64, height: 64, channels: 3, background: { r: index, g: 255 - index, b: 90 } },
      })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    .webp({ effort: 0, lossless: true })
    .toBuffer()
}

/** Under a megabyte compressed, 768 MB decoded. */
export function bomb(): Promise<Buffer> {
  const empty = { width: 16_000, height: 16_000, channels: 3, background: '#eee' } as const
  return sharp({ create: empty, limitInputPixels: false }).png().toBuffer()
}

const segment = (marker: number, ...content: number[]) =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content])

/** Huffman codes of one bit each: '0' for this symbol. */
const oneCode = (table: number, symbol: number) => segment(0xc4, table, 1, ...Array(15).fill(0), symbol)

/**
 * A grey progressive JPEG in which each scan refines one coefficient by one bit, as the format allows: a few bytes each,
 * and the decoder visits all blocks of the image for it.
 */
export function scanBomb({
  scans,
  width = 64,
  height = 64,
}: {
  scans: number
  width?: number
  height?: number
}) {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const first = [segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8))]
  // A code and 14 bits for up to 32,767 blocks without this coefficient.
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767))
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  const empty = Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])))
  const more = Array.from({ length: scans - 1 }, (_, index) => {
    const coefficient = 1 + (index % 63)
    const bit = 13 - Math.floor(index / 63)
    const precision = bit === 13 ? bit : ((bit + 1) << 4) | bit
    return [segment(0xda, 1, 1, 0, coefficient, coefficient, precision), empty]
  })
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...size, 1, 1, 0x11, 0),
    ...[oneCode(0x00, 0), oneCode(0x10, 0xe0), ...first, ...more.flat()],
    Uint8Array.of(0xff, 0xd9),
  ])
}

/** A small PNG with texts, each of which is this long once it is decompressed. */
export async function textBomb(texts: number, length: number): Promise<Buffer> {
  const png = await photo(32, 32).png().toBuffer()
  const text = Buffer.concat([Buffer.from('zTXta\0\0'), deflateSync(Buffer.alloc(length, 'a'))])
  const chunk = Buffer.alloc(text.length + 8)
  chunk.writeUInt32BE(text.length - 4)
  text.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(text), text.length + 4)
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), ...Array(texts).fill(chunk), png.subarray(headerEnd)])
}

/** Node 20 has none. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

/** A small animated WebP whose two frames come again and again. */
export async function animationBomb(frames: number): Promise<Buffer> {
  const whole = await animation(2)
  const start = whole.indexOf('ANMF')
  const all = [whole.subarray(0, start), ...Array(frames / 2).fill(whole.subarray(start))]
  const webp = Buffer.concat(all)
  webp.writeUInt32LE(webp.length - 8, 4)
  return webp
}
