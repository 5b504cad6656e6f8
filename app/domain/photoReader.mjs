// A program of its own: one photo comes in on stdin; a line of JSON and a WebP go out on stdout.
// A picture that eats memory or breaks the decoder takes this process down and not the server, and
// what the decoder has used goes back to the system with it. Plain JavaScript, because a process is
// started from a file.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const MAX_PIXELS = 50_000_000
const LONGEST_SIDE = 2000

// Pages come first.
setPriority(5)
try {
  // Where memory runs out, Linux shall end this program and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have their own ways.
}

sharp.cache(false)
sharp.concurrency(1)
// libvips reads some thirty formats, SVG and PDF among them; ours are three.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** @param {Buffer} photo */
async function read(photo) {
  // Only the header: nothing is decoded before its size is known.
  const { width, height } = await sharp(photo, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) return { facts: { problem: 'pixels', pixels: width * height } }
  // Phones write files with small faults; only what makes a picture unreadable is refused.
  const { data, info } = await sharp(photo, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    // Black print on nothing cannot be read on a dark page.
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return { facts: { width: info.width, height: info.height }, data }
}

const damaged = (/** @type {Error} */ error) => ({ facts: { problem: 'damaged', cause: error.message } })
const { facts, data } = await read(await buffer(process.stdin)).catch(damaged)
process.stdout.write(`${JSON.stringify(facts)}\n`)
if (data) process.stdout.write(data)
