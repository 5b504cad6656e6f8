import { addList } from '#tests/support/rows.ts'
import { addPerson, expect, messages, pressFirst, test } from './fixtures.ts'
import { basketNames, box, dialog, openNames } from './listPage.ts'

// The lists beside the open one, and going back and forth between pages.

test('wide windows show the lists beside the open one', { tag: '@once' }, async ({ page, arrange }) => {
  arrange([{ name: 'Nails', price: 2, completed: true }, 'Glue'], 'Hardware')
  const { path } = arrange(['Milk'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const lists = page.getByRole('navigation', { name: 'Your lists' })
  await expect(lists.getByRole('link', { name: /Hardware/ })).toContainText('1 of 2 left · $ 2.00')
  await expect(lists.getByRole('link', { name: /Saturday market/ })).toHaveAttribute('aria-current', 'page')
  await lists.getByRole('link', { name: /Hardware/ }).click()
  await expect(openNames(page)).toHaveText(['Glue'])
  await page.setViewportSize({ width: 1099, height: 800 })
  await expect(lists).toBeHidden()
})

test('the lists beside the open one keep their places while it is used', {
  tag: ['@script', '@full'],
}, async ({ page, person, larder, arrange }) => {
  const { path } = arrange(['Milk'])
  arrange(['Glue'], 'Hardware')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const lists = page.getByRole('navigation', { name: 'Your lists' }).getByRole('link')
  await expect(lists).toContainText(['Hardware', 'Saturday market'])
  const saved = page.waitForResponse(/completed/)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await saved
  addList(larder, person, 'Newest')
  await page.getByLabel('Add items').fill('bread')
  await page.keyboard.press('Enter')
  await expect(lists).toContainText(['Newest', 'Hardware', 'Saturday market'])
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('lists that cannot be loaded leave the open one as it is', { tag: '@full' }, async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const { path } = arrange(['Milk'])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    const script = await page.evaluate(() => window.__remixManifest?.routes['routes/lists/route']?.module)
    for (const [part, pattern] of [
      ['script', `**${script}`],
      ['data', '**/*.data?*beside*'],
    ] as const) {
      let asked = false
      await page.route(pattern, (route) => {
        asked = true
        return route.abort('internetdisconnected')
      })
      await page.goto(`${path}&dialog=add`)
      await dialog(page).getByLabel('Name').fill('Bread')
      await expect.poll(() => asked, part).toBe(true)
      await page.waitForLoadState('networkidle')
      await expect(dialog(page).getByLabel('Name'), part).toHaveValue('Bread')
      await page.unroute(pattern)
    }
  })

  test('offline, the back button shows the lists that were loaded', { tag: '@full' }, async ({
    page,
    person,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    arrange(['Milk'])
    await page.goto(`/?userID=${person.id}`)
    await page
      .getByRole('link', { name: /^View List/ })
      .first()
      .click()
    await expect(openNames(page)).toHaveText(['Milk'])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page.getByRole('link', { name: /^View List/ }).first()).toBeVisible()
  })

  test('wide windows are used with the keyboard', { tag: '@full' }, async ({ page, arrange }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const { path } = arrange(['Milk', 'Bread', 'Eggs'])
    await page.goto(path)
    await pressFirst(page, 'ArrowDown', box(page, 'Milk'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(basketNames(page)).toHaveText(['Bread'])
    await expect(box(page, 'Eggs')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(basketNames(page)).toHaveText(['Bread', 'Eggs'])
    await expect(box(page, 'Milk')).toBeFocused()
    await page.keyboard.press('u')
    await expect(openNames(page)).toHaveText(['Milk', 'Eggs'])
    await page.keyboard.press('u')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
    await page.keyboard.press('n')
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('nuts')
    await page.keyboard.press('Enter')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'nuts'])
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'ADD ITEM' })).toHaveCount(0)
  })

  test('a message of the page before is gone, and one at a time is shown', { tag: '@full' }, async ({
    page,
    larder,
    allowErrors,
  }) => {
    allowErrors(/400/)
    const person = addPerson(larder)
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(messages(page)).toHaveCount(1)
    await page.goto('/register')
    await expect(messages(page)).toHaveCount(0)
  })

  test('a page that takes long shows a progress line', { tag: '@full' }, async ({
    page,
    person,
    arrange,
  }) => {
    arrange(['Milk'])
    await page.goto(`/?userID=${person.id}`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/single-list.data*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'View List Saturday market' }).click()
    await expect(page.locator('.progress')).toBeVisible()
    answer()
    await expect(openNames(page)).toHaveText(['Milk'])
    await expect(page.locator('.progress')).toHaveCount(0)
  })
})
