import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/services.ts'

/** The linter's output for a file with this import. */
function lint(path: string, imported: string): string {
  const folder = temporaryFolder()
  copyFileSync('biome.json', join(folder, 'biome.json'))
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), `export { it } from '${imported}'\n`)
  const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false']
  const { stdout, stderr } = spawnSync(join(process.cwd(), 'node_modules/.bin/biome'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain('Checked 2 files')
  return stdout + stderr
}

test.each([
  ['db/new.ts', '#app/domain/lists/lists.ts'],
  ['app/domain/new.ts', '#app/http/session.ts'],
  ['app/domain/new.ts', '@remix-run/node'],
  ['app/domain/new.ts', 'react'],
  ['app/http/new.ts', '#app/routes/landing.tsx'],
  ['app/ui/new.tsx', '#db/schema.ts'],
  ['app/ui/new.tsx', '#app/http/session.ts'],
  ['app/realtime/new.ts', '#db/schema.ts'],
  ['app/routes/new.tsx', '#db/schema.ts'],
  ['app/routes/new.tsx', 'drizzle-orm'],
])('%s may not import %s: imports run one way', (path, imported) => {
  expect(lint(path, imported)).toContain('lint/style/noRestrictedImports')
})

test.each([
  ['app/routes/new.tsx', '#app/domain/lists/lists.ts'],
  ['app/domain/new.ts', '#db/schema.ts'],
  ['app/domain/new.test.ts', '#app/http/log.ts'],
])('%s may import %s', (path, imported) => {
  expect(lint(path, imported)).not.toContain('noRestrictedImports')
})
