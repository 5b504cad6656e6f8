import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The packages that Larder's owner chose; vitest is the only one that runs just the tests. */
const CHOSEN = [
  '@remix-run/node',
  '@remix-run/react',
  '@remix-run/express',
  'react',
  'express',
  'drizzle-orm',
  'better-sqlite3',
  'ws',
  'remix-utils',
  'sonner',
  'ai',
  '@ai-sdk/openai',
  '@aws-sdk/client-s3',
  'bcryptjs',
]

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path))

/** A type alone doesn't use a package. */
const IMPORT = /(?:^(?!import type\b|export type\b).*?\bfrom |^import |\bimport\()'((?:@[\w-]+\/)?[\w.-]+)/gm

function importedBy(paths: string[]): Set<string> {
  const names = new Set<string>()
  for (const path of paths)
    for (const [, name] of readFileSync(path, 'utf8').matchAll(IMPORT)) names.add(name ?? '')
  return names
}

test('every chosen package is a dependency, and the server or its pages use it', () => {
  const source = [...filesIn('app'), ...filesIn('db'), 'server.ts'].filter((path) => !path.includes('.test.'))
  const imported = importedBy(source)
  expect(CHOSEN.filter((name) => !(name in dependencies))).toEqual([])
  expect(CHOSEN.filter((name) => !imported.has(name))).toEqual([])
})

test('the tests run in vitest', () => {
  expect(devDependencies).toHaveProperty('vitest')
  expect(importedBy(filesIn('tests'))).toContain('vitest')
})
