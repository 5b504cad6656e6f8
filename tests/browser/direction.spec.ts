import { expectAccessible } from '#tests/support/accessible.ts'
import { addItems, addList } from '../support/rows.ts'
import { addMember } from '../support/sharing.ts'
import { standingOut } from '../support/standingOut.ts'
import { addPerson, expect, test } from './fixtures.ts'

// Before there is a language that is written from right to left, its direction alone.

const WIDTHS = [320, 768, 1280]

test('from right to left, screens mirror: nothing stands out at the side', { tag: '@script' }, async ({
  page,
  person,
  larder,
}) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [
    { name: 'Tomatoes on the vine', price: 3.99, quantity: 1.5 },
    { name: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4), price: 123456.78 },
    { name: 'Milk', completed: true },
  ])
  addList(larder, person, 'Hardware shop')
  addMember(larder, listId, addPerson(larder, 'Ben'))
  const paths = [
    ...[`/?userID=${person.id}`, `/single-list?listID=${listId}`, `/single-list?listID=${listId}&dialog=add`],
    ...[`/sharing?listID=${listId}`, `/recent?listID=${listId}`, '/settings', '/landing', '/login'],
  ]
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'))
  })
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      expect(await standingOut(page), `${path} at ${width} px`).toEqual([])
    }
    await expectAccessible(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  }
})

test('from right to left, a row begins at the right and its buttons are at the left', {
  tag: '@script',
}, async ({ page, person, larder }) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk', price: 1.29 }])
  await page.goto(`/single-list?listID=${listId}`)
  const row = page.locator('.item')
  const centers = () =>
    row.evaluate((item) =>
      ['.tick i', '.name', '.cost', '.edit', '.delete'].map((part) => {
        const { left, right } = item.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
        return (left + right) / 2
      }),
    )
  const before = await centers()
  expect(before).toEqual([...before].sort((a, b) => a - b))
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  const after = await centers()
  expect(after).toEqual([...after].sort((a, b) => b - a))
})
