import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files by name, in the order of the central directory. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zipFile = await fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zipFile.eachEntry()) {
    files.set(entry.fileName, await buffer(await zipFile.openReadStreamPromise(entry)))
  }
  return files
}
