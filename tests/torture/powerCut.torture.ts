import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection, PRAGMAS } from '#db/client.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { makePeople } from './support/people.ts'
import { dice, report, scale } from './support/scale.ts'
import { checkpointIn, readWal } from './support/wal.ts'

const MOMENTS = scale('POWER_CUTS', { short: 15, full: 1_000 })

test('after a power cut the database opens and holds everything that was acknowledged', async () => {
  const folder = temporaryFolder()
  const moments = dice('power cut')
  // What follows takes every acknowledged commit as synced, and this is what makes them so.
  expect(PRAGMAS).toContain('synchronous=FULL')
  const [person] = makePeople(folder, 1)
  const committer = await startCommitter(folder, person?.listId ?? '')
  const seen = { cuts: 0, garbled: 0, 'in a checkpoint': 0, 'unsynced commits lost': 0 }
  for (let n = 0; n < MOMENTS; n += 1) {
    // It stands still while we look at what it wrote: otherwise the database would only grow.
    committer.goOn()
    await committer.hearMore(moments.between(1, 60))
    await wait(moments.between(0, 4))
    committer.stop()
    const disk = readDisk(folder)
    // Read after the stop: what was said before it must be there.
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
      // Pages under way from the log to the database are there, not there, or half of both.
      const underWay = wal.pages.slice(backfilled, attempted)
      disk.db = torn(disk.db, underWay, wal.pageSize, moments)
    }

    // What was not synced is lost or garbage: acknowledged commits are before it.
    const synced = Math.max(endOf(acknowledged), checkpointed)
    const cut = moments.between(synced, Math.max(synced, disk.wal.length) + 1)
    const garble = moments.chance(0.5)
    const after = stateOf({
      ...disk,
      wal: garble ? garbled(disk.wal, cut, moments) : disk.wal.subarray(0, cut),
    })
    expect(after).toBeGreaterThanOrEqual(acknowledged)
    expect(after).toBeLessThanOrEqual(whole)
    if (after < whole) seen['unsynced commits lost'] += 1
    seen[garble ? 'garbled' : 'cuts'] += 1

    // A disk that only says it synced: whatever is left is a moment of the past, exactly.
    const lying = moments.between(checkpointed, Math.max(checkpointed, disk.wal.length) + 1)
    const lost = commits.filter((end) => end > lying).length
    expect(stateOf({ ...disk, wal: disk.wal.subarray(0, lying) })).toBe(whole - lost)
  }
  await committer.kill()
  report('power cut', { moments: MOMENTS, ...seen, commits: await committer.acknowledged() })
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

function garbled(wal: Buffer, from: number, moments: ReturnType<typeof dice>): Buffer {
  const bytes = Buffer.from(wal)
  for (let at = from; at < bytes.length; at += moments.between(1, 512)) bytes[at] = moments.between(0, 256)
  return bytes
}

/** A sector that was being written may be anything. */
function torn(db: Buffer, pages: number[], pageSize: number, moments: ReturnType<typeof dice>): Buffer {
  const bytes = Buffer.from(db)
  for (const page of new Set(pages)) {
    for (let at = (page - 1) * pageSize; at < Math.min(page * pageSize, bytes.length); at += 512) {
      if (moments.chance(0.5)) continue
      for (let n = 0; n < 512; n += 1) bytes[at + n] = moments.between(0, 256)
    }
  }
  return bytes
}

/** Opens what a power cut left and says up to which commit it goes; fails on anything half-done. */
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
  return following(child)
}

/** Knows the last number the committer said. */
function following(child: ChildProcess) {
  let said = 0
  let rest = ''
  let heard = () => {}
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  child.stdout?.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    said = Number(lines.at(-1) ?? said)
    heard()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async hearMore(count: number) {
      const wanted = said + count
      const enough = new Promise<void>((resolve) => {
        heard = () => said >= wanted && resolve()
      })
      const died = ended.then(() => Promise.reject(new Error(`the committer ended: ${complaints}`)))
      await Promise.race([enough, died])
    },
    /** Comes back when it stands still: the signal alone only asks for that. */
    stop() {
      child.kill('SIGSTOP')
      while (!/^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')));
    },
    goOn: () => void child.kill('SIGCONT'),
    /** What is in the pipe is read first. */
    async acknowledged() {
      await wait(1)
      return said
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
