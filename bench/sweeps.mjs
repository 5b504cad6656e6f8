// node bench/sweeps.mjs [folder] (after npm run build): how long each sweep holds the event loop, with 2,000,000 items
// on 40,001 lists. The folder keeps that database (1.3 GB), so that another checkout can measure with the same one.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundled } from './bundled.mjs'
import { startLarder } from './servers.mjs'

const folder = process.argv[2] ?? join(tmpdir(), 'larder-bench-sweeps')
const kept = join(folder, 'large.db')
const dataDir = join(folder, 'data')
const file = join(dataDir, 'larder.db')

const { fillLarge, measureSweeps } = await import(await bundled('sweepTimes.mjs'))
if (!existsSync(kept)) {
  mkdirSync(folder, { recursive: true })
  fillLarge(kept)
}
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir)
copyFileSync(kept, file)

for (const disk of ['cold', 'warm']) {
  // Linux only: drops the file's pages from memory.
  if (disk === 'cold') spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'])
  const larder = await startLarder(dataDir)
  const ready = Math.round(larder.startedIn())
  await (await fetch(`${larder.url}/login`)).text()
  const answered = Math.round(larder.startedIn())
  await larder.stop()
  process.stdout.write(`${disk} start: ready after ${ready} ms, first page after ${answered} ms\n`)
}

for await (const { name, total, longest, over50 } of measureSweeps(dataDir)) {
  const numbers = [total, longest].map((ms) => `${ms.toFixed(0)} ms`.padStart(9))
  process.stdout.write(
    `${name.padEnd(64)} total ${numbers[0]}  longest turn ${numbers[1]}  over 50 ms: ${over50}\n`,
  )
}
rmSync(dataDir, { recursive: true })
process.exit()
