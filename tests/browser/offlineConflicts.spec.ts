import { addItems } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, fullUnless, type Larder } from './fixtures.ts'
import { addByLine, box, dialog, names, row } from './listPage.ts'
import { edit, goOffline, goOnline, itemsOf, open, operationsOf, status, test } from './offlineTest.ts'

// Changes of others to the same items while the phone was offline.

test.describe('conflicts', () => {
  const change = ({ database }: Larder, id: string | undefined, set: string) =>
    database.prepare(`UPDATE items SET ${set}, updated_at = updated_at + 1 WHERE id = ?`).run(id)

  test('fields that others changed stay as they made them', { tag: ['@script', '@full'] }, async ({
    page,
    larder,
    network,
    arrange,
  }) => {
    const { listId, ids, path } = arrange(['Milk'])
    await open(page, path)
    await goOffline(page, network)
    await edit(page, 'Milk', { Name: 'Oat milk' })
    change(larder, ids[0], 'quantity_milli = 3000')
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId)).toEqual([{ name: 'Oat milk', milli: 3000, completed: 0 }])
    await expect(row(page, 'Oat milk')).toContainText('3 ×')
  })

  for (const [choice, expected] of [
    ['Keep yours', 'Oat milk'],
    ['Keep theirs', 'Goat milk'],
  ] as const) {
    test(`of two names for the same item somebody chooses: ${choice}`, {
      tag: ['@script', ...fullUnless(choice, 'Keep yours')],
    }, async ({ page, larder, network, allowErrors, arrange }) => {
      allowErrors(/409/)
      const { listId, ids, path } = arrange(['Milk'])
      await open(page, path)
      await goOffline(page, network)
      await edit(page, 'Milk', { Name: 'Oat milk', Price: '1.49' })
      change(larder, ids[0], "name = 'Goat milk'")
      await goOnline(page, network)
      await expect(status(page)).toContainText("1 change wasn't saved.")
      await expect(row(page, 'Goat milk').locator('.amounts')).toBeVisible()
      await page.reload()
      await status(page).getByRole('button', { name: 'Show' }).click()
      await expect(dialog(page)).toContainText('Yours')
      await expect(dialog(page)).toContainText('Oat milk, 1')
      await expect(dialog(page)).toContainText('Goat milk, 1')
      await dialog(page).getByRole('button', { name: choice }).click()
      await expect(dialog(page)).toContainText('All changes are saved.')
      await page.keyboard.press('Escape')
      await expect(names(page)).toHaveText([expected])
      // Only one of them has changed the price.
      await expect(row(page, expected)).toContainText('$ 1.49')
      expect(itemsOf(larder, listId).map(({ name }) => name)).toEqual([expected])
    })
  }

  test('a tick of something deleted says who deleted it and restores it', {
    tag: ['@script', '@full'],
  }, async ({ page, larder, network, openElsewhere, allowErrors, arrange }) => {
    allowErrors(/410/)
    const ben = addPerson(larder, 'Ben')
    const { listId, path } = arrange(['Milk', 'Bread'])
    addMember(larder, listId, ben)
    const there = await openElsewhere(ben)
    await open(page, path)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await expect(box(page, 'Milk')).toBeChecked()
    await there.goto(larder.url + path)
    await there.getByRole('button', { name: 'Delete Milk' }).click()
    await expect.poll(() => itemsOf(larder, listId)).toHaveLength(1)
    await goOnline(page, network)
    await expect(status(page)).toContainText('Ben deleted “Milk”.')
    await expect(names(page)).toHaveText(['Bread'])
    await status(page).getByRole('button', { name: 'Show' }).click()
    await expect(dialog(page)).toContainText('Ben deleted “Milk”.')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(dialog(page)).toContainText('All changes are saved.')
    await page.keyboard.press('Escape')
    await expect(box(page, 'Milk')).toBeChecked()
    expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
      ['Bread', 0],
      ['Milk', 1],
    ])
  })

  test('acts on rows that join what others added meanwhile count for those', { tag: '@script' }, async ({
    page,
    larder,
    network,
    arrange,
  }) => {
    const { listId, path } = arrange(['Tea'])
    await open(page, path)
    await goOffline(page, network)
    await addByLine(page, '2 milk, 3 bread, rice')
    await box(page, 'milk').click()
    await page.getByRole('button', { name: 'Delete bread' }).click()
    await edit(page, 'rice', { Price: '1.49' })
    await expect(names(page)).toHaveText(['Tea', 'rice', 'milk'])
    addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread' }, { name: 'Rice' }])
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    await expect(names(page)).toHaveText(['Tea', 'Bread', 'Rice', 'Milk'])
    await expect(row(page, 'Rice')).toContainText('$ 1.49')
    expect(itemsOf(larder, listId).slice(1)).toEqual([
      { name: 'Bread', milli: 1000, completed: 0 },
      { name: 'Rice', milli: 1000, completed: 0 },
      { name: 'Milk', milli: 3000, completed: 1 },
    ])
  })

  test('lines that are refused later wait for a decision, on the lists page, too', {
    tag: ['@script', '@full'],
  }, async ({ page, person, larder, network, allowErrors, arrange }) => {
    allowErrors(/409/)
    const { listId, path } = arrange(['Milk'])
    await open(page, path)
    await goOffline(page, network)
    await addByLine(page, '2 kg flour')
    await expect(status(page)).toContainText('1 change is waiting here.')
    network.restore()
    network.answerWith((req, res) => {
      if (!req.url?.startsWith('/quick-add')) return false
      res.writeHead(409, { 'Content-Type': 'application/json' })
      res.end('{"ok":false,"status":409,"code":"list-full","message":"This list is full."}')
      return true
    })
    await page.reload()
    await expect(status(page)).toContainText("1 change wasn't saved.")
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page).toHaveURL(`/?userID=${person.id}`)
    await expect(status(page)).toContainText("1 change wasn't saved.")
    await status(page).getByRole('button', { name: 'Show' }).click()
    await expect(dialog(page)).toContainText('Add 2 kg flour')
    await expect(dialog(page)).toContainText('This list is full.')
    network.restore()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('All changes are saved.')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    expect(itemsOf(larder, listId).map(({ name }) => name)).toEqual(['Milk', 'flour'])
  })

  test('deleted on both sides is deleted', { tag: ['@script', '@full'] }, async ({
    page,
    larder,
    network,
    arrange,
  }) => {
    const { listId, ids, path } = arrange(['Milk', 'Bread'])
    await open(page, path)
    await goOffline(page, network)
    await page.getByRole('button', { name: 'Delete Milk' }).click()
    larder.database.prepare('UPDATE items SET deleted_at = ? WHERE id = ?').run(Date.now(), ids[0])
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId).map(({ name }) => name)).toEqual(['Bread'])
  })

  for (const [clock, shift] of [
    ['a day ahead', 86_400_000],
    ['a day behind', -86_400_000],
  ] as const) {
    test(`with a clock ${clock}, the latest tick wins`, {
      tag: ['@script', '@full'],
    }, async ({ page, person, larder, network, openElsewhere, arrange }) => {
      await page.addInitScript((ms) => {
        const { now } = Date
        Date.now = () => now() + ms
      }, shift)
      const { listId, path } = arrange(['Milk', 'Bread'])
      const begunAt = Date.now()
      const there = await openElsewhere(person)
      await there.goto(larder.url + path)
      await open(page, path)
      await goOffline(page, network)
      // A page's idea of the server's time is behind, but by no more than it took to load.
      const behind = Date.now() - begunAt
      await box(page, 'Milk').click()
      await expect(box(page, 'Milk')).toBeChecked()
      // Later than the phone without reception.
      await there.waitForTimeout(behind)
      for (const name of ['Milk', 'Bread']) {
        await box(there, name).click()
        await expect(box(there, name)).toBeChecked()
        await box(there, name).click()
        await expect(box(there, name)).not.toBeChecked()
      }
      await page.reload()
      // Earlier than the phone without reception.
      await expect.poll(() => operationsOf(larder, listId)).toBe(4)
      await page.waitForTimeout(behind)
      await box(page, 'Bread').click()
      await expect(box(page, 'Bread')).toBeChecked()
      await goOnline(page, network)
      await expect(status(page)).toContainText('All changes are saved.')
      expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
        ['Milk', 0],
        ['Bread', 1],
      ])
    })
  }
})
