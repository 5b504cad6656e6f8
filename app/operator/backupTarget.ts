import { realpathSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { OperatorError } from './errors.ts'
import { DATABASE, RECEIPTS } from './manifest.ts'

export async function checkTarget(path: string, dataDir: string): Promise<void> {
  const folder = dirname(path)
  if (!statOf(folder)?.isDirectory()) throw new OperatorError(`The folder ${folder} doesn't exist.`)
  const existing = statOf(path)
  if (existing?.isDirectory()) throw new OperatorError(`${path} is a folder. Add a file name.`)
  const inData = relative(realpathSync(dataDir), join(realpathSync(folder), basename(path)))
  if (/^(?:larder\.(?:db|lock|server)|receipts(?:\/|$))/.test(inData)) {
    throw new OperatorError(`${path} is part of Larder's data. Use another file name.`)
  }
  if (existing && !(existing.isFile() && (await looksLikeBackup(path)))) {
    throw new OperatorError(`${path} already exists and is not a Larder backup. Use another file name.`)
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

/** Checks only the first block: reading the whole file would take as long as a new backup. */
async function looksLikeBackup(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const name = buffer.toString('latin1', 0, 100)
    const isTar = bytesRead === 512 && buffer.toString('latin1', 257, 262) === 'ustar'
    return isTar && (name.startsWith(`${DATABASE}\0`) || name.startsWith(RECEIPTS))
  } finally {
    await file.close()
  }
}
