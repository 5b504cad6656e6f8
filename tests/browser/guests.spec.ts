import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, messages, signIn, test } from './fixtures.ts'
import { addByDialog, box, names } from './listPage.ts'

// The list for people without an account.

const HOUR = 3_600_000
const LINK_GONE = 'This link no longer works. Ask the person who sent it for a new one.'

function arrange(larder: Larder, role: 'editor' | 'viewer' = 'editor') {
  const owner = addPerson(larder, 'Ada Lovelace')
  const listId = addList(larder, owner, 'Saturday market')
  const ids = addItems(larder, listId, [
    { name: 'Milk', quantity: 2, price: 1.5 },
    { name: 'Bread', price: 3 },
    { name: 'Tea', price: 4, completed: true },
  ])
  return { owner, listId, ids, path: addLink(larder, listId, role) }
}

const stored = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      `SELECT name, quantity_milli / 1000.0 AS quantity, completed, guest_name, completed_guest FROM items
       WHERE list_id = ? AND deleted_at IS NULL ORDER BY position, id`,
    )
    .all(listId)

const message = (page: Page, text: string) => messages(page).filter({ hasText: text })

async function saveName(page: Page, name: string) {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(message(page, `Hello, ${name}.`)).toBeVisible()
}

test('guests write notes, in the line and in the dialog, and viewers can read all of them', async ({
  page,
  larder,
}) => {
  const { listId, path } = arrange(larder)
  const note = 'the one from the region, in the blue box on the lowest shelf, next to the flour'
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await page.locator('.quick textarea').fill(`Rice // ${note}`)
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  const notes = page.locator('.item .note')
  await expect(notes).toHaveText([note])
  await page.getByRole('link', { name: 'Edit Milk' }).click()
  await page.getByLabel('Note').fill('cold')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(notes).toHaveText(['cold', note])
  // Closing, the dialog goes back in the history, which would stop the next page.
  await expect(page.getByRole('dialog')).toBeHidden()
  const isCut = () => notes.last().evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(await isCut()).toBe(true)
  await page.goto(addLink(larder, listId, 'viewer'))
  await expect(notes).toHaveText(['cold', note])
  expect(await isCut()).toBe(false)
})

test('people with a link shop without an account, under the name they give', async ({ page, larder }) => {
  const { listId, path } = arrange(larder)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
  await expect(page.getByText('2 of 3 left')).toBeVisible()
  await expect(page.locator('.total')).toContainText('$ 10.00')
  await saveName(page, 'Anna')

  await addByDialog(page, 'Eggs')
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'Tea'])
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  await page.getByRole('link', { name: 'Edit Bread' }).click()
  const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
  await dialog.getByLabel('Quantity').fill('3')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(message(page, 'Item edited successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Tea' }).click()
  await expect(message(page, 'Deleted Tea.')).toBeVisible()
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk'])
  await expect
    .poll(() => stored(larder, listId))
    .toEqual([
      { name: 'Milk', quantity: 2, completed: 1, guest_name: null, completed_guest: 'Anna' },
      { name: 'Bread', quantity: 3, completed: 0, guest_name: null, completed_guest: null },
      { name: 'Eggs', quantity: 1, completed: 0, guest_name: 'Anna', completed_guest: null },
    ])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message(page, 'Undone.')).toBeVisible()
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk', 'Tea'])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(message(page, 'Redone.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Your name')).toHaveValue('Anna')
})

test('a name that comes with an act is remembered and cut to 40 characters, and one without keeps it', {
  tag: '@full',
}, async ({ page, larder }) => {
  const { listId, path } = arrange(larder)
  const name = 'Anna '.repeat(10)
  await page.request.post(`${path}/add`, { form: { name: 'Eggs', guest: name } })
  expect(stored(larder, listId).at(-1)).toMatchObject({ name: 'Eggs', guest_name: name.slice(0, 39) })
  // From a page that was opened before.
  await page.request.post(`${path}/add`, { form: { name: 'Ham', guest: '' } })
  await page.goto(path)
  await expect(page.getByLabel('Your name')).toHaveValue(name.slice(0, 39))
})

test('a form that is refused keeps what was typed', { tag: '@full' }, async ({
  page,
  larder,
  allowErrors,
}) => {
  allowErrors(/400/)
  const { path } = arrange(larder)
  await page.goto(`${path}?dialog=add`)
  const dialog = page.getByRole('dialog', { name: 'ADD ITEM' })
  await dialog.getByLabel('Name').fill('Eggs')
  await dialog.getByLabel('Price').fill('cheap')
  await dialog.getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog.getByText('Enter a price, such as 3 or 2.49.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Eggs')
})

test('the page of a link offers nothing beyond the items', { tag: '@full' }, async ({
  page,
  larder,
  scripted,
}) => {
  const { path } = arrange(larder)
  await page.goto(path)
  for (const name of [
    'Delete All',
    'ADD RECEIPT',
    'VIEW RECEIPT',
    'ASK AI',
    'Logout',
    'Clear done',
    'Finish',
    'More',
  ]) {
    await expect(page.getByText(name, { exact: true })).toBeHidden()
    await expect(page.getByLabel(name, { exact: true })).toBeHidden()
  }
  const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const others = links.filter((href) => !href?.startsWith(`${path}?dialog=edit&itemID=`))
  expect(others).toEqual([`${path}/quick-add`])
  if (scripted) {
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
  }
})

test('when all is done, a link offers no acts on the whole list', { tag: '@full' }, async ({
  page,
  larder,
}) => {
  const { path } = arrange(larder)
  larder.database.exec('UPDATE items SET completed = 1')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expect(page.locator('.all-done button')).toHaveCount(0)
})

test('a link for reading shows the list and changes nothing', async ({ page, larder, scripted }) => {
  const { listId, ids, path } = arrange(larder, 'viewer')
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Tea'])
  await expect(page.locator('.bar .where p')).toHaveText('View only · 2 of 3 left')
  await expect(page.getByRole('img', { name: 'Not ticked' })).toHaveCount(2)
  await expect(page.getByRole('img', { name: 'Ticked', exact: true })).toHaveCount(1)
  const controls = page.locator('main button:not(.languages *), footer button, main a')
  await expect(controls.filter({ hasNotText: 'By aisle' })).toHaveCount(0)
  if (scripted) await expectAccessible(page)
  await page.goto(`${path}?dialog=add`)
  await expect(page.getByRole('dialog')).toBeHidden()

  const before = stored(larder, listId)
  const [id = ''] = ids
  const acts: [string, Record<string, string>][] = [
    ['completed', { id, listID: listId, completed: 'on' }],
    ['add', { name: 'Eggs' }],
    [`edit?itemID=${id}`, { name: 'Eggs' }],
    ['delete', { itemID: id }],
    ['name', { guest: 'Anna' }],
  ]
  for (const [act, form] of acts) {
    const response = await page.request.post(`${path}/${act}`, { form, maxRedirects: 0 })
    expect(response.status(), act).toBe(403)
    expect(await response.text(), act).toContain('You can view this list, but not change it.')
    const data = await page.request.post(`${path}/${act.replace(/\?|$/, '.data$&')}`, {
      form,
      maxRedirects: 0,
    })
    expect(data.status(), act).toBe(403)
  }
  expect(stored(larder, listId)).toEqual(before)
})

test('an unknown, a revoked and an expired link show the same page', { tag: '@once' }, async ({
  page,
  larder,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { listId } = arrange(larder)
  const paths = [
    '/s/nothing',
    `/s/${'a'.repeat(32)}`,
    addLink(larder, listId, 'editor', { revokedAt: Date.now() - HOUR }),
    addLink(larder, listId, 'editor', { expiresAt: Date.now() - HOUR }),
  ]
  for (const path of paths) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText(LINK_GONE)).toBeVisible()
    const post = await page.request.post(`${path}/add`, { form: { name: 'Eggs' }, maxRedirects: 0 })
    expect(post.status()).toBe(404)
    expect(await post.text()).toContain(LINK_GONE)
  }
})

test('the page of a link names no people, is not indexed and tells no other site its URL', {
  tag: '@once',
}, async ({ page, larder }) => {
  const { owner, listId, path } = arrange(larder)
  larder.database.prepare('UPDATE items SET added_by = ?, completed_by = ?').run(owner.id, owner.id)
  for (const url of [path, `${path}.data`, `${path}/nothing`, '/s/nothing']) {
    const response = await page.request.get(url)
    const headers = response.headers()
    expect(headers['x-robots-tag'], url).toBe('noindex, nofollow')
    expect(headers['referrer-policy'], url).toBe('same-origin')
    const text = await response.text()
    for (const secret of [owner.id, owner.email, owner.name, 'createdBy', 'addedBy']) {
      expect(text, `${secret} in ${url}`).not.toContain(secret)
    }
  }
  expect(await (await page.request.get(path)).text()).toContain(listId)
  await page.goto(path)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
})

test("a link doesn't open other lists", { tag: '@full' }, async ({ page, larder }) => {
  const { path } = arrange(larder)
  const other = arrange(larder)
  const [id = ''] = other.ids
  const before = stored(larder, other.listId)
  const act = (name: string, form: Record<string, string>) =>
    page.request.post(`${path}/${name}`, { form: { ...form, listID: other.listId }, maxRedirects: 0 })
  await act('completed', { id, completed: 'on' })
  await act('delete', { itemID: id })
  await act('edit', { itemID: id, name: 'Mine' })
  await act('add', { name: 'Mine' })
  expect(stored(larder, other.listId)).toEqual(before)
})

test('guests undo what they did themselves, and nothing else', async ({ page, larder }) => {
  const { owner, listId, path } = arrange(larder)
  await signIn(page, larder, owner)
  await page.request.post(`/single-list?listID=${listId}`, { form: { name: 'Eggs' } })
  const change = larder.database
    .prepare('SELECT id FROM changes WHERE list_id = ? ORDER BY list_revision DESC')
    .pluck()
    .get(listId) as string
  const refused = await page.request.post(`${path}/undo`, {
    form: { change, guest: 'Anna' },
    maxRedirects: 0,
  })
  expect(refused.status()).toBe(403)
  expect(await refused.text()).toContain('Only members of this list can do this.')
  expect(stored(larder, listId)).toHaveLength(4)
})

/** Another browser on the same list. */
test('the owner sees at once what two people with a link do, one of them without JavaScript', {
  tag: ['@script', '@full'],
}, async ({ page, openElsewhere, larder, person }) => {
  const listId = addList(larder, person, 'Weekend')
  addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread' }])
  const path = addLink(larder, listId, 'editor')
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('subscribed')),
    )
  await page.goto(`/single-list?listID=${listId}`)
  await subscribed
  const anna = await openElsewhere(undefined, true)
  await anna.goto(path)
  const ben = await openElsewhere(undefined, false)
  await ben.goto(path)
  await saveName(anna, 'Anna')
  await saveName(ben, 'Ben')

  await box(anna, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  await expect(box(page, 'Milk')).toHaveAccessibleDescription('ticked by Anna (guest)')
  await addByDialog(ben, 'Eggs')
  await expect(box(page, 'Eggs')).toHaveAccessibleDescription('added by Ben (guest)')
  await expect(box(ben, 'Milk')).toBeChecked()
  await box(page, 'Bread').click()
  await expect(box(page, 'Bread')).toBeChecked()
  await expect(box(anna, 'Bread')).toBeChecked()

  await page.getByLabel('More').click()
  await page.locator('.bar').getByRole('link', { name: 'Recent changes' }).click()
  await expect(page.getByText('Anna (guest) ticked Milk')).toBeVisible()
  await expect(page.getByText('Ben (guest) added Eggs')).toBeVisible()
})

test('somebody with a link is asked for a name above the items, and below them once it is known', {
  tag: '@full',
}, async ({ page, larder }) => {
  const { path } = arrange(larder)
  await page.goto(path)
  const place = async () => {
    const form = await page.locator('.guest-name').boundingBox()
    const items = await page.locator('.sections').boundingBox()
    return (form?.y ?? 0) < (items?.y ?? 0) ? 'above' : 'below'
  }
  expect(await place()).toBe('above')
  await saveName(page, 'Anna')
  await expect.poll(place).toBe('below')
})

test('a link that is turned off while it is open says so, and offers no Undo', async ({
  page,
  larder,
  request,
  scripted,
  allowErrors,
}) => {
  allowErrors(/404/)
  const { owner, listId, path } = arrange(larder)
  await page.goto(path)
  await box(page, 'Milk').click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const linkID = larder.database.prepare('SELECT id FROM list_links WHERE list_id = ?').pluck().get(listId)
  await request.post(`${larder.url}/sharing?listID=${listId}`, {
    form: { intent: 'revoke', linkID: String(linkID) },
    headers: { Cookie: `session=${owner.cookie}` },
  })
  if (!scripted) await box(page, 'Bread').click()
  await expect(page.getByRole('heading', { name: 'Link not found' })).toBeVisible()
  await expect(page.getByText(LINK_GONE)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Larder' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})
