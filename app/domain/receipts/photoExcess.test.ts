import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_PHOTO_FRAMES, MAX_PHOTO_SCANS, MAX_PHOTO_TEXTS } from '#app/domain/limitsAndLifetimes.ts'
import { animationBomb, photo, scanBomb, textBomb, upright } from '#tests/support/photos.ts'
import { excessIn } from './photoExcess.ts'

const segment = (marker: number, content: Uint8Array) =>
  Buffer.concat([Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255), content])

/** Puts something between a JPEG's start and the rest of it. */
const afterStart = (jpeg: Buffer, ...parts: Uint8Array[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])

const SCAN = [0xff, 0xda, 0, 2]
const scans = (count: number) => Buffer.from(Array.from({ length: count }, () => SCAN).flat())
const many = scans(MAX_PHOTO_SCANS + 1)

describe('a JPEG', () => {
  test(`may have ${MAX_PHOTO_SCANS} scans and no more`, () => {
    expect(excessIn('jpeg', scanBomb({ scans: MAX_PHOTO_SCANS }))).toBeUndefined()
    expect(excessIn('jpeg', scanBomb({ scans: MAX_PHOTO_SCANS + 1 }))).toBe('scans')
  })

  test.each([0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])('must not be coded arithmetically (%i)', (marker) => {
    const jpeg = scanBomb({ scans: 1 })
    jpeg[jpeg.indexOf(Uint8Array.of(0xff, 0xc2)) + 1] = marker
    expect(excessIn('jpeg', jpeg)).toBe('arithmetic coding')
  })

  test('of a camera or a program is fine', async () => {
    for (const options of [{}, { progressive: true }, { mozjpeg: true }, { chromaSubsampling: '4:4:4' }]) {
      expect(excessIn('jpeg', await photo().jpeg(options).toBuffer())).toBeUndefined()
    }
    expect(excessIn('jpeg', await upright(6))).toBeUndefined()
  })

  test('may contain other JPEGs in its metadata and after its end, such as a thumbnail or a video', async () => {
    const jpeg = await photo().jpeg().toBuffer()
    const thumbnail = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Uint8Array.of(0xff, 0xca), many]))
    expect(excessIn('jpeg', afterStart(jpeg, thumbnail))).toBeUndefined()
    expect(excessIn('jpeg', Buffer.concat([jpeg, many]))).toBeUndefined()
  })

  test.each<[what: string, before: number[]]>([
    ['stuffed bytes', [0xff, 0x00]],
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['a restart', [0xff, 0xd3]],
    ['a marker that nobody knows', [0xff, 0x02]],
    ['another start', [0xff, 0xd8]],
    ['what belongs to no marker', [0x12, 0x34]],
    ['an empty segment with an impossible length', [0xff, 0xfe, 0, 0]],
    ['an ordinary segment', [0xff, 0xfe, 0, 4, 0xff, 0xff]],
  ])('does not hide its scans behind %s', async (_what, before) => {
    const jpeg = await photo().jpeg().toBuffer()
    expect(excessIn('jpeg', afterStart(jpeg, Buffer.from(before), many))).toBe('scans')
  })

  test('may end anywhere', () => {
    const jpeg = scanBomb({ scans: 3 })
    for (let length = 0; length < jpeg.length; length += 1) {
      expect(excessIn('jpeg', jpeg.subarray(0, length))).toBeUndefined()
    }
  })
})

test(`a PNG may have ${MAX_PHOTO_TEXTS} compressed texts and no more`, async () => {
  expect(excessIn('png', await textBomb(MAX_PHOTO_TEXTS, 10))).toBeUndefined()
  expect(excessIn('png', await textBomb(MAX_PHOTO_TEXTS + 1, 10))).toBe('compressed texts')
  expect(excessIn('png', await photo().png({ progressive: true }).toBuffer())).toBeUndefined()
})

test(`a WebP may have ${MAX_PHOTO_FRAMES} frames and no more`, async () => {
  expect(excessIn('webp', await animationBomb(MAX_PHOTO_FRAMES))).toBeUndefined()
  expect(excessIn('webp', await animationBomb(MAX_PHOTO_FRAMES + 2))).toBe('frames')
  expect(excessIn('webp', await photo().webp().toBuffer())).toBeUndefined()
})

test.each(['png', 'webp'] as const)(
  'a %s that is cut off, or whose sizes are wrong, is nothing special',
  async (kind) => {
    const whole = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .toFormat(kind)
      .toBuffer()
    for (let length = 0; length < whole.length; length += 1) {
      expect(excessIn(kind, whole.subarray(0, length))).toBeUndefined()
      const wrong = Buffer.concat([whole.subarray(0, length), Buffer.alloc(8, 0xff), whole.subarray(length)])
      expect(excessIn(kind, wrong)).toBeUndefined()
    }
  },
)
