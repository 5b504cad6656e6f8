import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addPerson } from '../support/larder.ts'
import { testLarder } from '../support/testLarder.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test('only the oldest account sees the version of Larder, on its settings page', async () => {
  const { larder } = await testLarder()
  const [first, second] = [addPerson(larder, 'Ada'), addPerson(larder, 'Ben')]
  const get = async (path: string, { cookie = '' } = {}) => {
    const response = await fetch(larder.url + path, { headers: { Cookie: `session=${cookie}` } })
    return JSON.stringify([...response.headers]) + (await response.text())
  }
  expect(await get('/settings', first)).toContain(`Larder ${version}`.replace(' ', ' <!-- -->'))
  for (const path of ['/settings', '/settings.data', `/?userID=${second.id}`, '/nowhere'])
    expect(await get(path, second), path).not.toContain(version)
  for (const path of ['/landing', '/login', '/register', '/settings', '/settings.data', '/livez', '/readyz'])
    expect(await get(path), path).not.toContain(version)
  larder.database.prepare('DELETE FROM users WHERE id = ?').run(first.id)
  expect(await get('/settings', second)).toContain(version)
})
