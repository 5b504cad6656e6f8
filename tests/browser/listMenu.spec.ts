import { expect, test } from './fixtures.ts'
import { basketNames, dialog, inMenu, more, openNames, storedRows } from './listPage.ts'

// What the menu in the bar of a list offers.

test.describe('the menu of a list', () => {
  test('opens from a button in the bar and has each entry once; the name is a name', async ({
    page,
    scripted,
    arrange,
  }) => {
    const { path } = arrange([{ name: 'Milk', completed: true }, 'Bread'], 'Weekly shopping, Nov 25')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      const { width: across = 0, height = 0 } = (await more(page).boundingBox()) ?? {}
      expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
      const name = page.getByRole('heading', { level: 1 })
      await name.click()
      await expect(inMenu(page, 'Rename')).toBeHidden()
      await more(page).click()
      const isWide = width > 1100
      await expect(page.locator('.bar .menu .card :is(a, button):visible')).toHaveText(
        [
          ['Rename', 'Paste…', 'Recent changes', 'Past trips', 'By aisle'],
          [...(scripted ? ['Keep the screen on', 'Print'] : []), 'Share as text'],
          ['Duplicate', 'Copy open items to…'],
          ['Untick all', 'Clear done', 'Currency'],
          scripted && isWide ? ['Keyboard shortcuts'] : [],
        ].flat(),
      )
      const card = await page.locator('.bar .menu .card').boundingBox()
      expect(card?.x).toBeGreaterThanOrEqual(0)
      expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(width)
    }
  })

  test('has its last entry in reach in a low window', { tag: '@full' }, async ({ page, arrange }) => {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto(arrange([{ name: 'Milk', completed: true }, 'Bread']).path)
    await more(page).click()
    await inMenu(page, 'Currency').click()
    await expect(page).toHaveURL(/\/currency\//)
  })

  test('renames it', { tag: '@full' }, async ({ page, allowErrors, arrange }) => {
    allowErrors(/400/)
    const { path } = arrange(['Milk'])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Rename').click()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Saturday market')
    await dialog(page).getByLabel('Name').fill('  ')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(dialog(page).getByText(/name/i).last()).toBeVisible()
    await dialog(page).getByLabel('Name').fill('Sunday')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunday')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saturday market')
  })

  test('duplicates it', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange([{ name: 'Milk', completed: true }, 'Bread'])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Duplicate').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Saturday market, [A-Z][a-z]{2} \d+$/)
    await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
  })

  test('unticks all, and clears what is done', { tag: '@once' }, async ({ page, larder, arrange }) => {
    const { path, listId } = arrange([{ name: 'Milk', completed: true }, 'Bread'])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Untick all').click()
    await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(basketNames(page)).toHaveText(['Milk'])
    await more(page).click()
    await inMenu(page, 'Clear done').click()
    await expect(page.locator('.item .name')).toHaveText(['Bread'])
    await expect.poll(() => storedRows(larder, listId)).toHaveLength(1)
  })

  test('shows the list as text to copy', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange([{ name: 'Milk', quantity: 2 }, 'Bread', { name: 'Tea', completed: true }])
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Share as text').click()
    await expect(dialog(page).getByLabel('List as text')).toHaveValue('Saturday market\n- 2 × Milk\n- Bread')
  })
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('a double tap on a choice in the menu meets nothing below it', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange(Array.from({ length: 12 }, (_, n) => `Item ${n}`))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await more(page).click()
    await inMenu(page, 'Print').evaluate(() => {
      window.print = () => {}
    })
    const box = await inMenu(page, 'Print').boundingBox()
    // Over a row, which a tap would tick.
    await page.mouse.dblclick((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
    await expect(inMenu(page, 'Print')).toBeHidden()
    await expect(page.locator('.item')).toHaveCount(12)
    await expect(page.locator('.item.done')).toHaveCount(0)
  })

  test('the menu closes on Escape, on a click elsewhere and after a choice', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange([{ name: 'Milk', completed: true }, 'Bread'])
    await page.goto(path)
    await more(page).click()
    await page.keyboard.press('Escape')
    await expect(inMenu(page, 'Rename')).toBeHidden()
    await expect(more(page)).toBeFocused()
    await more(page).click()
    await page.locator('.bar').click()
    await expect(inMenu(page, 'Rename')).toBeHidden()
    await more(page).click()
    await inMenu(page, 'Untick all').click()
    await expect(inMenu(page, 'Rename')).toBeHidden()
  })
})
