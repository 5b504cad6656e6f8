import { realpathSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { DATABASE, RECEIPTS } from './manifest.ts'
import { OperatorError } from './sentence.ts'

/** A backup takes the place of an older one, and of nothing else. */
export async function refuseTarget(path: string, dataDir: string): Promise<void> {
  const folder = dirname(path)
  if (!found(folder)?.isDirectory()) throw new OperatorError(`There is no folder ${folder}.`)
  const there = found(path)
  if (there?.isDirectory()) throw new OperatorError(`${path} is a folder. Name a file in it.`)
  const inData = relative(realpathSync(dataDir), join(realpathSync(folder), basename(path)))
  if (/^(?:larder\.(?:db|lock|server)|receipts(?:\/|$))/.test(inData)) {
    throw new OperatorError(`${path} is where Larder keeps its data. Name another file.`)
  }
  if (there && !(there.isFile() && (await looksLikeBackup(path)))) {
    throw new OperatorError(`${path} is there already, and is no backup of a Larder. Name another file.`)
  }
}

const found = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

/** By its beginning: reading all of it would take as long as making a new one. */
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
