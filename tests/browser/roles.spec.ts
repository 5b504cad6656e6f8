import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { photo } from '#tests/support/photos.ts'
import { addItems, addList, addReceipt } from '#tests/support/rows.ts'
import { addLink, addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, type Person, test } from './fixtures.ts'
import { box, names } from './listPage.ts'

// A list of somebody else, by role. `person` is the member.

const RECEIPT = await photo(300, 500).webp().toBuffer()

function arrange(larder: Larder, person: Person, role: 'editor' | 'viewer') {
  const owner = addPerson(larder, 'Ben Hur')
  const listId = addList(larder, owner, 'Saturday market')
  const ids = addItems(larder, listId, [
    { name: 'Milk', quantity: 2, price: 1.89 },
    { name: 'Bread' },
    { name: 'Tea', completed: true },
  ])
  addMember(larder, listId, person, role)
  return { owner, listId, ids, path: `/single-list?listID=${listId}` }
}

function stored({ database }: Larder) {
  const tables = ['lists', 'items', 'receipts', 'changes', 'list_members']
  return tables.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all())
}

async function menuOf(page: Page) {
  await page.getByLabel('More').click()
  const entries = await page.locator('.menu .card :is(a, button)').all()
  const visible = await Promise.all(
    entries.map(async (one) => ((await one.isVisible()) ? one.innerText() : '')),
  )
  return visible.filter(Boolean)
}

test('a viewer sees the list and its receipt, and no controls that change it', async ({
  page,
  larder,
  person,
  scripted,
}) => {
  const { listId, path } = arrange(larder, person, 'viewer')
  addReceipt(larder, listId, RECEIPT, { width: 300, height: 500 })
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Tea'])
  await expect(page.locator('.bar .where p')).toHaveText('View only · 2 of 3 left')
  await expect(page.getByRole('img', { name: 'Not ticked' })).toHaveCount(2)
  await expect(page.getByRole('img', { name: 'Ticked', exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Finish' })).toHaveCount(0)
  for (const role of ['checkbox', 'textbox'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  for (const name of ['Delete All', 'ADD ITEM', 'ASK AI']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  if (scripted) await expectAccessible(page)
  const menu = await menuOf(page)
  expect(menu.filter((entry) => ['Rename', 'Untick all', 'Clear done'].includes(entry))).toEqual([])
  expect(menu).toContain('Recent changes')
  await page.getByLabel('More').click()

  await page.getByRole('button', { name: 'VIEW RECEIPT' }).click()
  const dialog = page.getByRole('dialog', { name: 'RECEIPT' })
  await expect(dialog.getByRole('img', { name: 'Receipt for Saturday market' })).toBeVisible()
  await expect(dialog.locator('form')).toHaveCount(0)

  for (const name of ['add', 'edit', 'rename']) {
    await page.goto(`${path}&dialog=${name}`)
    await expect(names(page)).toHaveCount(3)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test("the rows of a viewer don't react to a tap, even just after they have moved", {
  tag: '@script',
}, async ({ page, larder, person, openElsewhere }) => {
  const { owner, path } = arrange(larder, person, 'viewer')
  await page.goto(path)
  await page.evaluate(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...args) {
      const motion = animate.apply(this, args)
      if (motion.effect instanceof KeyframeEffect && motion.effect.composite === 'add')
        document.body.dataset.nudged = 'true'
      return motion
    }
    // The next tap is where Milk was, which has just moved to the basket.
    const tapOnceMoved = () => {
      if (!document.querySelector('#basket > :nth-child(2)')) return
      const bread = document.querySelector('#items > .item')
      const { top = 0, bottom = 0 } = bread?.getBoundingClientRect() ?? {}
      bread?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, detail: 1, clientX: 100, clientY: (top + bottom) / 2 }),
      )
      document.body.dataset.tapped = 'true'
    }
    new MutationObserver(tapOnceMoved).observe(document.body, { subtree: true, childList: true })
  })
  const theirs = await openElsewhere(owner)
  await theirs.goto(path)
  await box(theirs, 'Milk').click()
  await expect(page.locator('body')).toHaveAttribute('data-tapped', 'true')
  await expect(page.locator('body')).not.toHaveAttribute('data-nudged')
})

test('a viewer of a list without a receipt is not asked for one', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const { path } = arrange(larder, person, 'viewer')
  await page.goto(`${path}&dialog=receipt`)
  await expect(names(page)).toHaveCount(3)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'RECEIPT' })).toHaveCount(0)
})

test('a viewer reads recent changes, and nothing else there', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const { owner, listId, ids } = arrange(larder, person, 'viewer')
  larder.database.prepare('UPDATE items SET deleted_at = ? WHERE id = ?').run(Date.now(), ids[0])
  larder.database
    .prepare(
      `INSERT INTO changes (id, list_id, actor_id, kind, list_revision, created_at) VALUES (?, ?, ?, 'delete', 1, ?)`,
    )
    .run(newId(), listId, owner.id, Date.now())
  await page.goto(`/recent?listID=${listId}`)
  await expect(page.getByText('Ben Hur')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deleted items' })).toBeVisible()
  await expect(page.locator('main button')).toHaveCount(0)
})

test('an editor works with the list like its owner, and cannot rename it', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const { path } = arrange(larder, person, 'editor')
  await page.goto(path)
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toBeChecked()
  for (const name of ['Delete All', 'ADD ITEM', 'ADD RECEIPT', 'ASK AI']) {
    await expect(page.getByRole('button', { name })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Finish' })).toBeVisible()
  const menu = await menuOf(page)
  expect(menu).not.toContain('Rename')
  expect(menu).toContain('Clear done')
  await page.getByLabel('More').click()
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect(page).toHaveURL(`/?userID=${person.id}`)
})

test('the bar leads its owner to sharing, and others to the people of a list', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const own = addList(larder, person, 'Alone')
  addLink(larder, own, 'viewer')
  await page.goto(`/single-list?listID=${own}`)
  const share = page.getByRole('link', { name: 'Share', exact: true })
  await expect(share).toHaveAttribute('href', `/sharing?listID=${own}`)

  const { listId, path } = arrange(larder, person, 'viewer')
  await page.goto(path)
  await expect(share).toBeHidden()
  await expect(page.getByRole('link', { name: 'People' })).toHaveAttribute(
    'href',
    `/sharing?listID=${listId}`,
  )
})

test('members see which of the others added and ticked an item, in rows that stay as high', {
  tag: '@full',
}, async ({ page, larder, person }) => {
  const { owner, listId, ids, path } = arrange(larder, person, 'editor')
  const sign = larder.database.prepare(
    'UPDATE items SET added_by = ?, guest_name = ?, completed_by = ?, completed_guest = ? WHERE id = ?',
  )
  sign.run(owner.id, null, null, null, ids[0])
  sign.run(null, 'Anna', null, null, ids[1])
  sign.run(owner.id, null, null, 'Anna', ids[2])
  const [own = ''] = addItems(larder, listId, [{ name: 'Jam', completed: true }])
  sign.run(person.id, null, person.id, null, own)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await expect(box(page, 'Milk')).toHaveAccessibleDescription('added by Ben Hur')
  await expect(box(page, 'Bread')).toHaveAccessibleDescription('added by Anna (guest)')
  await expect(box(page, 'Tea')).toHaveAccessibleDescription('added by Ben Hur, ticked by Anna (guest)')
  await expect(box(page, 'Jam')).toHaveAccessibleDescription('')
  // The owner, Ben, has added most: that is only said to those who listen.
  await expect(page.locator('.item .by span:first-child')).toHaveText(['', 'Anna', '✓\u202fAnna'])
  await page.mouse.move(0, 0)
  const dots = await page
    .locator('.item .by')
    .evaluateAll((all) => all.map((by) => getComputedStyle(by, '::before').content))
  expect(dots).toEqual(['none', '"· "', '"· "'])
  for (const row of await page.locator('.item').all()) {
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(52)
  }
  await box(page, 'Milk').click()
  await expect(box(page, 'Milk')).toHaveAccessibleDescription('added by Ben Hur')
})

test('what others add out of sight is announced until it has been seen, and a tap leads there', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, openElsewhere }) => {
  const { owner, listId, path } = arrange(larder, person, 'editor')
  addItems(
    larder,
    listId,
    Array.from({ length: 20 }, (_, n) => ({ name: `Item ${n}` })),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  const other = await openElsewhere(owner)
  await other.goto(path)
  const news = page.locator('.new-rows').getByRole('button')
  await expect(page.locator('.new-rows')).toBeAttached()
  const write = async (on: Page, lines: string) => {
    await on.locator('.quick textarea').fill(lines)
    await on.locator('.quick textarea').press('Enter')
  }
  await write(other, 'wine, candles')
  await expect(news).toHaveText('Ben Hur: 2 new')
  await write(page, 'grapes')
  await expect(news).toHaveText('3 new ↓')
  await news.click()
  await expect(news).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await write(other, 'figs')
  await expect(news).toHaveText('Ben Hur: 1 new')
  await news.click()
  await expect(names(page).filter({ hasText: 'figs' })).toBeInViewport()
  await expect(news).toHaveCount(0)
})

test('on a list of one person, rows name nobody', { tag: '@full' }, async ({ page, larder, person }) => {
  const listId = addList(larder, person, 'Alone')
  addItems(larder, listId, [{ name: 'Milk' }])
  larder.database.prepare('UPDATE items SET added_by = ? WHERE list_id = ?').run(person.id, listId)
  await page.goto(`/single-list?listID=${listId}`)
  await expect(box(page, 'Milk')).toHaveAccessibleDescription('')
  await expect(page.locator('.by')).toHaveCount(0)
})

interface Act {
  path: string
  form?: Record<string, string>
}

const VIEW_ONLY = 'You can view this list, but not change it. Ask its owner to make you an editor.'
const OWNER_ONLY = 'Only the owner of this list can do this.'

test('what the role lacks is a 403 with a sentence, for pages, scripts and programs', {
  tag: '@full',
}, async ({ page, larder, person }) => {
  const viewed = arrange(larder, person, 'viewer')
  const edited = arrange(larder, person, 'editor')
  const [itemId = ''] = viewed.ids
  const change = newId()
  larder.database
    .prepare(
      `INSERT INTO changes (id, list_id, actor_id, kind, list_revision, created_at) VALUES (?, ?, ?, 'tick', 1, ?)`,
    )
    .run(change, viewed.listId, viewed.owner.id, Date.now())
  const { listId } = viewed
  const asViewer: Act[] = [
    { path: '/completed', form: { id: itemId, listID: listId, completed: 'on' } },
    { path: `/single-list?listID=${listId}`, form: { name: 'Eggs' } },
    { path: `/edit-item/${itemId}?listID=${listId}`, form: { name: 'Eggs' } },
    { path: `/delete-single-item/${listId}?itemID=${itemId}` },
    { path: `/delete-items/${listId}` },
    { path: `/clear-done/${listId}` },
    { path: `/untick-all/${listId}` },
    { path: `/delete-receipt/${listId}` },
    { path: `/generateAI-response?listID=${listId}`, form: { recipe: 'Pancakes' } },
    { path: `/restore-item/${itemId}`, form: { listID: listId } },
    { path: `/purge/${itemId}`, form: { listID: listId } },
    { path: `/undo/${change}` },
  ]
  const asMember: Act[] = [viewed, edited].flatMap(({ listId }) => [
    { path: `/rename-list/${listId}`, form: { name: 'Mine' } },
    { path: `/delete-list/${listId}?userID=${person.id}` },
  ])
  const before = stored(larder)
  const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    page.request.post(path, { form, headers, maxRedirects: 0 })
  const rules = [
    { acts: asViewer, sentence: VIEW_ONLY },
    { acts: asMember, sentence: OWNER_ONLY },
  ]
  for (const { acts, sentence } of rules) {
    for (const { path, form } of acts) {
      const asPage = await post(path, form)
      expect(asPage.status(), path).toBe(403)
      expect(await asPage.text(), path).toContain(sentence)
      const asData = await post(path.replace(/\?|$/, '.data$&'), form)
      expect(asData.status(), `${path} by script`).toBe(403)
      expect(await asData.text(), `${path} by script`).toContain(sentence)
      const asJson = await post(path, form, { Accept: 'application/json' })
      expect(asJson.status(), `${path} as JSON`).toBe(403)
    }
  }
  const upload = await page.request.post(`/add-receipt/${listId}`, {
    multipart: { receiptImage: { name: 'a.webp', mimeType: 'image/webp', buffer: RECEIPT } },
    maxRedirects: 0,
  })
  expect(upload.status()).toBe(403)
  expect(await upload.text()).toContain(VIEW_ONLY)
  expect(stored(larder)).toEqual(before)
})

test('strangers are sent to the landing page', { tag: ['@once', '@full'] }, async ({
  page,
  larder,
  person,
}) => {
  const { listId, path } = arrange(larder, addPerson(larder), 'editor')
  await page.goto(path)
  await expect(page).toHaveURL('/landing')
  const response = await page.request.post(`/delete-items/${listId}`, { maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(person.id).toBeTruthy()
})

test('somebody made a viewer gets a page that says so when they tick without JavaScript', async ({
  page,
  larder,
  person,
  scripted,
  allowErrors,
}) => {
  test.skip(scripted, 'the script reloads the page')
  allowErrors(/403/)
  const { listId, path } = arrange(larder, person, 'editor')
  await page.goto(path)
  larder.database.prepare("UPDATE list_members SET role = 'viewer' WHERE list_id = ?").run(listId)
  await box(page, 'Milk').click()
  await expect(page.getByText('You can view this list, but not change it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Larder' })).toBeVisible()
})
