import { expect, test } from 'vitest'
import { addPerson } from '../support/larder.ts'
import { addList } from '../support/rows.ts'
import { addLink, addMember } from '../support/sharing.ts'
import { testLarder } from '../support/testLarder.ts'

// fetch accepts compressed pages, as most clients do.
test('a page counts as seen if it was sent, not if only its headers were asked for', async () => {
  const { larder } = await testLarder()
  const ada = addPerson(larder)
  const ben = addPerson(larder, 'Ben')
  const list = addList(larder, ada, 'Market')
  addMember(larder, list, ben)
  const link = addLink(larder, list, 'editor')
  const named = addLink(larder, list, 'editor')
  const [unnamedId] = larder.database.prepare('SELECT id FROM list_links ORDER BY id').pluck().all()
  const headers = { Cookie: `session=${ben.cookie}` }
  const ask = async (method: string, path: string) => {
    const response = await fetch(larder.url + path, { method, headers })
    await response.text()
    return response
  }
  const seen = () => larder.database.prepare('SELECT reader_id FROM list_seen').pluck().all()

  const pages = [
    `/single-list?listID=${list}`,
    `/seen?listID=${list}&revision=0`,
    link,
    `${link}/seen?revision=0`,
  ]
  for (const path of pages) expect((await ask('HEAD', path)).ok).toBe(true)
  // Writes are in order: were one of those to come, it would be there by then.
  expect((await ask('GET', pages[0] ?? '')).ok).toBe(true)
  await expect.poll(seen).toEqual([ben.id])

  // A messenger's preview opens links too, but has no name.
  expect((await ask('GET', link)).ok).toBe(true)
  headers.Cookie = 'guest=Anna'
  expect((await ask('GET', named)).ok).toBe(true)
  await expect.poll(seen).toHaveLength(2)
  expect(seen()).not.toContain(unnamedId)
})

test('a revision that is no whole number is refused in a sentence', async () => {
  const { larder } = await testLarder()
  const ada = addPerson(larder)
  const list = addList(larder, ada, 'Market')
  const headers = { Cookie: `session=${ada.cookie}` }
  const paths = [`/seen?listID=${list}&revision=1e300`, `/recent?listID=${list}&before=1e300`]
  for (const path of paths) {
    const response = await fetch(larder.url + path, { headers })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/[.!]/)
  }
})
