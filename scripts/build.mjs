// Builds the pages with Vite, then bundles the server with what it needs, then compresses assets.
import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as viteBuild } from 'vite'
import { forget, remember, sourcesHash } from './lib/built.mjs'
import { root } from './lib/steps.mjs'

process.env.NODE_ENV = 'production'
const at = (path) => join(root, path)
// Taken first: what is edited while building is not in the build.
const sources = sourcesHash()
forget()

await viteBuild({ root, logLevel: 'warn' })
await viteBuild({ root, logLevel: 'warn', build: { ssr: true } })

// One file starts much faster than hundreds. Native modules, and what finds its own files, stay out.
await bundle({
  entryPoints: { server: at('server.ts'), operator: at('app/operator/main.ts') },
  outdir: at('build'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['better-sqlite3', 'sharp', 'tinypool', '@aws-sdk/client-s3', 'ai', '@ai-sdk/openai'],
  alias: {
    'virtual:remix/server-build': at('build/server/index.js'),
    // Otherwise the CommonJS of all icons comes along: nothing there can be left out.
    lucide: at('node_modules/lucide/dist/esm/lucide.js'),
  },
  define: { 'import.meta.env.PROD': 'true', 'process.env.NODE_ENV': '"production"' },
  banner: {
    js: "import { createRequire as larderRequire } from 'node:module'; const require = larderRequire(import.meta.url);",
  },
  legalComments: 'none',
  minifySyntax: true,
  logLevel: 'warning',
})

// A thread is started from a file of its own, beside the bundle that starts it.
await bundle({
  entryPoints: [at('app/domain/passwordWorker.mjs')],
  outfile: at('build/passwordWorker.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
})

// The photo reader is a program of its own, and so small that there is nothing to bundle.
copyFileSync(at('app/domain/photoReader.mjs'), at('build/photoReader.mjs'))

cpSync(at('app/operator/demo'), at('build/demo'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
})

await compressAssets(at('build/client'))
remember(sources)

/** Compressed once here, as small as it goes, instead of on every request. */
async function compressAssets(folder) {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:js|css|svg|ico|json|webmanifest|txt|map)$/.test(entry.name),
  )
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${path}.br`, await brotli(content, { params }))
      writeFileSync(`${path}.gz`, await gz(content, { level: 9 }))
    }),
  )
}
