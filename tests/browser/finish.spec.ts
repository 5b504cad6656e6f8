import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { photo } from '#tests/support/photos.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, type Larder, messages } from './fixtures.ts'
import { basketNames, box, dialog, names, openNames, undo } from './listPage.ts'
import { goOffline, goOnline, open, test } from './offlineTest.ts'

// A trip ends, and the list lives on.

const GOODS = [
  { name: 'Milk', quantity: 2, price: 1.5, completed: true },
  { name: 'Bread', price: 3, completed: true },
  { name: 'Tea' },
]
const RECEIPT = { name: 'receipt.png', mimeType: 'image/png', buffer: await photo(300, 400).png().toBuffer() }

const finishLink = (page: Page) => page.getByRole('link', { name: 'Finish', exact: true })
const finishButton = (page: Page) => page.getByRole('button', { name: 'FINISH', exact: true })

interface Trip {
  id: string
  store: string
  paid_minor: number | null
  item_count: number
  bought_on: string
}

const tripsOf = ({ database }: Larder, listId: string) =>
  database
    .prepare('SELECT * FROM trips WHERE list_id = ? AND deleted_at IS NULL ORDER BY id')
    .all(listId) as Trip[]

const linesOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      `SELECT trip_items.name, price_minor AS price FROM trip_items JOIN trips ON trips.id = trip_id
       WHERE list_id = ? AND deleted_at IS NULL ORDER BY trip_id, position`,
    )
    .all(listId)

test('what is ticked leaves as a trip, with what it cost and where', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(GOODS)
  await page.goto(path)
  await finishLink(page).click()
  await expect(page.getByText('2 items in the basket · Estimated $ 6.00')).toBeVisible()
  await expect(page.getByLabel('Paid')).toHaveValue('')
  await page.getByLabel('Paid').fill('6,40')
  await page.getByLabel('Store').fill('Lidl')
  await page.getByText('Check prices').click()
  await page.getByLabel('Price of Milk').fill('1.70')
  await finishButton(page).click()
  await expect(messages(page)).toContainText('Finished: 2 items, $ 6.40 at Lidl.')
  await expect(names(page)).toHaveText(['Tea'])
  expect(tripsOf(larder, listId)).toMatchObject([{ store: 'Lidl', paid_minor: 640, item_count: 2 }])
  expect(linesOf(larder, listId)).toEqual([
    { name: 'Milk', price: 170 },
    { name: 'Bread', price: 300 },
  ])
  await undo(page).click()
  await expect(basketNames(page)).toHaveText(['Milk', 'Bread'])
  expect(tripsOf(larder, listId)).toEqual([])
})

test('from the last tick, a trip ends with two taps', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange(GOODS)
  const trip =
    "INSERT INTO trips SELECT ?, id, name, created_by, created_by, 'Aldi', 1, 1, 'USD', '2026-01-05', 1, 0, 1, 1, NULL FROM lists WHERE id = ?"
  larder.database.prepare(trip).run('01900000-0000-7000-8000-000000000000', listId)
  await page.goto(path)
  await box(page, 'Tea').click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  let taps = 0
  const tap = async (target: ReturnType<Page['getByLabel']>) => {
    await target.click()
    taps += 1
  }
  await tap(page.getByLabel('Paid'))
  await page.keyboard.type('7.10')
  await tap(finishButton(page))
  await expect(messages(page)).toContainText('Finished: 3 items, $ 7.10 at Aldi.')
  expect(taps).toBeLessThanOrEqual(3)
  expect(tripsOf(larder, listId)[1]).toMatchObject({ store: 'Aldi', paid_minor: 710, item_count: 3 })
})

test('what was bought last time is on the list again with one tap, and off with another', async ({
  page,
  arrange,
}) => {
  const { path } = arrange(GOODS.slice(0, 2))
  await page.goto(path)
  await finishButton(page).click()
  await expect(page.getByText('You finished shopping: 2 items')).toBeVisible()
  await page.getByRole('button', { name: 'Same as last time (2)' }).click()
  await expect(openNames(page)).toHaveText(['Milk', 'Bread'])
  await expect(page.locator('.amounts').first()).toContainText('2 ×')
  await expect(messages(page)).toContainText('Added 2 items to')
  await undo(page).click()
  await expect(names(page)).toHaveCount(0)
})

test('what was typed stays after an error, which stands at its field', async ({
  page,
  arrange,
  allowErrors,
}) => {
  allowErrors(/400/)
  const { path } = arrange(GOODS)
  await page.goto(path)
  await finishLink(page).click()
  await page.getByLabel('Paid').fill('six')
  await page.getByLabel('Store').fill('Lidl')
  await page.getByText('Check prices').click()
  await page.getByLabel('Price of Milk').fill('1.70')
  await finishButton(page).click()
  const paid = page.getByLabel('Paid')
  await expect(paid).toHaveAttribute('aria-invalid', 'true')
  await expect(paid).toHaveAccessibleDescription('Enter what it cost, such as 26.80, or leave it empty.')
  await expect(paid).toHaveValue('six')
  await expect(page.getByLabel('Store')).toHaveValue('Lidl')
  await expect(page.locator('input[name=price]').first()).toHaveValue('1.70')
  await expect(names(page)).toHaveCount(await page.locator('.item').count())
})

test('a photo goes with the trip, and the list asks for the next one', async ({
  page,
  larder,
  arrange,
  scripted,
}) => {
  const { path, listId } = arrange(GOODS)
  await page.goto(path)
  await finishLink(page).click()
  await page.getByLabel('Receipt photo').setInputFiles(RECEIPT)
  if (scripted) await expect(page.getByText('The receipt goes with it.')).toBeVisible()
  await finishButton(page).click()
  await expect(messages(page)).toContainText('Finished: 2 items.')
  await expect(page.getByRole('button', { name: 'ADD RECEIPT' })).toBeVisible()
  const [trip] = tripsOf(larder, listId)
  const photos = larder.database.prepare('SELECT list_id, trip_id FROM receipts').all()
  expect(photos).toContainEqual({ list_id: null, trip_id: trip?.id })
})

test('somebody who finishes what is gone is told so', async ({ page, larder, arrange, allowErrors }) => {
  allowErrors(/409/)
  const { path, ids } = arrange(GOODS)
  await page.goto(path)
  await finishLink(page).click()
  await page.getByLabel('Paid').fill('5')
  larder.database.prepare('UPDATE items SET completed = 0 WHERE id IN (?, ?)').run(ids[0], ids[1])
  await finishButton(page).click()
  await expect(page.getByText('Nothing is ticked, or somebody finished it already.')).toBeVisible()
})

test('a trip ends without reception, while others tick', { tag: '@script' }, async ({
  page,
  larder,
  network,
  arrange,
}) => {
  const { path, listId, ids } = arrange(GOODS)
  await open(page, path)
  await goOffline(page, network)
  await finishLink(page).click()
  await expect(dialog(page).getByText("A photo can't wait for a connection.")).toBeVisible()
  await page.getByLabel('Paid').fill('6')
  await finishButton(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(names(page)).toHaveText(['Tea'])
  await expect(messages(page)).toContainText('Not sent yet: finish shopping')
  larder.database.prepare('UPDATE items SET completed = 1 WHERE id = ?').run(ids[2])
  await goOnline(page, network)
  await expect.poll(() => tripsOf(larder, listId)).toMatchObject([{ paid_minor: 600, item_count: 2 }])
  await expect(basketNames(page)).toHaveText(['Tea'])
})

test('two phones finish at once: each item is in one trip, and the other hears it', {
  tag: '@script',
}, async ({ page, larder, person, arrange, openElsewhere }) => {
  const { path, listId } = arrange(GOODS)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const there = await openElsewhere(ben)
  for (const one of [page, there]) {
    await one.goto(path)
    await finishLink(one).click()
    await one.getByLabel('Paid').fill('26.80')
  }
  await finishButton(there).click()
  await expect(messages(there)).toContainText('Finished: 2 items, $ 26.80.')
  await expect(
    page.getByRole('link', { name: 'Ben finished shopping: 2 items, $ 26.80', includeHidden: true }),
  ).toBeAttached()
  await finishButton(page).click()
  await expect(page.getByText('Nothing is ticked, or somebody finished it already.')).toBeVisible()
  expect(tripsOf(larder, listId)).toHaveLength(1)
  expect(linesOf(larder, listId)).toHaveLength(2)
  expect(person.id).not.toBe(ben.id)
})

test('finishing is accessible', { tag: '@script' }, async ({ page, arrange }) => {
  const { path, listId } = arrange(GOODS)
  await page.goto(`/finish?listID=${listId}`)
  await page.getByText('Check prices').click()
  await expectAccessible(page)
  await page.goto(path)
  await finishLink(page).click()
  await page.getByText('Check prices').click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Close' }).click()
  await box(page, 'Tea').click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expectAccessible(page)
})
