// Builds what opens pages without a connection: the service worker, and the document of kept pages.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './steps.mjs'

const app = (name) => join(root, 'app/worker', name)
const client = join(root, 'build/client')
const ICONS = ['/favicon.svg', '/favicon.ico', '/icon-192.png', '/manifest.webmanifest']

export async function buildOffline() {
  const { KEPT_ROUTES, shellPage, headScript, manifestsOf, readManifest } = await load('buildParts.ts')
  const english = JSON.parse(readFileSync(join(client, 'manifest.webmanifest'), 'utf8'))
  for (const [name, manifest] of Object.entries(manifestsOf(english)))
    writeFileSync(join(client, name), JSON.stringify(manifest))
  const { entry, routes, url } = readManifest(manifestScript())
  const routeOf = (id) => {
    if (!routes[id]) throw new Error(`app/offline/keptRoutes.ts: there is no route ${id}`)
    return routes[id]
  }
  const common = filesOf([entry, routeOf('root')])
  const assets = readdirSync(join(client, 'assets')).map((name) => `/assets/${name}`)
  const fonts = assets.filter((path) => path.endsWith('.woff2'))
  const styles = assets.filter((path) => path.endsWith('.css'))

  const pages = ['root', ...Object.keys(KEPT_ROUTES)].map((id) => [id, scriptsOf(routeOf(id))])
  const shell = await bundle('shell.ts', 'iife', {
    SCRIPTS: JSON.stringify(Object.fromEntries(pages)),
    ENTRY: JSON.stringify(entry.module),
    MANIFEST: JSON.stringify(url),
  })
  const [head, script] = [writeAsset('head', headScript), writeAsset('shell', shell)]
  writeFileSync(join(client, 'shell.html'), shellPage({ styles, headScript: head, script }))

  const needed = [...common, ...filesOf(Object.keys(KEPT_ROUTES).map(routeOf))]
  const files = [
    ...new Set([
      ...['/shell.html', head, script, url, ...styles, ...fonts],
      ...[...needed, ...loadedLater(needed), ...ICONS],
    ]),
  ]
  const define = { FILES: JSON.stringify(files), VERSION: JSON.stringify(versionOf(files)) }
  writeFileSync(join(client, 'sw.js'), await bundle('serviceWorker.ts', 'iife', define))
  writeFileSync(join(client, 'sw-off.js'), await bundle('switchedOff.ts', 'iife'))
}

/** Remix's list of the scripts of each route. */
function manifestScript() {
  const name = readdirSync(join(client, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))
  return readFileSync(join(client, 'assets', name), 'utf8')
}

const scriptsOf = ({ module, imports = [] }) => [...imports, module]

function filesOf(parts) {
  return [...new Set(parts.flatMap((part) => [...scriptsOf(part), ...(part.css ?? [])]))]
}

/** What these files load once they work, but not the texts of screens that need a connection. */
function loadedLater(files) {
  const built = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const chunks = new Set(Object.keys(built).filter((key) => files.includes(`/${built[key].file}`)))
  for (const key of chunks) {
    const { imports = [], dynamicImports = [] } = built[key]
    for (const next of [...imports, ...dynamicImports]) {
      if (!built[next].name?.startsWith('other-words-')) chunks.add(next)
    }
  }
  return [...chunks].map((key) => `/${built[key].file}`)
}

async function bundle(name, format, define = {}) {
  const { outputFiles } = await build({
    entryPoints: [app(name)],
    bundle: true,
    write: false,
    format,
    target: 'es2020',
    minify: true,
    define,
    external: ['/assets/*'],
    plugins: [rawFiles],
    legalComments: 'none',
    logLevel: 'warning',
  })
  return outputFiles[0].text
}

/** As in Vite: `drawing.svg?raw` is its text. */
const rawFiles = {
  name: 'raw-files',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /\?raw$/ }, async ({ path, ...from }) => {
      const { path: file } = await resolve(path.replace('?raw', ''), { ...from, pluginData: undefined })
      return { path: file, namespace: 'raw' }
    })
    onLoad({ filter: /./, namespace: 'raw' }, ({ path }) => ({
      contents: readFileSync(path),
      loader: 'text',
    }))
  },
}

async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [app(name)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    minify: true,
    logLevel: 'warning',
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}

function writeAsset(name, content) {
  const path = `/assets/${name}-${hash(content).slice(0, 8)}.js`
  writeFileSync(join(client, path), content)
  return path
}

function versionOf(files) {
  return hash(files.map((path) => `${path} ${hash(readFileSync(join(client, path)))}`).join('\n')).slice(
    0,
    12,
  )
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex')
}
