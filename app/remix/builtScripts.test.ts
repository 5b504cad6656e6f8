import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifest } from './builtScripts.ts'

test("Remix's build names the scripts of each page where we read them", () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@remix-run/dev'))
  const written = /`window\.__remixManifest=\$\{JSON\.stringify\(remixBrowserManifest\)\};`/
  expect(readFileSync(join(folder, 'vite/plugin.js'), 'utf8')).toMatch(written)
  const manifest = { url: '/m.js', entry: { module: '/e.js' }, routes: { root: { module: '/r.js' } } }
  expect(readManifest(`window.__remixManifest=${JSON.stringify(manifest)};`)).toEqual(manifest)
  expect(() => readManifest('window.__remixManifest={"entry":"/e.js"};')).toThrow('scripts')
})
