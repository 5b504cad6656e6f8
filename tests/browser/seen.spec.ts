import type { Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink, addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, type Person, stopClock, test } from './fixtures.ts'
import { addByDialog } from './listPage.ts'

// Who has read a list how far. `person` owns it; Ben is an editor.

function arrange(larder: Larder, person: Person) {
  const listId = addList(larder, person, 'Weekend')
  addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread' }])
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  return { listId, ben, path: `/single-list?listID=${listId}` }
}

const readersOf = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT reader_id FROM list_seen WHERE list_id = ? ORDER BY at').pluck().all(listId)

const seenBy = (page: Page) => page.locator('.seen-by')

/** Without JavaScript, people load the page again. */
async function expectSeen(page: Page, scripted: boolean, text: string | RegExp) {
  await expect(async () => {
    if (!scripted) await page.reload()
    await expect(seenBy(page)).toHaveText(text, { timeout: scripted ? 10_000 : 1_000 })
  }).toPass()
}

test('the others see how far somebody has read, and what they have not seen yet', { tag: '@full' }, async ({
  page,
  openElsewhere,
  larder,
  person,
  scripted,
}) => {
  const { listId, ben, path } = arrange(larder, person)
  await page.goto(path)
  await expect(seenBy(page)).toHaveCount(0)
  const theirs = await openElsewhere(ben)
  await theirs.goto(path)
  await expectSeen(page, scripted, /^Ben has seen everything up to .{4,30}\.$/)

  await theirs.goto('/settings')
  await addByDialog(page, 'Oat milk')
  await expectSeen(page, scripted, /^Ben has seen everything up to .{4,30}\. Not yet: Oat milk\.$/)
  // Their next write waits until ten seconds have passed.
  larder.database.prepare('DELETE FROM list_seen WHERE list_id = ? AND reader_id = ?').run(listId, person.id)
  await theirs.goto(path)
  await expect(theirs.getByRole('checkbox', { name: 'Oat milk' })).toBeVisible()
  await expect.poll(() => readersOf(larder, listId)).toContain(person.id)
  await expectSeen(page, scripted, /^Ben has seen everything up to .{4,30}\.$/)
})

test('a page in the background has not been seen until it comes to the front', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person }) => {
  const { listId, path } = arrange(larder, person)
  await page.addInitScript(() => {
    let state = 'hidden'
    Object.defineProperty(document, 'visibilityState', { get: () => state })
    window.addEventListener('front', () => {
      state = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    })
  })
  await page.goto(path)
  await stopClock(page)
  await page.clock.runFor(5_000)
  expect(readersOf(larder, listId)).toEqual([])
  const sent = page.waitForRequest(/\/seen\?/)
  await page.evaluate(() => window.dispatchEvent(new Event('front')))
  await page.clock.runFor(900)
  expect(readersOf(larder, listId)).toEqual([])
  await page.clock.runFor(200)
  expect((await sent).method()).toBe('POST')
  await expect.poll(() => readersOf(larder, listId)).toEqual([person.id])
})

test('what a browser loads ahead has not been seen, what a text browser loads has', { tag: '@full' }, async ({
  larder,
  person,
}) => {
  const { listId, ben, path } = arrange(larder, person)
  const load = async (reader: Person, address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(larder.url + address, {
      headers: { Accept: 'text/html', Cookie: `session=${reader.cookie}`, ...headers },
    })
    expect(response.status).toBe(200)
    await response.text()
  }
  const [grace, cem] = ['Grace', 'Cem'].map((name) => addPerson(larder, name)) as [Person, Person]
  for (const member of [grace, cem]) addMember(larder, listId, member)
  await load(ben, path.replace('?', '.data?'))
  await load(grace, path, { 'Sec-Purpose': 'prefetch' })
  await load(cem, path, { 'Upgrade-Insecure-Requests': '1' })
  // It comes last, so anything before it would be there too.
  await load(person, path)
  await expect.poll(() => readersOf(larder, listId)).toEqual([person.id])
})

test('people with a link read under its label, and are told nothing about others', { tag: '@full' }, async ({
  page,
  openElsewhere,
  larder,
  person,
  scripted,
}) => {
  const { listId, ben, path } = arrange(larder, person)
  const address = addLink(larder, listId, 'viewer')
  larder.database.prepare("UPDATE list_links SET label = 'Fridge'").run()
  const guest = await openElsewhere()
  await page.goto(path)
  await guest.goto(address)
  await expectSeen(page, scripted, /^Someone with the link “Fridge” has seen everything up to/)
  larder.database.prepare("UPDATE list_seen SET guest_name = 'Anna'").run()
  await page.reload()
  await expectSeen(page, scripted, /^Anna \(guest\) has seen everything up to/)

  const theirs = await openElsewhere(ben)
  await theirs.goto(path)
  await expect.poll(() => readersOf(larder, listId)).toContain(ben.id)
  const response = await page.request.get(address)
  const text = await response.text()
  expect(text).not.toContain('has seen everything')
  expect(text).not.toContain('Ben')
})

test('who does not want it shows nothing', { tag: '@full' }, async ({
  page,
  openElsewhere,
  larder,
  person,
}) => {
  const { listId, ben, path } = arrange(larder, person)
  larder.database.prepare('UPDATE users SET shows_seen = 0 WHERE id = ?').run(ben.id)
  const theirs = await openElsewhere(ben)
  await theirs.goto(path)
  await page.goto(path)
  // Ben's page was opened first.
  await expect.poll(() => readersOf(larder, listId)).toEqual([person.id])
  await page.reload()
  await expect(seenBy(page)).toHaveCount(0)
})
