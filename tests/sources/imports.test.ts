import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
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
] as const

const ALLOWED = [
  ['app/routes/domain.tsx', '#app/domain/lists/lists.ts'],
  ['app/domain/schema.ts', '#db/schema.ts'],
  ['app/domain/new.test.ts', '#app/http/log.ts'],
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
