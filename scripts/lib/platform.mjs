// Names what native code is made for: linux-x64-node24, and with musl linux-x64-musl-node24.
const { platform, arch, versions } = process

export const PLATFORM = [
  platform,
  arch,
  ...(isMusl() ? ['musl'] : []),
  `node${versions.node.split('.')[0]}`,
].join('-')

function isMusl() {
  if (platform !== 'linux') return false
  // The report would look up the names of all connections.
  process.report.excludeNetwork = true
  return !process.report.getReport().header.glibcVersionRuntime
}
