import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { type CSSOptions, defineConfig, type Plugin } from 'vite'
import { withoutFalseErrors } from './app/remix/falseErrors.ts'
import { REMIX_FUTURE } from './app/remix/future.ts'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream)\//

const SONNER = /\/node_modules\/sonner\//

/** Sonner inserts a style element, which the Content Security Policy forbids: index.css imports its styles. */
const withoutInlineStyles: Plugin = {
  name: 'without-inline-styles',
  transform(code, id) {
    if (!SONNER.test(id)) return
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

/** The list page preloads the scripts of its actions: seven files, each with 400 bytes of headers around one line. */
const oneFileForTheSameCode: Plugin = {
  name: 'one-file-for-the-same-code',
  generateBundle(_options, bundle) {
    const names = new Map<string, string>()
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.isEntry) continue
      file.fileName = names.get(file.code) ?? file.fileName
      names.set(file.code, file.fileName)
    }
  },
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

/** Of sonner's styles: those of its own look, and of what Larder doesn't use. */
const UNUSED =
  /^html|\[dir=|data-(?:styled|rich|invert|description|lifted|promise|sonner-theme)|swip\w+(?:-out)?='true'|^swipe|sonner-(?:load|spin|fade)|='(?:left|bottom|rtl)'/

const css: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'without-unused-styles',
        OnceExit(root) {
          root.walk((node) => {
            if (!SONNER.test(node.source?.input.file ?? '')) return
            if (node.type === 'rule' && node.selectors.every((one) => UNUSED.test(one))) node.remove()
            if (node.type === 'atrule' && UNUSED.test(node.params)) node.remove()
          })
        },
      },
    ],
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: REMIX_FUTURE,
    }),
    withoutInlineStyles,
    withoutPreloads,
    withoutFalseErrors,
    onlyImportedIcons,
    !isSsrBuild && licensesInOneFile,
    oneFileForTheSameCode,
  ],
  css,
  define: isSsrBuild ? { LANGUAGE_FILES: JSON.stringify(languageFiles()) } : {},
  // Else the plugin wouldn't see it in development.
  optimizeDeps: { exclude: ['sonner', 'lucide'] },
  build: {
    target: 'es2020',
    // Phones of 2015 get no newer Safari. It can't nest rules.
    cssTarget: 'safari15.4',
    // Makes the scripts of a page 5 kB smaller than esbuild does.
    minify: isSsrBuild ? false : 'terser',
    // Also on the server, which has the styles of first visits.
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

/** Shared, but not with the page of a list. */
const ELSEWHERE =
  /\/(?:empty-list\.svg|useKeptLists\.|shownLists\.|ActRow\.|WaitingForSignIn\.|forgetOthers\.|notDeleted\.|art\/phone-|LanguageChoice\.|LinesToCheck\.|words\/prices\.|languageNames\.|formatsOptions\.|locale\/formats\.|icons\/(?:receipt|house|keyboard|sprout|undo-2|wifi-off|zap)\.)/

/** Shared, but by no screen that people open in a shop. */
const FORMS =
  /\/app\/(?:ui\/(?:AccountForm|AccountPage|PasswordChanged|CopyField|IntentForm|Shown|Switch|UrlRow|browser\/shouldRevalidate|art\/pantry-\w+)|words\/(?:limits|en\/(?:account|copyField|limits)))\./

/** Texts of other screens than a list. */
const OTHER_TEXTS =
  /\/app\/words\/en\/(?!actNames|basics|browser|common|count|errorPages|list\.|offline\.|photo|receipts|signatures|sums|units)/

/** Reads lines of quick add. Lists load it once they work. */
const READING =
  /\/app\/domain\/quickAdd\/(?:descriptions|merge|messages|parts|recipes|readText|readLine|readAmounts|readPrice|thingKey|vocabulary)\./

/** Loaded when the browser is idle. */
const IDLE =
  /\/(?:node_modules\/sonner\/|(?:Toasts|KeyShortcuts|Changes|clash|KeepAhead|KeysDialog|UnsentDialog|pastedLines|discardAll|valuesText|keptListNames|en\/keys|en\/waitingChanges)\.tsx?)/

/** Of the browser's build, which comes first: { de: ['/assets/words-de-….js', '/assets/other-words-de-….js'] } */
function languageFiles(): Record<string, string[]> {
  const folder = fileURLToPath(new URL('./build/client/assets', import.meta.url))
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files: Record<string, string[]> = {}
  for (const name of names.sort().reverse()) {
    const [, language] = /^(?:other-)?words-(\w\w)-[\w-]+\.js$/.exec(name) ?? []
    if (language) files[language] = [...(files[language] ?? []), `/assets/${name}`]
  }
  return files
}

const LANGUAGE = /\/app\/words\/(?!en\/)(\w\w)\/(\w+)/

const OTHER_ROOMS = readFileSync(
  fileURLToPath(new URL('./app/words/en/otherScreens.ts', import.meta.url)),
  'utf8',
)

const isOfOtherScreens = (room: string) => room === 'otherScreens' || OTHER_ROOMS.includes(`./${room}.ts`)

/** Code shared by screens goes into few files, because each file costs 400 bytes of headers. \0 marks Rollup's modules. */
function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id) || id.startsWith('\0')) return 'framework'
  const [, language, room = ''] = LANGUAGE.exec(id) ?? []
  if (language) return isOfOtherScreens(room) ? `other-words-${language}` : `words-${language}`
  if (FORMS.test(id)) return 'forms'
  if (IDLE.test(id)) return 'idle'
  if (READING.test(id)) return 'reading'
  if (ELSEWHERE.test(id) || OTHER_TEXTS.test(id)) return undefined
  return id.includes('/app/routes/') && !id.includes('/lists/search.') ? undefined : 'shared'
}
