import { inflateRawSync } from 'node:zlib'

/** What a zip's directory lists, by name; checks each entry's own header, too. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no zip')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry')
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const length = archive.readUInt16LE(at + 28)
    const start = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    if (archive.readUInt32LE(start) !== 0x04034b50) throw new Error(`no header for ${name}`)
    const content = archive.subarray(start + 30 + length, start + 30 + length + packed)
    const bytes = method === 0 ? content : inflateRawSync(content)
    if (bytes.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} is cut off`)
    files.set(name, Buffer.from(bytes))
    at += 46 + length
  }
  return files
}
