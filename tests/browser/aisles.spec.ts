import type { Page } from '@playwright/test'
import { CATEGORIES, type Category } from '#app/domain/aisles/categories.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addAisles, addCategories } from '#tests/support/rows.ts'
import { addLink } from '#tests/support/sharing.ts'
import { expect, type Larder, messages, test } from './fixtures.ts'
import { addByDialog, box, dialog, inMenu, more, openNames, row, undo } from './listPage.ts'

// Lists by aisle, and the order of the shop.

const THINGS: Record<string, Category> = {
  Figs: 'produce',
  Soap: 'household',
  Cola: 'drinks',
  Pears: 'produce',
  Peas: 'frozen',
}
/** As the list's people walk. */
const SHOP: Category[] = ['drinks', 'frozen', 'produce', 'household']
const BY_AISLE = [
  'Drinks',
  'Cola',
  'Frozen',
  'Peas',
  'Fruit & vegetables',
  'Figs',
  'Pears',
  'Household & hygiene',
  'Soap',
]

const inOrder = (page: Page) => page.locator('#items > :is(.aisle, .item) :is(h2, .name)')
const headings = (page: Page) => page.locator('#items').getByRole('heading', { level: 2 })
const places = (page: Page) => page.locator('ol.acts > li > p')

function learned(larder: Larder, listId: string) {
  addCategories(larder, listId, THINGS)
  addAisles(larder, listId, [...new Set([...SHOP, ...CATEGORIES])])
}

async function choose(page: Page, view: string) {
  await more(page).click()
  await inMenu(page, view).click()
}

test('by aisle, what is open stands under headings in the order of the shop', async ({
  page,
  larder,
  arrange,
  scripted,
}) => {
  const { path, listId } = arrange(Object.keys(THINGS))
  learned(larder, listId)
  await page.goto(path)
  await expect(openNames(page)).toHaveText(Object.keys(THINGS))
  await choose(page, 'By aisle')
  await expect(inOrder(page)).toHaveText(BY_AISLE)
  if (scripted) await expectAccessible(page)
  await page.reload()
  await expect(inOrder(page)).toHaveText(BY_AISLE)
  await box(page, 'Cola').click()
  await expect(page.locator('#basket .name')).toHaveText(['Cola'])
  await expect(headings(page)).toHaveText(['Frozen', 'Fruit & vegetables', 'Household & hygiene'])
  await addByDialog(page, 'Peas, big')
  await expect(row(page, 'Peas, big')).toBeVisible()
  await choose(page, 'In order of adding')
  await expect(headings(page)).toHaveCount(0)
  await expect(openNames(page).first()).toHaveText('Figs')
})

test('a new item goes to its heading', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(['Cola', 'Soap', 'Peas'])
  learned(larder, listId)
  await page.goto(path)
  await choose(page, 'By aisle')
  await addByDialog(page, 'Figs')
  const all = [
    'Drinks',
    'Cola',
    'Frozen',
    'Peas',
    'Fruit & vegetables',
    'Figs',
    'Household & hygiene',
    'Soap',
  ]
  await expect(inOrder(page)).toHaveText(all)
})

test('a list with fewer than three aisles has no headings', { tag: '@once' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(['Figs', 'Cola'])
  learned(larder, listId)
  await page.goto(path)
  await choose(page, 'By aisle')
  await expect(openNames(page)).toHaveText(['Cola', 'Figs'])
  await expect(headings(page)).toHaveCount(0)
})

test('a long list that has learned its order offers it, until somebody has chosen', async ({
  page,
  larder,
  arrange,
}) => {
  const offer = page.getByText('Larder has learned in which order you shop here.')
  const twelve = Array.from({ length: 12 }, (_, n) => `Thing ${n}`)
  const plain = arrange(twelve)
  await page.goto(plain.path)
  await expect(offer).toBeHidden()
  const { path, listId } = arrange(twelve)
  learned(larder, listId)
  await page.goto(path)
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(openNames(page)).toHaveCount(12)
  await expect(offer).toBeHidden()
  const other = arrange([...twelve, ...Object.keys(THINGS)])
  learned(larder, other.listId)
  await page.goto(other.path)
  await page.locator('#offer').getByRole('button', { name: 'By aisle' }).click()
  await expect(headings(page).first()).toHaveText('Drinks')
  await expect(offer).toBeHidden()
})

test('aisles move by a tap or a key, keep the focus, and the order is everywhere at once', async ({
  page,
  larder,
  arrange,
  person,
  scripted,
  openElsewhere,
}) => {
  const { path, listId } = arrange(Object.keys(THINGS))
  learned(larder, listId)
  const other = await openElsewhere(person)
  await other.goto(path)
  await choose(other, 'By aisle')
  await expect(headings(other).first()).toHaveText('Drinks')
  await page.goto(path)
  await expect(headings(page).first()).toHaveText('Drinks')
  await more(page).click()
  await inMenu(page, 'Order of the shop').click()
  await expect(places(page).first()).toContainText('Drinks Learned from 4 trips')
  if (scripted) await expectAccessible(page)
  const up = page.getByRole('button', { name: 'Move Household & hygiene up' })
  await expect(places(page).nth(3)).toContainText('Household')
  await up.focus()
  for (let n = 1; n <= 2; n += 1) {
    await page.keyboard.press('Enter')
    await expect(places(page).nth(3 - n)).toContainText('Household')
    await expect(up).toBeFocused()
  }
  await expect(places(page).nth(1)).toContainText('Moved by you')
  await expect(messages(page)).toContainText('Moved: Household & hygiene.')
  await undo(page).click()
  await expect(places(page).nth(2)).toContainText('Household')
  const down = page.getByRole('button', { name: 'Move Drinks down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(places(page).nth(1)).toContainText('Drinks Moved by you')
  await expect(down).toBeFocused()
  if (!scripted) await other.reload()
  await expect(headings(other).nth(1)).toHaveText('Drinks')
  await page.getByRole('button', { name: 'RESET' }).click()
  await expect(messages(page)).toContainText('The order is as in most shops again.')
  await expect(places(page).first()).toContainText('Fruit & vegetables As in most shops')
  await undo(page).click()
  await expect(places(page).nth(1)).toContainText('Drinks Moved by you')
})

test("an item's dialog has its aisle, which holds for its name, and can be undone", async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(Object.keys(THINGS))
  learned(larder, listId)
  await page.goto(path)
  await choose(page, 'By aisle')
  await expect(inOrder(page)).toHaveText(BY_AISLE)
  await page.getByRole('link', { name: 'Edit Peas' }).click()
  const aisle = dialog(page).getByLabel('Aisle')
  await expect(aisle).toHaveValue('frozen')
  await aisle.selectOption('Cans & jars')
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(headings(page)).toHaveText([
    'Drinks',
    'Fruit & vegetables',
    'Household & hygiene',
    'Cans & jars',
  ])
  await undo(page).click()
  await expect(inOrder(page)).toHaveText(BY_AISLE)
  await page.goto(`/recent?listID=${listId}`)
  await expect(page.locator('main')).toContainText('You edited Peas: now under “Cans & jars”')
})

test('what was added is marked once, not again when rows move', { tag: ['@script', '@once'] }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(Object.keys(THINGS))
  learned(larder, listId)
  await page.goto(path)
  await choose(page, 'By aisle')
  await expect(inOrder(page).first()).toHaveText('Drinks')
  await addByDialog(page, 'Tea')
  const tea = row(page, 'Tea')
  await expect(tea).toHaveClass(/highlighted/)
  const isMarked = () =>
    tea.evaluate((row) =>
      row.getAnimations().some((one) => one instanceof CSSAnimation && one.animationName === 'mark'),
    )
  await expect.poll(isMarked).toBe(false)
  await choose(page, 'In order of adding')
  await expect(openNames(page).last()).toHaveText('Tea')
  expect(await isMarked()).toBe(false)
})

test('guests see the order of the list, in the view that they choose', async ({
  page,
  larder,
  arrange,
  openElsewhere,
}) => {
  const { listId } = arrange(Object.keys(THINGS))
  learned(larder, listId)
  const guest = await openElsewhere()
  await guest.goto(addLink(larder, listId, 'editor'))
  await expect(openNames(guest)).toHaveText(Object.keys(THINGS))
  await guest.getByRole('button', { name: 'By aisle' }).click()
  await expect(inOrder(guest)).toHaveText(BY_AISLE)
  await guest.reload()
  await expect(inOrder(guest)).toHaveText(BY_AISLE)
  await guest.getByRole('link', { name: 'Edit Peas' }).click()
  await expect(dialog(guest).getByLabel('Aisle')).toHaveValue('frozen')
  await page.goto(`/single-list?listID=${listId}`)
  await expect(headings(page)).toHaveCount(0)
})

test('a phone shows eight of twelve rows in four aisles, and paper has the headings', {
  tag: '@once',
}, async ({ page, larder, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const names = [0, 1, 2].flatMap((n) => SHOP.map((category) => ({ name: `${category} ${n}`, category })))
  const { path, listId } = arrange(names.map(({ name }) => name))
  addCategories(larder, listId, Object.fromEntries(names.map(({ name, category }) => [name, category])))
  await page.goto(path)
  await choose(page, 'By aisle')
  await expect(headings(page)).toHaveCount(4)
  const foot = await page.locator('.list-actions').boundingBox()
  const rows = await page.locator('#items > .item').all()
  const bottoms = await Promise.all(
    rows.map(async (one) => (await one.boundingBox()) ?? { y: 999, height: 0 }),
  )
  expect(bottoms.filter(({ y, height }) => y + height <= (foot?.y ?? 0)).length).toBeGreaterThanOrEqual(8)
  await page.emulateMedia({ media: 'print' })
  await expect(headings(page).first()).toBeVisible()
})

test("the order of the shop is in the language of the account, not the browser's", { tag: '@once' }, async ({
  page,
  larder,
  arrange,
  person,
}) => {
  larder.database.prepare("UPDATE users SET language = 'de' WHERE id = ?").run(person.id)
  const { listId } = arrange(['Figs'])
  await page.goto(`/aisles?listID=${listId}`)
  await expect(places(page).first()).toContainText('Obst & Gemüse Wie in den meisten Läden')
})
