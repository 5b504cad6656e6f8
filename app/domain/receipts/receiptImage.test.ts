import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { nightly, someOf } from '#tests/support/nightly.ts'
import { animation, animationBomb, bomb, photo, scanBomb, textBomb, upright } from '#tests/support/photos.ts'
import { photosQueued, toReceiptImage as toImageOf } from './receiptImage.ts'

const toReceiptImage = (upload: Uint8Array, userId = 'ada') => toImageOf(upload, userId)

const bytes = (text: string) => new TextEncoder().encode(text)

async function refusal(upload: Uint8Array, userId?: string): Promise<DomainError> {
  const error: unknown = await toReceiptImage(upload, userId).catch((error) => error)
  if (error instanceof DomainError) return error
  throw new Error('the upload was not refused')
}

describe('a photo becomes a WebP', () => {
  test.each(
    someOf(
      [
        ['JPEG', () => photo().jpeg().toBuffer()],
        ['PNG', () => photo().png().toBuffer()],
        ['WebP', () => photo().webp().toBuffer()],
        ['progressive JPEG', () => photo().jpeg({ progressive: true }).toBuffer()],
        ['16-bit PNG', () => photo().toColourspace('rgb16').png().toBuffer()],
        ['CMYK JPEG', () => photo().toColourspace('cmyk').jpeg().toBuffer()],
        ['grey PNG', () => photo().greyscale().png().toBuffer()],
      ],
      2,
    ),
  )('from a %s', async (_kind, make) => {
    const made = await toReceiptImage(await make())
    expect(made).toMatchObject({ contentType: 'image/webp', width: 640, height: 480 })
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
  })

  test('of up to 2,000 pixels on the long side, from 12 megapixels', async () => {
    const white = { width: 4000, height: 3000, channels: 3, background: '#fff' } as const
    const made = await toReceiptImage(await sharp({ create: white }).jpeg().toBuffer())
    expect(made).toMatchObject({ width: 2000, height: 1500 })
  })

  // ASVS 14.2.8
  test('without location, camera or other metadata', async () => {
    const upload = await upright(6)
    expect((await sharp(upload).metadata()).exif).toBeDefined()
    const { exif, icc, xmp, iptc, orientation } = await sharp((await toReceiptImage(upload)).bytes).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
  })

  test.each([
    [1, 'top', 400, 300],
    [3, 'bottom', 400, 300],
    [6, 'right', 300, 400],
    [8, 'left', 300, 400],
  ])('upright, however the camera was held (%i)', async (orientation, redAt, width, height) => {
    const made = await toReceiptImage(await upright(orientation))
    expect(made).toMatchObject({ width, height })
    const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
    const isRed = (x: number, y: number) => {
      const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 3
      return (data[at] ?? 0) > 200 && (data[at + 2] ?? 0) < 60
    }
    const sides = {
      top: isRed(0.5, 0.1),
      bottom: isRed(0.5, 0.9),
      left: isRed(0.1, 0.5),
      right: isRed(0.9, 0.5),
    }
    expect(Object.entries(sides).filter(([, red]) => red)).toEqual([[redAt, true]])
  })

  test('with white instead of transparency', async () => {
    const clear = { width: 50, height: 50, channels: 4, background: '#0000' } as const
    const made = await toReceiptImage(await sharp({ create: clear }).png().toBuffer())
    const { channels } = await sharp(made.bytes).stats()
    expect(channels.map(({ mean }) => mean)).toEqual([255, 255, 255])
  })

  nightly('from the first of 200 frames', async () => {
    const upload = await animation(200)
    expect((await sharp(upload).metadata()).pages).toBe(200)
    const made = await toReceiptImage(upload)
    expect((await sharp(made.bytes).metadata()).pages).toBeUndefined()
    const { dominant } = await sharp(made.bytes).stats()
    expect(dominant.r).toBeLessThan(20)
  })

  // ASVS 5.2.2
  test('without the web page that was hidden in a JPEG', async () => {
    const jpeg = await photo().jpeg().toBuffer()
    const comment = bytes('<!doctype html><script>alert(1)</script>')
    const upload = Buffer.concat([
      jpeg.subarray(0, 2),
      Uint8Array.of(0xff, 0xfe, 0, comment.length + 2),
      comment,
      jpeg.subarray(2),
      bytes('<script>alert(2)</script>'),
    ])
    const made = await toReceiptImage(upload)
    expect(Buffer.from(made.bytes).includes('<script')).toBe(false)
  })
})

describe("files that aren't JPEG, PNG or WebP are refused with their format", () => {
  test.each([
    ['SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'html'],
    ['PDF', '%PDF-1.7\n', 'pdf'],
    ['GIF', 'GIF89a', 'gif'],
    ['AVIF', '\0\0\0\x1cftypavif', 'avif'],
    ['a video', '\0\0\0\x1cftypmp42', 'video'],
    ['HEIC', '\0\0\0\x18ftypheic', 'heic'],
  ])('%s', async (_name, content, format) => {
    const error = await refusal(bytes(content))
    expect(error).toMatchObject({ code: 'image-format-unsupported', status: 415, params: { format } })
  })

  test('text', async () => {
    expect(await refusal(bytes('milk, eggs'))).toMatchObject({ code: 'not-an-image', status: 415 })
  })

  // ASVS 5.2.2
  test('no other decoder is ever reached, whatever the first bytes are', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    expect((await refusal(Buffer.concat([Uint8Array.of(0xff, 0xd8, 0xff), bytes(svg)]))).code).toBe(
      'photo-damaged',
    )
  })
})

describe('unreadable files are refused', () => {
  test.each(someOf(['jpeg', 'png', 'webp'] as const))('a %s that is cut off anywhere', async (format) => {
    const whole = await photo(300, 300).toFormat(format).toBuffer()
    for (const part of [0.1, 0.5, 0.95]) {
      const { code } = await refusal(whole.subarray(0, Math.floor(whole.length * part)))
      expect(code, `${part}`).toBe('photo-damaged')
    }
  })

  test('an empty file', async () => {
    expect(await refusal(new Uint8Array())).toMatchObject({ code: 'photo-empty', status: 422 })
  })

  // ASVS 5.2.6
  test('256 megapixels in less than a megabyte, before decoding', async () => {
    const upload = await bomb()
    expect(upload.length).toBeLessThan(1_000_000)
    const error = await refusal(upload)
    expect(error.code).toBe('photo-too-many-pixels')
    expect(error.params).toMatchObject({ max: 50_000_000 })
  })

  // ASVS 5.2.1
  test('more than 10 MB', async () => {
    expect((await refusal(new Uint8Array(10 * 1024 * 1024 + 1))).code).toBe('photo-too-large')
  })
})

// security: slow-photos
test.each<[what: string, make: () => Buffer | Promise<Buffer>]>([
  ['a JPEG with 800 scans', () => scanBomb({ scans: 800, width: 8000, height: 6000 })],
  ['a PNG with 4 GB of texts', () => textBomb(990, 4_000_000)],
  ['a WebP with 100,000 frames', () => animationBomb(100_000)],
])('%s, which would take long to read, is refused before it is decoded', async (_what, make) => {
  const upload = await make()
  expect(upload.length).toBeLessThan(10 * 1024 * 1024)
  expect(await refusal(upload)).toMatchObject({ code: 'photo-too-complex', status: 422 })
})

test('a photo that takes too long is given up, as one that nobody need send again', async () => {
  const upload = await photo(40, 40).png().toBuffer()
  const error: unknown = await toImageOf(upload, 'ada', { timeout: 1 }).catch((error) => error)
  expect(error).toMatchObject({ code: 'photo-timeout', status: 422, retryAfter: undefined })
})

test('photos beyond the queue are refused as busy', async () => {
  const upload = await photo(40, 40).png().toBuffer()
  const users = Array.from({ length: 12 }, (_, index) => `user ${index}`)
  const all = await Promise.allSettled(users.map((user) => toReceiptImage(upload, user)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  for (const one of all)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'photos-busy' })
  await toReceiptImage(upload)
})

test('people take turns: of one person, one photo is next, one waits, and more are refused', async () => {
  const upload = await photo(40, 40).png().toBuffer()
  const done: string[] = []
  const send = (user: string) => toReceiptImage(upload, user).then(() => void done.push(user))
  const results = await Promise.allSettled(['eve', 'eve', 'eve', 'ada', 'ben'].map(send))
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected'],
    ...['fulfilled', 'fulfilled'],
  ])
  expect(results[2]).toMatchObject({ reason: { code: 'photos-busy' } })
  expect(done).toEqual(['eve', 'ada', 'ben', 'eve'])
})

// security: left-photo
test('a client that leaves gives up its place in the queue at once', async () => {
  const upload = await photo(40, 40).png().toBuffer()
  const gone = new AbortController()
  const first = toReceiptImage(upload)
  const abandoned = Array.from({ length: 8 }, (_, index) =>
    toImageOf(upload, `user ${index}`, { closed: gone.signal }),
  )
  const busy = await refusal(upload, 'eve')
  gone.abort()
  const results = await Promise.allSettled(abandoned)
  expect(photosQueued()).toBe(1)
  const next = await toReceiptImage(upload)
  await first
  expect(busy.code).toBe('photos-busy')
  for (const one of results) expect(one).toMatchObject({ reason: { code: 'request-cancelled' } })
  expect(next).toMatchObject({ width: 40 })
})
