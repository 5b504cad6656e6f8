import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'

const REFUSED = [
  ['db/new.ts', '#app/domain/lists/lists.ts'],
  ['app/domain/new.ts', '#app/http/session.ts'],
  ['app/domain/remix.ts', '@remix-run/node'],
  ['app/domain/react.ts', 'react'],
  ['app/http/new.ts', '#app/routes/landing.tsx'],
  ['app/ui/new.tsx', '#db/schema.ts'],
  ['app/ui/http.tsx', '#app/http/session.ts'],
  ['app/realtime/new.ts', '#db/schema.ts'],
  ['app/words/new.ts', '#app/ui/Icon.tsx'],
  ['app/routes/new.tsx', '#db/schema.ts'],
  ['app/routes/drizzle.tsx', 'drizzle-orm'],
  ['app/acts/remix.ts', '#app/remix/router.ts'],
  ['app/domain/hooks.ts', '#app/remix/data.ts'],
  ['app/routes/remix.tsx', '#app/remix/router.ts'],
  ['app/offline/remix.ts', '#app/remix/router.ts'],
  ['app/remix/new.ts', '#app/ui/Icon.tsx'],
  ['app/domain/words.ts', '#app/words/amounts.ts'],
  ['app/acts/new.ts', '#app/browser/send.ts'],
  ['app/offline/new.ts', '#app/browser/outbox.ts'],
  ['app/browser/new.ts', '#app/ui/Toasts.tsx'],
  ['app/ui/worker.ts', '#app/worker/shell.ts'],
  ['app/routes/worker.tsx', '#app/worker/shell.ts'],
  ['app/worker/new.ts', '#app/http/session.ts'],
] as const

const ALLOWED = [
  ['app/routes/domain.tsx', '#app/domain/lists/lists.ts'],
  ['app/domain/schema.ts', '#db/schema.ts'],
  ['app/domain/new.test.ts', '#app/http/log.ts'],
  ['app/http/remix.ts', '#app/remix/data.ts'],
  ['app/ui/remix.tsx', '#app/remix/router.ts'],
  ['app/browser/remix.ts', '#app/remix/router.ts'],
  ['app/worker/routes.tsx', '#app/routes/single-list/ItemRow.tsx'],
] as const

test('imports run one way: the rules of the linter apply to the folders that there are', () => {
  const folder = temporaryFolder()
  copyFileSync('biome.json', join(folder, 'biome.json'))
  for (const [path, imported] of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `export { it } from '${imported}'\n`)
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=100']
  const biome = join(process.cwd(), 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
  const reported = [...`${stdout}${stderr}`.matchAll(/^(\S+?):\d+:\d+ lint\/style\/noRestrictedImports/gm)]
  expect(reported.map(([, path]) => path).sort()).toEqual(REFUSED.map(([path]) => path).sort())
})

/** What nobody promises: React Router's contexts, Remix's variables, files inside its packages, and its source. */
const INSIDES =
  /\bUNSAFE_|\b__remix|(?:@remix-run\/[\w-]+|react-router(?:-dom)?)\/(?!server')[\w.-]+|['" ]turbo-stream|streamCache|serverHandoff/

test('only app/remix hooks into what Remix and React Router keep to themselves', () => {
  const files = ['app', 'db', 'scripts', 'bench', 'server.ts', 'vite.config.ts'].flatMap((path) =>
    path.endsWith('.ts')
      ? [path]
      : readdirSync(path, { recursive: true }).map((name) => join(path, String(name))),
  )
  const found = files
    .filter((path) => /\.(?:m?js|tsx?)$/.test(path) && !path.startsWith('app/remix/'))
    .filter((path) => !path.includes('.test.') && INSIDES.test(readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})
