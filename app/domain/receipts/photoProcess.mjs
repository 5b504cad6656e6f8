// A photo that crashes the decoder or exhausts the memory ends this process, not the server. Started as a file.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

// Keep these two in step with ../limitsAndLifetimes.ts.
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2000

setPriority(5)
try {
  // If memory runs out, Linux must kill this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

sharp.cache(false)
sharp.concurrency(1)
// libvips reads some thirty formats, including SVG and PDF. Only these three are allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** @param {Buffer} photo */
async function read(photo) {
  // Reads the header only: nothing is decoded before its size is known.
  const { width, height } = await sharp(photo, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) return { result: { problem: 'pixels', pixels: width * height } }
  // Phones write files with small errors. Only errors that make an image unreadable are refused.
  const { data, info } = await sharp(photo, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    // Black print on a transparent background can't be read on a dark page.
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return { result: { width: info.width, height: info.height }, data }
}

const damaged = (/** @type {Error} */ error) => ({ result: { problem: 'damaged', cause: error.message } })
const { result, data } = await read(await buffer(process.stdin)).catch(damaged)
process.stdout.write(`${JSON.stringify(result)}\n`)
if (data) process.stdout.write(data)
