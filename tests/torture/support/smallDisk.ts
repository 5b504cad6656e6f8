import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A disk that can become read-only, as Linux does after I/O errors.
 * A tmpfs can't do that while a file on it is open.
 */
export function breakableDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-disk-'))
  const image = `${folder}.img`
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  writeFileSync(image, '')
  truncateSync(image, megabytes * 2 ** 20)
  execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
  mount('-o', 'loop', image, folder)
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
    rmSync(image)
  })
  return {
    folder,
    breakDown: () => mount('-o', 'remount,abort', folder),
    /** Runs fsck; nothing may use the disk until it ends. */
    repair() {
      execFileSync('umount', [folder])
      try {
        execFileSync('e2fsck', ['-fy', image], { stdio: 'ignore' })
      } catch (error) {
        // Exit code 1 means that errors were fixed.
        if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
      }
      mount('-o', 'loop', image, folder)
    },
  }
}

/** Not every machine that can mount has loop devices. */
export const canBreak = (() => {
  const image = join(mkdtempSync(join(tmpdir(), 'larder-loop-')), 'image')
  const folder = join(image, '..', 'disk')
  try {
    writeFileSync(image, '')
    truncateSync(image, 2 ** 20)
    mkdirSync(folder)
    execFileSync('mkfs.ext4', ['-q', '-O', '^has_journal', image], { stdio: 'ignore' })
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(join(image, '..'), { recursive: true })
  }
})()

/** Mounting needs root, and may be forbidden in containers even then. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
})()

/** A small disk for one test. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Leaves this many blocks of 4 kB free. */
    fill(blocks: number) {
      const file = openSync(filler, 'a')
      const block = Buffer.alloc(4096, 1)
      while (statfsSync(folder).bfree > blocks) writeSync(file, block)
      closeSync(file)
    },
    freeSpace: () => rmSync(filler, { force: true }),
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' }),
  }
}
