import { expect, test } from './fixtures.ts'
import { dialog, openNames, storedRows } from './listPage.ts'

// Adding and editing an item in a dialog.

test('adding another item keeps the dialog open', { tag: '@once' }, async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  const { path, listId } = arrange([])
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  for (const name of ['Milk', 'Bread']) {
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect.poll(() => storedRows(larder, listId).at(-1)?.name).toBe(name)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('')
  }
  await dialog(page).getByLabel('Name').fill('Eggs')
  await dialog(page).getByRole('button', { name: 'SUBMIT' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Eggs'])
  if (scripted) await expect(page.getByRole('button', { name: 'ADD ITEM' })).toBeFocused()
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('going back while a page is still loading closes its dialog, too', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange(['Milk'])
    await page.goto(path)
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await expect(dialog(page)).toBeVisible()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(/entry\.client/)
    const reloaded = page.reload()
    await asked
    await expect(dialog(page)).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(path)
    answer()
    await reloaded
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await expect(dialog(page)).toBeVisible()
  })

  test('a double tap opens a dialog once and keeps it', async ({ page, arrange }) => {
    const { path } = arrange(['Milk'])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).dblclick()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Bread')
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Bread')
  })

  test('what is typed while another item is on its way stays', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { path } = arrange(['Milk'])
    await page.goto(`${path}&dialog=add`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/single-list*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await dialog(page).getByLabel('Name').fill('Bread')
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Garlic')
    await expect(dialog(page).getByRole('button', { name: 'SUBMIT' })).toBeDisabled()
    answer()
    await expect(dialog(page).getByRole('button', { name: 'SUBMIT' })).toBeEnabled()
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Garlic')
    await page.keyboard.press('Enter')
    await expect(openNames(page)).toHaveText(['Milk', 'Bread', 'Garlic'])
  })

  test('an item that was refused is named or given back', { tag: '@full' }, async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/400/)
    const { path } = arrange(['Milk'])
    await page.goto(`${path}&dialog=add`)
    const name = dialog(page).getByLabel('Name')
    await name.fill('Bread')
    await dialog(page).getByLabel('Price').fill('cheap')
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(name).toHaveValue('Bread')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/single-list*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await dialog(page).getByRole('button', { name: 'Add another' }).click()
    await expect(name).toHaveValue('')
    await name.fill('Garlic')
    release()
    await expect(dialog(page).getByText("“Bread” wasn't added.")).toBeVisible()
    await expect(name).toHaveValue('Garlic')
  })

  test('a number is selected when its field gets the focus', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange([])
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1.89')
    await page.keyboard.press('Enter')
    await expect(page.locator('.amounts')).toHaveText('2 × $ 1.89 · $ 3.78')
  })

  test('a tap outside the dialog closes it only while nothing is typed', async ({ page, arrange }) => {
    const { path } = arrange([])
    await page.goto(path)
    const add = page.getByRole('button', { name: 'ADD ITEM' })
    await add.click()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await page.mouse.click(5, 700)
    await expect(dialog(page)).toBeHidden()
    await add.click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.mouse.click(5, 700)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Milk')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  test("the browser's back button closes a dialog, and a reload keeps it", async ({
    page,
    person,
    arrange,
  }) => {
    const { path } = arrange(['Milk'])
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Saturday market' }).click()
    for (const open of [
      page.getByRole('button', { name: 'ADD ITEM' }),
      page.getByRole('link', { name: 'Edit Milk' }),
      page.getByRole('button', { name: 'ADD RECEIPT' }),
    ]) {
      await open.click()
      await expect(dialog(page)).toBeVisible()
      await page.goBack()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(path)
      await expect(open).toBeFocused()
    }
    await page.getByRole('link', { name: 'Edit Milk' }).click()
    await page.reload()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
  })

  test('a dialog opens once its code has arrived, also after a first try failed', async ({
    page,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/ERR_FAILED/)
    let fail = () => {}
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route(
      '**/assets/list-idle-*.js',
      async (route) => {
        await failed
        await route.abort()
      },
      { times: 1 },
    )
    await page.goto(arrange(['Milk']).path)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await expect(page).toHaveURL(/dialog=add/)
    await expect(dialog(page)).toBeHidden()
    fail()
    // Whatever the page shows next has it tried again. By event, because the dialog may be there before.
    await page.getByRole('checkbox', { name: 'Milk' }).dispatchEvent('click')
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
  })

  test('a finished dialog leaves no step in the history', { tag: '@full' }, async ({
    page,
    person,
    arrange,
  }) => {
    const { path } = arrange([])
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('link', { name: 'View List Saturday market' }).click()
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await dialog(page).getByLabel('Name').fill('Milk')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
  })
})
