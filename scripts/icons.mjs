// node scripts/icons.mjs: renders the app's icons from app/ui/art/icon-512.svg and public/favicon.svg.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './lib/steps.mjs'

const SMALL = { palette: true, effort: 10 }

const drawing = readFileSync(join(root, 'app/ui/art/icon-512.svg'))
const favicon = readFileSync(join(root, 'public/favicon.svg'))
/** Where the system doesn't round them. */
const ROUNDED = Buffer.from('<svg viewBox="0 0 512 512"><rect width="512" height="512" rx="112"/></svg>')

const square = (size) => sharp(drawing, { density: 300 }).resize(size, size)

async function rounded(size) {
  const image = await square(512)
    .composite([{ input: ROUNDED, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return sharp(image).resize(size, size)
}

const save = (name, image) => image.png(SMALL).toFile(join(root, 'public', name))

await save('icon-192.png', await rounded(192))
await save('icon-512.png', await rounded(512))
await save('icon-maskable-512.png', square(512))
await save('apple-touch-icon.png', square(180))

const sizes = [16, 32]
const images = await Promise.all(
  sizes.map((size) => sharp(favicon, { density: 300 }).resize(size, size).png().toBuffer()),
)
const header = Buffer.alloc(6 + 16 * sizes.length)
header.writeUInt16LE(1, 2)
header.writeUInt16LE(sizes.length, 4)
let offset = header.length
for (const [index, image] of images.entries()) {
  const at = 6 + 16 * index
  header.writeUInt8(sizes[index], at)
  header.writeUInt8(sizes[index], at + 1)
  header.writeUInt16LE(1, at + 4)
  header.writeUInt16LE(32, at + 6)
  header.writeUInt32LE(image.length, at + 8)
  header.writeUInt32LE(offset, at + 12)
  offset += image.length
}
writeFileSync(join(root, 'public/favicon.ico'), Buffer.concat([header, ...images]))
