import { expectAccessible } from '#tests/support/accessible.ts'
import { addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, test } from './fixtures.ts'
import {
  card,
  givePassword,
  message,
  openMore,
  PASSWORD,
  row,
  sharing,
  shownAddress,
  unfold,
} from './sharingPage.ts'

// The people on a list: roles, handing over, leaving, and what else a member sees.

const membersOf = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT user_id AS id, role FROM list_members WHERE list_id = ?').all(listId)

const ownerOf = ({ database }: Larder, listId: string) =>
  (database.prepare('SELECT created_by AS id FROM lists WHERE id = ?').get(listId) as { id: string }).id

test('the owner changes a role and removes', { tag: '@once' }, async ({ page, larder, person, scripted }) => {
  const listId = addList(larder, person, 'Market')
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  await page.goto(sharing(listId))
  await unfold(row(page, 'Ben'))
  await row(page, 'Ben').getByLabel('Role of Ben', { exact: true }).selectOption('Viewer')
  await page.getByRole('button', { name: 'Save the role of Ben' }).click()
  await expect(message(page)).toContainText('Ben is now a viewer.')
  expect(membersOf(larder, listId)).toEqual([{ id: ben.id, role: 'viewer' }])

  if (scripted) await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Ben' }).click()
  await expect(message(page)).toContainText('Ben can no longer see this list.')
  await expect(row(page, 'Ben')).toBeHidden()
  expect(membersOf(larder, listId)).toEqual([])
})

test('a list is handed over, and the former owner can leave it', { tag: '@full' }, async ({
  page,
  larder,
  person,
  openElsewhere,
}) => {
  const listId = addList(larder, person, 'Market')
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  await page.goto(sharing(listId))
  await openMore(page)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(card(page, 'Hand over').getByLabel('New owner')).toBeFocused()
  expect(ownerOf(larder, listId)).toBe(person.id)
  await card(page, 'Hand over').getByLabel('New owner').selectOption('Ben')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(message(page)).toContainText("You offered this list to Ben. It's yours until they accept.")
  expect(ownerOf(larder, listId)).toBe(person.id)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(message(page)).toContainText('You took the offer back.')
  await openMore(page)
  await card(page, 'Hand over').getByLabel('New owner').selectOption('Ben')
  await page.getByRole('button', { name: 'Hand over' }).click()

  const theirs = await openElsewhere(ben)
  await theirs.goto(sharing(listId))
  await card(theirs, 'This list can be yours').getByRole('button', { name: 'Accept' }).click()
  await expect(message(theirs)).toContainText('“Market” is yours now.')
  await expect(card(theirs, 'Share by link')).toBeVisible()
  expect(ownerOf(larder, listId)).toBe(ben.id)
  await page.goto(sharing(listId))

  await expect(card(page, 'Share by link')).toBeHidden()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
  await expect(message(page)).toContainText('You left “Market”.')
  expect(membersOf(larder, listId)).toEqual([])
})

test('accepting twice, as by a double click, hands over once and shows the page', {
  tag: '@full',
}, async ({ page, larder, person }) => {
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ben, 'Weekend')
  addMember(larder, listId, person)
  larder.database
    .prepare('UPDATE lists SET offered_to = ?, offered_at = 1 WHERE id = ?')
    .run(person.id, listId)
  const form = { intent: 'accept' }
  const responses = await Promise.all(
    [1, 2].map(() => page.request.post(sharing(listId), { form, maxRedirects: 0 })),
  )
  expect(responses.map((response) => response.status())).toEqual([303, 303])
  expect(ownerOf(larder, listId)).toBe(person.id)
  expect(membersOf(larder, listId)).toEqual([{ id: ben.id, role: 'editor' }])
})

test('a member sees the people and can leave; nothing else is there', async ({
  page,
  larder,
  person,
  scripted,
}) => {
  const ada = addPerson(larder, 'Grace')
  const listId = addList(larder, ada, 'Market')
  addMember(larder, listId, person, 'viewer')
  await page.goto(sharing(listId))
  await expect(row(page, 'Grace')).toContainText('Owner')
  await expect(row(page, 'Ada (you)')).toContainText('Viewer')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['People', 'Leave'])
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Leave'])
  if (scripted) await expectAccessible(page)
})

test('cards say whose a list is; lists of others can be left, but not renamed or deleted', {
  tag: '@once',
}, async ({ page, larder, person }) => {
  const grace = addPerson(larder, 'Grace')
  const theirs = addList(larder, grace, 'Market')
  addMember(larder, theirs, person)
  const own = addList(larder, person, 'Party')
  addMember(larder, own, grace)
  addList(larder, person, 'Secret')
  await page.goto(`/?userID=${person.id}`)
  const cardOf = (id: string) => page.locator(`#list-${id}`)
  await expect(cardOf(theirs)).toContainText('Shared by Grace')
  await expect(cardOf(own)).toContainText('with Grace')
  await expect(page.locator('.shared')).toHaveCount(2)
  await expect(cardOf(theirs).getByRole('button', { name: 'Delete list' })).toHaveCount(0)
  await cardOf(theirs).locator('summary').click()
  await expect(cardOf(theirs).getByRole('button', { name: 'Duplicate' })).toBeVisible()
  await expect(cardOf(theirs).getByRole('button', { name: 'Rename' })).toHaveCount(0)
  await cardOf(theirs).getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL(sharing(theirs))
})

test("the back button of somebody else's list leads to one's own lists", { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const grace = addPerson(larder, 'Grace')
  const listId = addList(larder, grace, 'Market')
  addMember(larder, listId, person)
  await page.goto(`/single-list?listID=${listId}`)
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
  await expect(page.getByText('Hello, Ada')).toBeVisible()
})

test('showing others what I have seen can be switched off and on', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const stored = () =>
    larder.database.prepare('SELECT shows_seen AS shows FROM users WHERE id = ?').get(person.id)
  await page.goto('/settings?open=data')
  const shows = page.getByRole('switch', { name: "Show others what I've seen" })
  await expect(shows).toHaveAttribute('aria-checked', 'true')
  await shows.click()
  await expect(shows).toHaveAttribute('aria-checked', 'false')
  expect(stored()).toEqual({ shows: 0 })
  await shows.click()
  await expect(shows).toHaveAttribute('aria-checked', 'true')
  expect(stored()).toEqual({ shows: 1 })
})

for (const choice of ['Offer them to their editors', 'Delete them for everyone']) {
  test(`deleting an account says to whom its shared lists are offered: ${choice}`, {
    tag: '@full',
  }, async ({ allowErrors, page, larder, person, scripted }) => {
    allowErrors(/400/)
    givePassword(larder, person)
    const ben = addPerson(larder, 'Ben')
    const cem = addPerson(larder, 'Cem')
    const shared = addList(larder, person, 'Market')
    addMember(larder, shared, cem, 'editor', 2000)
    addMember(larder, shared, ben, 'editor', 1000)
    const viewed = addList(larder, person, 'Party')
    addMember(larder, viewed, ben, 'viewer')
    await page.goto('/settings/delete-account')
    await expect(page.getByText('1 list, and all their items')).toBeVisible()
    await expect(page.getByText('“Market” is offered to Ben')).toBeVisible()
    await expect(page.getByLabel('Offer them to their editors')).toBeChecked()
    if (scripted) await expectAccessible(page)
    await page.getByLabel(choice).check()
    await page.getByLabel('Current password').fill('wrong password')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByText('Wrong password. Nothing was deleted.').first()).toBeVisible()
    await expect(page.getByLabel(choice)).toBeChecked()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/landing')
    const left = larder.database
      .prepare('SELECT id, created_by AS owner FROM lists WHERE id IN (?, ?)')
      .all(shared, viewed)
    expect(left).toEqual(choice === 'Offer them to their editors' ? [{ id: shared, owner: ben.id }] : [])
  })
}

test('somebody made a viewer while they type is told so, and their dialog stays closed', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, openElsewhere }) => {
  const listId = addList(larder, person, 'Market')
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const theirs = await openElsewhere(ben)
  await theirs.goto(`/single-list?listID=${listId}`)
  await theirs.getByRole('button', { name: 'ADD ITEM' }).click()
  await theirs.getByLabel('Name', { exact: true }).fill('Oat milk')
  await page.goto(sharing(listId))
  await unfold(row(page, 'Ben'))
  const setRole = async (role: string) => {
    await row(page, 'Ben').getByLabel('Role of Ben', { exact: true }).selectOption(role)
    await page.getByRole('button', { name: 'Save the role of Ben' }).click()
    await expect(row(page, 'Ben').getByText(`${role} · joined`)).toBeVisible()
  }
  await setRole('Viewer')
  await expect(message(theirs)).toContainText('You can only view this list now.')
  await expect(theirs).toHaveURL(`/single-list?listID=${listId}`)
  await setRole('Editor')
  await expect(message(theirs)).toContainText('You can change this list now.')
  await expect(theirs.getByRole('button', { name: 'ADD ITEM' })).toBeVisible()
  await expect(theirs.getByRole('dialog')).toBeHidden()
})

test('somebody removed while they look at the people goes to their lists and is told so', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, openElsewhere }) => {
  const listId = addList(larder, person, 'Market')
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const theirs = await openElsewhere(ben)
  await theirs.goto(sharing(listId))
  await expect(row(theirs, 'Ben (you)')).toBeVisible()
  await page.goto(sharing(listId))
  await unfold(row(page, 'Ben'))
  await page.getByRole('button', { name: 'Remove Ben' }).click()
  await expect(theirs).toHaveURL(`/?userID=${ben.id}`)
  await expect(message(theirs)).toContainText("You're no longer on this list, or it was deleted.")
})

test('somebody who leaves is told that they left, even if the live update is faster than the answer', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person }) => {
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ben, 'Market')
  addMember(larder, listId, person)
  await page.addInitScript(() => {
    const open = window.WebSocket
    window.WebSocket = class extends open {
      constructor(url: string | URL) {
        super(url)
        addEventListener('submit', () => setTimeout(() => this.tell()), { capture: true, once: true })
      }
      tell() {
        const listID = new URLSearchParams(location.search).get('listID')
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'refused', listID }) }))
      }
    }
  })
  await page.goto(sharing(listId))
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
  await expect(message(page)).toContainText('You left “Market”.')
})

test('long names fit into narrow windows', { tag: '@full' }, async ({ page, larder, person }) => {
  const name = 'x'.repeat(100)
  const theirs = addList(larder, addPerson(larder, name), 'Market')
  addMember(larder, theirs, person)
  const own = addList(larder, person, 'Party')
  addMember(larder, own, addPerson(larder, name))
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(`/?userID=${person.id}`)
  expect(await overflow()).toBe(0)
  const box = await page.locator(`#list-${theirs} .when`).evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(box).toBe(0)
  await page.goto(sharing(own))
  await page.getByRole('button', { name: 'Create link' }).click()
  await shownAddress(page, 'Link')
  expect(await overflow()).toBe(0)
})
