import { addItems, addList } from '../support/rows.ts'
import { expect, test } from './fixtures.ts'

// Before there is a language that is written from right to left, its direction alone.

test('from right to left, a row begins at the right and its buttons are at the left', {
  tag: '@script',
}, async ({ page, person, larder }) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk', price: 1.29 }])
  await page.goto(`/single-list?listID=${listId}`)
  const row = page.locator('.item')
  const centers = () =>
    row.evaluate((item) => {
      const box = getComputedStyle(item.querySelector('.tick') ?? item, '::before')
      const start = item.getBoundingClientRect().left + Number.parseFloat(box.left)
      const others = ['.name', '.cost', '.edit', '.delete'].map((part) => {
        const { left, right } = item.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
        return (left + right) / 2
      })
      return [start + Number.parseFloat(box.width) / 2, ...others]
    })
  const before = await centers()
  expect(before).toEqual([...before].sort((a, b) => a - b))
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  const after = await centers()
  expect(after).toEqual([...after].sort((a, b) => b - a))
})

test('a name in letters from right to left begins where other names do, and covers no price', async ({
  page,
  arrange,
}) => {
  const { path } = await arrange([
    { name: 'Milk', price: 4 },
    { name: 'חלב טרי', price: 4 },
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  const places = await page.locator('.item').evaluateAll((rows) =>
    rows.map((row) => {
      const range = document.createRange()
      range.selectNodeContents(row.querySelector('.name') ?? row)
      const { left, right } = range.getBoundingClientRect()
      const cost = row.querySelector('.cost')?.getBoundingClientRect().left ?? 0
      return { left: Math.round(left), isBeforeCost: right < cost }
    }),
  )
  const [milk, hebrew] = places
  expect(places.every(({ isBeforeCost }) => isBeforeCost)).toBe(true)
  expect(hebrew?.left).toBe(milk?.left)
})
