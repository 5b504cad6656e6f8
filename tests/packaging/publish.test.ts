import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'

const CHANGELOG = `# Changelog

## Unreleased

- Later.

## 1.10.0 - 2026-12-24

### Added

**Lists**

- Lists with items and
  \`prices\`.
- Everything works
  without JavaScript.

\`\`\`sh
npm start
npm run demo
\`\`\`

## [1.1.0] - 2026-12-01

- Earlier.

## 1.0.0
`

/** As a clone with these tags. */
function commitWith(tags: string[], cwd: string) {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const run = (...args: string[]) => expect(spawnSync('git', [...author, ...args], { cwd }).status).toBe(0)
  run('init', '--quiet')
  run('commit', '--quiet', '--allow-empty', '--message=1')
  for (const tag of tags) run('tag', tag)
}

const IMAGE = 'ghcr.io/Ada/larder'

function repository(version: string, tags: string[] = []) {
  const folder = temporaryFolder()
  if (tags.length > 0) commitWith(tags, folder)
  for (const name of ['scripts', 'deploy']) cpSync(name, join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  return (script: string, ...args: string[]) => {
    const path = join(folder, 'scripts/publish', script)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }
}

describe('the notes of a release', () => {
  test('are the section of its version, without the line breaks inside of sentences', () => {
    expect(repository('1.10.0')('notes.mjs', 'v1.10.0').stdout).toBe(`### Added

**Lists**

- Lists with items and \`prices\`.
- Everything works without JavaScript.

\`\`\`sh
npm start
npm run demo
\`\`\`
`)
  })

  test('name the image', () => {
    const { stdout } = repository('1.1.0')('notes.mjs', 'v1.1.0', IMAGE)
    expect(stdout).toBe('- Earlier.\n\n**Image:** `ghcr.io/ada/larder:1.1.0`\n')
  })

  test('are refused if the tag is not the version, or if the section is missing or empty', () => {
    expect(repository('1.1.0')('notes.mjs', 'v1.10.0')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'larder: the tag is v1.10.0, but package.json has version 1.1.0.\n',
    })
    for (const version of ['1.0.0', '2.0.0']) {
      const stderr = `larder: CHANGELOG.md has no section for ${version}, or nothing in it.\n`
      expect(repository(version)('notes.mjs', `v${version}`)).toEqual({ status: 1, stdout: '', stderr })
    }
    expect(repository('1.0.0')('notes.mjs').status).toBe(1)
  })
})

describe('the tags of an image', () => {
  test('are its version, shorter ones that move along, and latest, in lowercase', () => {
    expect(repository('1.2.3')('tags.mjs', 'v1.2.3', IMAGE).stdout.trim().split('\n')).toEqual([
      'ghcr.io/ada/larder:1.2.3',
      'ghcr.io/ada/larder:1.2',
      'ghcr.io/ada/larder:1',
      'ghcr.io/ada/larder:latest',
    ])
  })

  test('of a prerelease leave the others where they are', () => {
    const { stdout } = repository('1.2.3-rc.1')('tags.mjs', 'v1.2.3-rc.1', IMAGE)
    expect(stdout).toBe('ghcr.io/ada/larder:1.2.3-rc.1\n')
  })

  test.each([
    [
      ['v1.2.2', 'v1.2.3', 'v1.1.9', 'v2.0.0-rc.1'],
      ['1.2.3', '1.2', '1', 'latest'],
    ],
    [['v1.2.10', 'v1.2.3'], ['1.2.3']],
    [['v1.3.0'], ['1.2.3', '1.2']],
    [['v2.0.0'], ['1.2.3', '1.2', '1']],
  ])('do not go back beside %j', (others, expected) => {
    const { stdout } = repository('1.2.3', others)('tags.mjs', 'v1.2.3', IMAGE)
    expect(stdout.trim().split('\n')).toEqual(expected.map((tag) => `ghcr.io/ada/larder:${tag}`))
  })

  test('need the version and an image', () => {
    for (const args of [['main', IMAGE], ['v1.2.4', IMAGE], ['v1.2.3'], []]) {
      expect(repository('1.2.3')('tags.mjs', ...args)).toMatchObject({ status: 1, stdout: '' })
    }
  })
})

test('a release has the Compose files, which use its image and build nothing', () => {
  const folder = join(temporaryFolder(), 'copies')
  mkdirSync(folder)
  const { status, stderr } = repository('1.2.3')('compose.mjs', 'v1.2.3', IMAGE, folder)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const copies = readdirSync(folder).sort()
  const originals = readdirSync('deploy').filter((name) => /^compose|^Caddyfile$/.test(name))
  expect(copies).toEqual(originals.sort())
  const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8')
  expect(compose).toMatch(/image: \$\{LARDER_IMAGE:-ghcr\.io\/ada\/larder:1\.2\.3\}\n/)
  expect(compose).not.toMatch(/build/)
  const kept = (text: string) => text.split('\n').filter((line) => !/build|image:/.test(line))
  expect(kept(compose)).toEqual(kept(readFileSync('deploy/compose.yaml', 'utf8')))
})
