import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection, PRAGMAS } from '#db/sqlite/client.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { makePeople } from './support/people.ts'
import { createRandom, report } from './support/random.ts'
import { checkpointIn, readWal } from './support/wal.ts'

const ROUNDS = size('TORTURE_POWER_CUTS', { short: 15, full: 1_000 })

test('after a power failure, the database opens and has all acknowledged writes', async () => {
  const folder = temporaryFolder()
  const random = createRandom('power cut')
  // The test relies on every acknowledged commit being synced.
  expect(PRAGMAS).toContain('synchronous=FULL')
  const [person] = makePeople(folder, 1)
  const committer = await startCommitter(folder, person?.listId ?? '')
  const seen = { cuts: 0, garbled: 0, 'in a checkpoint': 0, 'unsynced commits lost': 0 }
  for (let n = 0; n < ROUNDS; n += 1) {
    // The committer is paused while the test reads the disk, so that the files don't change.
    committer.resume()
    await committer.waitForCommits(random.between(1, 60))
    await wait(random.between(0, 4))
    committer.pause()
    const disk = readDisk(folder)
    // Read after the pause, so that it includes all acknowledged commits.
    const acknowledged = await committer.acknowledged()

    const whole = stateOf(disk)
    expect(whole).toBeGreaterThanOrEqual(acknowledged)
    const wal = readWal(disk.wal)
    const { commits, endOfFrames } = wal
    const endOf = (k: number) => commits[commits.length - 1 - (whole - k)] ?? 32
    const { backfilled, attempted } = checkpointIn(disk.shm)
    const checkpointed = endOfFrames(Math.max(backfilled, attempted))
    if (attempted > backfilled) {
      seen['in a checkpoint'] += 1
      // Pages being copied from the WAL to the database may be written, not written or partly written.
      const inProgress = wal.pages.slice(backfilled, attempted)
      disk.db = torn(disk.db, inProgress, wal.pageSize, random)
    }

    // Unsynced bytes are lost or garbage; all acknowledged commits come before them.
    const synced = Math.max(endOf(acknowledged), checkpointed)
    const cut = random.between(synced, Math.max(synced, disk.wal.length) + 1)
    const garble = random.chance(0.5)
    const after = stateOf({
      ...disk,
      wal: garble ? garbled(disk.wal, cut, random) : disk.wal.subarray(0, cut),
    })
    expect(after).toBeGreaterThanOrEqual(acknowledged)
    expect(after).toBeLessThanOrEqual(whole)
    if (after < whole) seen['unsynced commits lost'] += 1
    seen[garble ? 'garbled' : 'cuts'] += 1

    // If the disk ignores syncs, the database must still have a consistent earlier state.
    const lying = random.between(checkpointed, Math.max(checkpointed, disk.wal.length) + 1)
    const lost = commits.filter((end) => end > lying).length
    expect(stateOf({ ...disk, wal: disk.wal.subarray(0, lying) })).toBe(whole - lost)
  }
  await committer.kill()
  report('power cut', { rounds: ROUNDS, ...seen, commits: await committer.acknowledged() })
})

interface Disk {
  db: Buffer
  wal: Buffer
  shm: Buffer
}

function readDisk(folder: string): Disk {
  const read = (suffix: string) => readFileSync(join(folder, `larder.db${suffix}`))
  return { db: read(''), wal: read('-wal'), shm: read('-shm') }
}

function garbled(wal: Buffer, from: number, random: ReturnType<typeof createRandom>): Buffer {
  const bytes = Buffer.from(wal)
  for (let at = from; at < bytes.length; at += random.between(1, 512)) bytes[at] = random.between(0, 256)
  return bytes
}

/** Sectors being written may contain anything. */
function torn(
  db: Buffer,
  pages: number[],
  pageSize: number,
  random: ReturnType<typeof createRandom>,
): Buffer {
  const bytes = Buffer.from(db)
  for (const page of new Set(pages)) {
    for (let at = (page - 1) * pageSize; at < Math.min(page * pageSize, bytes.length); at += 512) {
      if (random.chance(0.5)) continue
      for (let n = 0; n < 512; n += 1) bytes[at + n] = random.between(0, 256)
    }
  }
  return bytes
}

/** Opens the files and returns the last commit; fails if a commit is partial. */
function stateOf({ db, wal }: Disk): number {
  const folder = mkdtempSync(join(tmpdir(), 'larder-power-cut-'))
  const file = join(folder, 'larder.db')
  writeFileSync(file, db)
  writeFileSync(`${file}-wal`, wal)
  const database = openConnection(file)
  const number = (query: string) => Number(database.prepare(query).pluck().get())
  const revision = number('SELECT revision FROM lists')
  expect(number('SELECT count(*) FROM items')).toBe(revision)
  expect(number('SELECT coalesce(max(position), 0) FROM items')).toBe(revision)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
  rmSync(folder, { recursive: true })
  return revision
}

async function startCommitter(folder: string, listId: string) {
  const program = join(process.cwd(), '.cache/committer.mjs')
  await build({
    entryPoints: ['tests/torture/support/committer.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  const child = spawn(process.execPath, [program, join(folder, 'larder.db'), listId])
  onTestFinished(() => void child.kill('SIGKILL'))
  return follow(child)
}

/** Follows the numbers that the committer prints. */
function follow(child: ChildProcess) {
  let last = 0
  let rest = ''
  let onNumber = () => {}
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  child.stdout?.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    last = Number(lines.at(-1) ?? last)
    onNumber()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async waitForCommits(count: number) {
      const target = last + count
      const enough = new Promise<void>((resolve) => {
        onNumber = () => last >= target && resolve()
      })
      const died = ended.then(() => Promise.reject(new Error(`the committer exited: ${errors}`)))
      await Promise.race([enough, died])
    },
    /** Returns when the process is actually stopped; the signal takes effect later. */
    pause() {
      child.kill('SIGSTOP')
      while (!/^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')));
    },
    resume: () => void child.kill('SIGCONT'),
    /** Reads the rest of the pipe first. */
    async acknowledged() {
      await wait(1)
      return last
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
