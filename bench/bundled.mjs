// Bundles a benchmark that imports the app's modules, like the server.
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../scripts/lib/steps.mjs'

export async function bundled(name) {
  const outfile = join(root, `build/bench-${name}`)
  await build({
    entryPoints: [join(root, 'bench', name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['better-sqlite3', 'sharp', 'tinypool'],
    banner: {
      js: "import { createRequire as larderRequire } from 'node:module'; const require = larderRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}
