// Packs a folder into a .tgz. The same files give the same bytes: names in order, one date and one owner.
import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const DATE = new Date(Date.UTC(2000, 0, 1))

export async function writeArchive(folder, file) {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(`${file}.new`))
  const add = (path, name) => {
    const { mode, isLink, isFolder } = kindOf(path)
    const header = { name, mode, mtime: DATE, uid: 0, gid: 0 }
    if (isLink) archive.entry({ ...header, type: 'symlink', linkname: readlinkSync(path) })
    else if (!isFolder) archive.entry(header, readFileSync(path))
    else {
      archive.entry({ ...header, type: 'directory' })
      for (const child of readdirSync(path).sort()) add(join(path, child), `${name}/${child}`)
    }
  }
  add(folder, basename(folder))
  archive.finalize()
  await written
  renameSync(`${file}.new`, file)
}

/** With the rights that every umask would leave to their owner, and reading for all. */
function kindOf(path) {
  const stat = lstatSync(path)
  const isFolder = stat.isDirectory()
  return {
    mode: isFolder || stat.mode & 0o100 ? 0o755 : 0o644,
    isLink: stat.isSymbolicLink(),
    isFolder,
  }
}
