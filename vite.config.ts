import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { withoutFalseErrors } from './app/remix/falseErrors.ts'
import { REMIX_FUTURE } from './app/remix/future.ts'
import { reloadsThatScrollNowhere } from './app/remix/reloads.ts'
import { withoutUnusedParts } from './app/remix/unusedParts.ts'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Other than English, which is in the code. */
const LANGUAGES = ['de', 'es', 'fr']

/** Sonner inserts a style element, which the Content Security Policy forbids: Toasts.css has what we need. */
const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  transform(code, id) {
    if (!id.includes('/node_modules/sonner/')) return
    const rest = code.replace(/^__insertCSS\(.*\);$/m, '')
    if (rest === code) this.error('Where does sonner insert its styles now?')
    return { code: rest, map: null }
  },
}

/** The index of lucide loads all 1,700 icons, in each of the builds. This loads those that are imported. */
const onlyImportedIcons: Plugin = {
  name: 'only-imported-icons',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/app/')) return
    const importOf = (name: string) => `import ${name} from 'lucide/dist/esm/icons/${kebabCase(name)}.js'`
    return code.replace(/^import \{([^}]+)\} from 'lucide'/gm, (_all, names: string) =>
      names
        .split(',')
        .map((name) => importOf(name.trim()))
        .join(';'),
    )
  },
}

/** Trash2 is in trash-2.js. */
const kebabCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()

/** All that toasts import is on the page already: there is nothing to preload. */
const withoutPreloads: Plugin = {
  name: 'without-preloads',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}

/** Each imported file of styles has a layer of its own. One that follows another of the same name joins it. */
const withoutRepeatedLayers: Plugin = {
  name: 'without-repeated-layers',
  enforce: 'post',
  apply: 'build',
  transform: (code, id) => (id.includes('.css?inline') ? { code: joinLayers(code), map: null } : undefined),
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = joinLayers(String(file.source))
    }
  },
}

function joinLayers(styles: string): string {
  let last: string | undefined
  return styles.split(/(?=@layer \w+\{)/).reduce((before, layer) => {
    const start = /^@layer \w+\{/.exec(layer)?.[0]
    const isSame = start !== undefined && start === last
    last = start
    return isSame ? before.trimEnd().slice(0, -1) + layer.slice(start.length) : before + layer
  }, '')
}

/** Each module has its license in front, an icon as well as React. They are all in one file, which the scripts name. */
const licensesInOneFile: Plugin = {
  name: 'licenses-in-one-file',
  generateBundle(_options, bundle) {
    const licenses = new Set<string>()
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const code = file.code.replace(/\/\*\*\n \*[\s\S]*?\*\/\n?/g, (license) => {
        licenses.add(license)
        return ''
      })
      if (code !== file.code) file.code = `${code}// Licenses: /licenses.txt\n`
    }
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: [...licenses].join('\n') })
  },
}

const START = at('app/entry.client.tsx')
const ROOT = at('app/root.tsx')
const LIST = at('app/routes/single-list/route.tsx')
const LINK = at('app/routes/s.$token/route.tsx')
const LIST_PAGES = [LIST, LINK]
const LISTS = at('app/routes/lists/route.tsx')
const READING = at('app/domain/quickAdd/reading.ts')
/** With what reads lines, which no other form needs. */
const LINES_TO_CHECK = at('app/ui/LinesToCheck.tsx')
const LOADED_WHEN_IDLE = at('app/browser/loadedWhenIdle.ts')

/**
 * Shared code goes into few files, because each costs 400 bytes of headers: by who needs it, not by its name. What is not
 * named here is as Rollup has it (docs/decisions/099-one-room-for-remix.md).
 */
const chunkOf: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  const { users, pages, loadedBy } = usersOf(id, getModuleInfo)
  if (pages.has(START) && (id.startsWith('\0') || id.includes('/node_modules/'))) return 'framework'
  if (pages.has(START) || pages.has(ROOT)) return 'shared'
  if (users.has(READING) && !pages.has(LIST)) return 'reading'
  if (pages.size === 1 || id === LINES_TO_CHECK) return undefined
  if (pages.size > 1) {
    if (isOnlyOn(LIST_PAGES, pages)) return 'list'
    if (pages.has(LIST)) return 'shared'
    return pages.size > 3 && !pages.has(LINK) && !pages.has(LISTS) ? 'forms' : undefined
  }
  const idle = loadedBy.filter((path) => getModuleInfo(path)?.importedIds.includes(LOADED_WHEN_IDLE))
  if (idle.length === 0) return [...TEXTS].find(([path]) => users.has(path))?.[1]
  const loadedOn = idle.flatMap((path) => [...usersOf(path, getModuleInfo).pages])
  return isOnlyOn(LIST_PAGES, loadedOn) ? 'list-idle' : 'idle'
}

const isOnlyOn = (some: string[], pages: Iterable<string>) => [...pages].every((page) => some.includes(page))

/** All that import a module; of these the pages, which need it from the start; and the modules that load it later. */
function usersOf(id: string, getModuleInfo: Rollup.GetModuleInfo) {
  const pages = new Set<string>()
  const loadedBy: string[] = []
  const users = new Set([id])
  for (const user of users) {
    const { isEntry, importers = [], dynamicImporters = [] } = getModuleInfo(user) ?? {}
    if (isEntry) pages.add(user.split('?', 1)[0] ?? '')
    for (const importer of importers) users.add(importer)
    loadedBy.push(...dynamicImporters)
  }
  return { users, pages, loadedBy }
}

const TEXTS = new Map(
  LANGUAGES.flatMap((language) => [
    [at(`app/words/${language}/screens.ts`), `words-${language}`],
    [at(`app/words/${language}/otherScreens.ts`), `other-words-${language}`],
  ]),
)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: REMIX_FUTURE,
    }),
    withoutInlineStyles,
    withoutPreloads,
    withoutRepeatedLayers,
    withoutFalseErrors,
    reloadsThatScrollNowhere,
    withoutUnusedParts,
    onlyImportedIcons,
    !isSsrBuild && licensesInOneFile,
  ],
  define: isSsrBuild ? { LANGUAGE_FILES: JSON.stringify(languageFiles()) } : {},
  // In development, the plugin wouldn't see what is optimized.
  optimizeDeps: { exclude: ['sonner', 'lucide'] },
  build: {
    target: 'es2020',
    // Phones of 2015 get no newer Safari. It can't nest rules.
    cssTarget: 'safari15.4',
    // Makes the scripts of a page 5 kB smaller than esbuild does.
    minify: isSsrBuild ? false : 'terser',
    // The server needs it, too: it has the styles of first visits.
    cssMinify: true,
    // Safari 10 couldn't show these pages anyway.
    terserOptions: { ecma: 2020, module: true, safari10: false, compress: { passes: 5 } },
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      // Explicit: else a file takes along what it imports, such as all icons.
      output: isSsrBuild ? {} : { manualChunks: chunkOf, onlyExplicitManualChunks: true },
      onwarn(warning, warn) {
        // Routes without a screen have an empty browser bundle, and the server has all code from the start.
        if (warning.code !== 'EMPTY_BUNDLE' && !(isSsrBuild && warning.plugin === 'vite:reporter'))
          warn(warning)
      },
    },
  },
}))

/** Of the browser's build, which comes first: { de: ['/assets/words-de-….js', '/assets/other-words-de-….js'] } */
function languageFiles(): Record<string, string[]> {
  const manifest = at('build/client/.vite/manifest.json')
  if (!existsSync(manifest)) return {}
  const built: Record<string, { name?: string; file: string }> = JSON.parse(readFileSync(manifest, 'utf8'))
  const fileOf = (chunk: string) => Object.values(built).find(({ name }) => name === chunk)?.file
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      [`/${fileOf(`words-${language}`)}`, `/${fileOf(`other-words-${language}`)}`],
    ]),
  )
}

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
