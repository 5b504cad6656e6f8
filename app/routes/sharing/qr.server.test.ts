import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { qrCode } from './qr.server.ts'

const PIXELS_PER_MODULE = 4

/** Draws the path's lines as a browser would. */
function draw({ size, path }: ReturnType<typeof qrCode>) {
  const width = size * PIXELS_PER_MODULE
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    const from = Number(x) * PIXELS_PER_MODULE
    const to = from + Number(length) * PIXELS_PER_MODULE
    const top = Number(y) * PIXELS_PER_MODULE
    for (let row = top; row < top + PIXELS_PER_MODULE; row += 1) {
      for (let column = from; column < to; column += 1) pixels.set([0, 0, 0], (row * width + column) * 4)
    }
  }
  return { pixels, width }
}

test.each([
  'http://192.168.1.20:3000/s/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4',
  `https://${'larder.'.repeat(20)}example.org/invite/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4`,
])('a QR code contains its address: %s', (address) => {
  const { pixels, width } = draw(qrCode(address))
  expect(jsQR(pixels, width, width)?.data).toBe(address)
})

test('a QR code is small in a page', () => {
  expect(qrCode('https://larder.example.org/s/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4').path.length).toBeLessThan(
    6000,
  )
})
