import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addGoods } from '#tests/support/rows.ts'
import { expect, messages, test } from './fixtures.ts'
import { amounts, line, names, openNames, undo } from './listPage.ts'

// What a list usually has, notes, and moving things between lists.

const NAMES = ['Apples', 'Bananas', 'Bread', 'Butter', 'Cheese', 'Coffee', 'Eggs', 'Ham', 'Jam', 'Milk']
const FIFTEEN = [...NAMES, 'Oats', 'Onions', 'Rice', 'Tea', 'Yogurt']

const usualChip = (page: Page) => page.locator('.chips').getByRole('link', { name: /^The usual/ })
const adding = (page: Page) => page.getByRole('button', { name: /^ADD/ })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test.describe('the usual', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('two taps and one request put fifteen things on a list', async ({ page, larder, arrange }) => {
    const { path, listId } = arrange([])
    addGoods(
      larder,
      listId,
      FIFTEEN.map((name) => ({ name })),
    )
    await page.goto(path)
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await usualChip(page).click()
    await expect(page.getByRole('group', { name: 'Probably due' }).getByRole('checkbox')).toHaveCount(15)
    await adding(page).click()
    await expect(names(page)).toHaveCount(15)
    await expect(messages(page)).toContainText('Added 15 items')
    expect(posts.filter((url) => url.includes('quick-add'))).toHaveLength(1)
    await undo(page).click()
    await expect(names(page)).toHaveCount(0)
  })

  test('amounts and notes can be changed, and only what is ticked is added', async ({
    page,
    larder,
    arrange,
    scripted,
  }) => {
    const { path, listId } = arrange(['Bread'])
    addGoods(larder, listId, [
      { name: 'Milk', unit: 'l', quantity: 2 },
      { name: 'Eggs', note: 'free range' },
      { name: 'Bread' },
      { name: 'Salt', times: 2 },
      { name: 'Honey', daysAgo: 1, times: 9 },
    ])
    await page.goto(`/usual?listID=${listId}`)
    await expect(box(page, '2 l Milk')).toBeChecked()
    await expect(box(page, 'Bread')).toHaveCount(0)
    for (const name of ['Honey', 'Salt']) await expect(box(page, name)).not.toBeChecked()
    if (scripted) await expect(adding(page)).toHaveText('ADD 2')
    await page.getByLabel('Line 2').fill('3 l Milk')
    await box(page, 'Salt').check()
    if (scripted) await expect(adding(page)).toHaveText('ADD 3')
    if (scripted) await expectAccessible(page)
    await adding(page).click()
    await expect(page).toHaveURL(path)
    await expect(openNames(page)).toHaveText(['Bread', 'Eggs', 'Milk', 'Salt'])
    await expect(amounts(page).nth(2)).toContainText('3 l')
    await expect(page.locator('.note')).toHaveText('free range')
  })

  test('something can be forgotten, while what is ticked and typed stays, and undone', async ({
    page,
    larder,
    arrange,
    scripted,
  }) => {
    const { path, listId } = arrange([])
    addGoods(larder, listId, [{ name: 'Milk' }, { name: 'Eggs' }, { name: 'Salt', times: 2 }])
    await page.goto(`/usual?listID=${listId}`)
    await page.getByLabel('Line 1').fill('12 Eggs')
    await box(page, 'Salt').check()
    await page.getByRole('button', { name: 'Forget Milk' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    await expect(messages(page)).toContainText('Forgot Milk.')
    await expect(page.getByLabel('Line 1')).toHaveValue('12 Eggs')
    await expect(box(page, 'Salt')).toBeChecked()
    await undo(page).click()
    await expect(page.getByRole('checkbox')).toHaveCount(3)
    if (scripted) await expect(page.getByLabel('Line 1')).toHaveValue('12 Eggs')
    await page.goto(path)
    await page.locator('.menu summary').first().click()
    await page.getByRole('link', { name: 'Recent changes' }).click()
    await expect(page.getByText('You removed Milk from the usual')).toBeVisible()
    await expect(page.getByText('You put Milk back into the usual')).toBeVisible()
  })

  test('of nothing, nothing can be added', { tag: '@script' }, async ({ page, larder, arrange }) => {
    const { listId } = arrange([])
    addGoods(larder, listId, [{ name: 'Milk' }])
    await page.goto(`/usual?listID=${listId}`)
    await box(page, 'Milk').uncheck()
    await expect(adding(page)).toHaveText('ADD 0')
    await expect(adding(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Forget Milk' }).click()
    await expect(page.getByText('Nothing else is usual here.')).toBeVisible()
  })

  test('chips stay for the next one until somebody taps elsewhere', async ({ page, larder, arrange }) => {
    const { path, listId } = arrange(['1', '2', '3', '4', '5', '6'].map((name) => `thing ${name}`))
    addGoods(larder, listId, [{ name: 'Milk' }, { name: 'Bread' }])
    const chip = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(path)
    await expect(chip('Milk')).toBeHidden()
    await line(page).focus()
    await chip('Milk').click()
    await expect(openNames(page).last()).toHaveText('Milk')
    await expect(chip('Bread')).toBeVisible()
    // They cover no row.
    await page.mouse.wheel(0, 9_999)
    const foot = await page.locator('.list-actions').boundingBox()
    const bottom = async () => {
      const row = await page.locator('.item').last().boundingBox()
      return row && row.y + row.height
    }
    await expect.poll(bottom).toBeLessThanOrEqual(foot?.y ?? 0)
    await box(page, 'thing 1').click()
    await expect(chip('Bread')).toBeHidden()
  })

  test('a newcomer keeps seeing how to write something after the first item', async ({ page, arrange }) => {
    const { path } = arrange([])
    await page.goto(path)
    await page.getByRole('button', { name: 'milk', exact: true }).click()
    await expect(openNames(page)).toHaveText(['milk'])
    await expect(page.getByRole('button', { name: 'bread', exact: true })).toBeVisible()
  })
})

test('a note is typed in the dialog or behind two slashes, and a link in it is a link', async ({
  page,
  arrange,
}) => {
  const { path } = arrange(['Tea'])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Tea' }).click()
  await page.getByLabel('Note').fill('the blue one, https://example.org/tea')
  await page.getByRole('button', { name: 'SUBMIT' }).click()
  const notes = page.locator('.item .note')
  await expect(notes).toHaveText('the blue one, https://example.org/tea')
  await expect(notes.getByRole('link')).toHaveAttribute('href', 'https://example.org/tea')
  // The row shows it before the dialog closes, and the line behind a dialog takes nothing.
  await expect(page.getByRole('dialog')).toBeHidden()
  await line(page).fill('2 milk // only if on sale')
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  await expect(messages(page)).toContainText('Added 2 × milk')
  await expect(notes.last()).toHaveText('only if on sale')
  await undo(page).click()
  await expect(names(page)).toHaveText(['Tea'])
})

test('an item moves to another list, and undo puts both back', async ({ page, arrange, scripted }) => {
  const other = arrange(['Screws'])
  const { path } = arrange(['Tea', 'Nails'])
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Nails' }).click()
  await page.getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: 'Move to another list' }).click()
  if (scripted) await expectAccessible(page)
  await page.getByRole('button', { name: 'Saturday market' }).click()
  await expect(names(page)).toHaveText(['Tea'])
  await expect(messages(page)).toContainText('Moved to “Saturday market”.')
  await page.goto(other.path)
  await expect(names(page)).toHaveText(['Screws', 'Nails'])
  await expect(amounts(page).last()).toContainText('3')
  await page.goto(path)
  await page.locator('.menu summary').first().click()
  await page.getByRole('link', { name: 'Recent changes' }).click()
  await page.getByRole('button', { name: 'Undo You moved Nails to another list' }).click()
  await expect(messages(page)).toContainText('Undone.')
  await page.goto(path)
  await expect(names(page)).toHaveText(['Tea', 'Nails'])
  await page.goto(other.path)
  await expect(names(page)).toHaveText(['Screws'])
})

test('lists with the longest names can be chosen on a small phone', async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  arrange([], 'W'.repeat(200))
  const { ids, listId } = arrange(['Tea'])
  for (const path of [`/move/${ids[0]}?listID=${listId}`, `/copy/${listId}`]) {
    await page.goto(path)
    const button = await page.getByRole('button', { name: 'WWW' }).boundingBox()
    expect((button?.x ?? 0) + (button?.width ?? 999)).toBeLessThanOrEqual(360)
  }
})

test('what is open is copied to another list and stays', async ({ page, arrange }) => {
  const other = arrange(['Tea'])
  const { path } = arrange([
    { name: 'Tea', quantity: 2 },
    { name: 'Milk', completed: true },
    { name: 'Bread' },
  ])
  await page.goto(path)
  await page.locator('.menu summary').first().click()
  await page.getByRole('link', { name: 'Copy open items to' }).click()
  await page.getByRole('button', { name: 'Saturday market' }).click()
  await expect(messages(page)).toContainText('Added 2 items to Saturday market.')
  await expect(openNames(page)).toHaveText(['Tea', 'Bread'])
  await page.goto(other.path)
  await expect(names(page)).toHaveText(['Tea', 'Bread'])
  await expect(amounts(page).first()).toContainText('3')
})

test('the screen stays on while the list is in sight, on the phone that wants it', {
  tag: '@script',
}, async ({ page, arrange }) => {
  await page.addInitScript(() => {
    const held = { count: 0 }
    const release = async () => {
      held.count -= 1
    }
    const request = async () => {
      held.count += 1
      return { release }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { held })
  })
  const held = () => page.evaluate(() => (window as unknown as { held: { count: number } }).held.count)
  const { path } = arrange(['Tea'])
  const choice = page.getByRole('switch', { name: 'Keep the screen on' })
  await page.goto(path)
  await page.locator('.menu summary').first().click()
  await choice.click()
  await expect.poll(held).toBe(1)
  // As the browser lets it go while the page is hidden
  await page.evaluate(() => {
    Object.assign(window, { held: Object.assign((window as unknown as { held: object }).held, { count: 0 }) })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(held).toBe(1)
  await page.reload()
  await expect.poll(held).toBe(1)
  await page.getByRole('button', { name: 'Back to your lists' }).click()
  await expect.poll(held).toBe(0)
  await page.goto(path)
  await page.locator('.menu summary').first().click()
  await expect(choice).toBeChecked()
  await choice.click()
  await expect.poll(held).toBe(0)
})
