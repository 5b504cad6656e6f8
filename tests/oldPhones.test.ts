import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// iPhones of 2015 and 2016 end at iOS 15.8. One expression or call that its Safari doesn't know stops a whole script.

const CLIENT = 'build/client'

const filesWith = (ending: string) =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(join(CLIENT, file), 'utf8') }))

/** Newer than Safari 15.6. */
const NEWER = [
  /\(\?<[=!]/,
  /\.(?:to|is)WellFormed\(/,
  /\.to(?:Sorted|Reversed|Spliced)\(/,
  /\bAbortSignal\.(?:timeout|any)\b/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bPromise\.(?:withResolvers|try)\b/,
  /\bArray\.fromAsync\b/,
  /\bURL\.(?:canParse|parse)\b/,
  /\.(?:union|intersection|difference|isSubsetOf|isSupersetOf)\(/,
  /\.showPopover\(/,
]

test('an old phone can run every script', () => {
  const scripts = filesWith('.js')
  expect(scripts.length).toBeGreaterThan(20)
  const found = scripts.flatMap(({ file, text }) =>
    NEWER.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern}`),
  )
  expect(found).toEqual([])
})

test('an old phone can read every style: rules are not nested', () => {
  const styles = filesWith('.css')
  expect(styles).not.toEqual([])
  for (const { file, text } of styles) expect(text, file).not.toContain('&')
})
