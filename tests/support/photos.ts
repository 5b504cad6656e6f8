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
