// Builds the pages with Vite, bundles the server and compresses the assets. With --if-needed only if they are not built.
import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as viteBuild } from 'vite'
import { isBuilt, removeBuildStamp, sourcesHash, writeBuildStamp } from './lib/built.mjs'
import { EXTERNAL } from './lib/external.mjs'
import { takeLock } from './lib/lock.mjs'
import { buildOffline } from './lib/offline.mjs'
import { log, root } from './lib/steps.mjs'

await takeLock('building')
// Another command may have done it in the meantime.
if (process.argv[2] === '--if-needed' && isBuilt()) process.exit()

log('building…')
process.env.NODE_ENV = 'production'
const at = (path) => join(root, path)
// Hashed first, because the build doesn't contain changes made while it runs.
const hash = sourcesHash()
removeBuildStamp()

await viteBuild({ root, logLevel: 'warn' })
await viteBuild({ root, logLevel: 'warn', build: { ssr: true } })

// One file starts much faster than hundreds.
await bundle({
  entryPoints: { server: at('server.ts'), operator: at('app/operator/main.ts') },
  outdir: at('build'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: EXTERNAL,
  alias: {
    'virtual:remix/server-build': at('build/server/index.js'),
  },
  define: { 'import.meta.env.PROD': 'true', 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import { createRequire as larderRequire } from 'node:module'; const require = larderRequire(import.meta.url);",
  },
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  // Stack traces name lines of this length.
  lineLimit: 120,
  logLevel: 'warning',
  // Vite repeats the imports of a shared chunk in the file that uses it.
  logOverride: { 'ignored-bare-import': 'silent' },
})

// V8 keeps the source in memory, and a single character beyond Latin-1 doubles it. All are in regular expressions.
for (const name of ['server.js', 'operator.js']) {
  const source = readFileSync(at(`build/${name}`), 'utf8')
  const escaped = source.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(at(`build/${name}`), escaped)
}

// A worker thread needs its own file, next to the bundle that starts it.
await bundle({
  entryPoints: [at('app/domain/accounts/passwordWorker.mjs')],
  outfile: at('build/passwordWorker.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
})

// What decodes photos runs as a separate process and has nothing to bundle.
copyFileSync(at('app/domain/receipts/photoProcess.mjs'), at('build/photoProcess.mjs'))

cpSync(at('app/operator/demo'), at('build/demo'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
})

await buildOffline()
await compressAssets(at('build/client'))
writeBuildStamp(hash)

/** Compressed once at the highest level, instead of on every request. */
async function compressAssets(folder) {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  // Which of these is the shortest differs by file: together, they save a list's page 150 bytes.
  const shortest = async (content) => {
    const tries = [
      [0, 0],
      [0, 8],
      [1, 8],
      [1, 12],
    ].map(([postfix, direct]) => {
      const params = {
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      }
      return brotli(content, { params })
    })
    return (await Promise.all(tries)).sort((a, b) => a.length - b.length)[0]
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:js|css|html|svg|ico|json|webmanifest|txt|map)$/.test(entry.name),
  )
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, await shortest(content))
      writeFileSync(`${path}.gz`, await gz(content, { level: 9 }))
    }),
  )
}
