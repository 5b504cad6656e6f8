import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Mounting wants root, and a container may not have the right even then. */
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

/** A disk of its own for one test. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Leaves so many blocks of 4 kB free. */
    fill(blocks: number) {
      const file = openSync(ballast, 'a')
      const block = Buffer.alloc(4096, 1)
      while (statfsSync(folder).bfree > blocks) writeSync(file, block)
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast, { force: true }),
  }
}
