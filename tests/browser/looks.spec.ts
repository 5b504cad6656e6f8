import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addItems, addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addPerson, expect, fullUnless, type Larder, type Person, test } from './fixtures.ts'

function arrange(larder: Larder, person: Person, count: number) {
  const listId = addList(larder, person, 'Market')
  addItems(
    larder,
    listId,
    Array.from({ length: count }, (_, n) => ({ name: `Item ${n}`, quantity: 2, price: 12.5 })),
  )
  return { listId, path: `/single-list?listID=${listId}` }
}

for (const dir of ['ltr', 'rtl'])
  for (const width of [360, 1280])
    test(`the page grows no wider while a row leaves: ${dir}, ${width} px`, {
      tag: ['@script', ...fullUnless(width, 360)],
    }, async ({ page, person, larder }) => {
      const { path } = arrange(larder, person, 3)
      await page.setViewportSize({ width, height: 740 })
      await page.goto(path)
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), dir)
      const widest = await page.evaluateHandle(() => {
        const seen = { width: 0, motions: 0 }
        const look = () => {
          seen.width = Math.max(seen.width, document.documentElement.scrollWidth)
          if (document.querySelector('#items > .done')?.getAnimations().length) seen.motions += 1
          requestAnimationFrame(look)
        }
        look()
        return seen
      })
      await page.getByRole('checkbox', { name: 'Item 1' }).click()
      await expect(page.locator('#basket .name')).toHaveText(['Item 1'])
      const { width: seen, motions } = await widest.jsonValue()
      expect(motions).toBeGreaterThan(0)
      expect(seen).toBe(width)
    })

for (const width of [360, 1280])
  test(`the mark of what is new covers no amount: ${width} px`, {
    tag: ['@script', ...fullUnless(width, 360)],
  }, async ({ page, person, larder, openElsewhere }) => {
    const { listId, path } = arrange(larder, person, 30)
    const ben = addPerson(larder, 'Ben')
    addMember(larder, listId, ben)
    await page.setViewportSize({ width, height: 740 })
    await page.goto(path)
    const theirs = await openElsewhere(ben)
    await theirs.goto(path)
    await theirs.getByLabel('Add items', { exact: true }).fill('eggs')
    await theirs.getByLabel('Add items', { exact: true }).press('Enter')
    const mark = page.locator('.new-rows button')
    await expect(mark).toHaveText('Ben: 1 new')
    await expect(mark).toHaveCSS('opacity', '1')
    // A part of the foot: as wide, and nothing shows through beside the mark.
    const beside = await mark.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('.item, .list-actions')
      const y = (top + bottom) / 2
      return [at(left - 8, y), at(right + 8, y), at(left, top - 2), at(right, bottom + 2)].map(
        (found) => found?.className,
      )
    })
    expect(beside).toEqual(Array.from({ length: 4 }, () => 'list-actions'))
    await expect(page.locator('.new-rows')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(mark).toHaveCount(0)
  })

const bluePixels = async (page: Page) => {
  const box = await page.locator('.search input[type=search]').boundingBox()
  if (!box) throw new Error('no field')
  const clip = { x: box.x + box.width - 60, y: box.y + 8, width: 52, height: box.height - 16 }
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let blue = 0
  let dark = 0
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (b > r + 40 && b > g + 20) blue += 1
    if (r + g + b < 450) dark += 1
  }
  return { blue, dark }
}

test("what empties the search field has the page's colors, not the browser's", { tag: '@script' }, async ({
  page,
  person,
  larder,
}) => {
  for (let n = 0; n < 14; n += 1) addList(larder, person, n === 3 ? 'Bakery' : `List ${n}`)
  await page.goto(`/?userID=${person.id}`)
  const field = page.locator('.search input[type=search]')
  await field.fill('bake')
  await expect(page.locator('.list-card')).toHaveCount(1)
  const { blue, dark } = await bluePixels(page)
  expect(blue).toBe(0)
  expect(dark).toBeGreaterThan(10)
  const box = await field.boundingBox()
  if (!box) throw new Error('no field')
  await page.mouse.click(box.x + box.width - 24, box.y + box.height / 2)
  await expect(field).toHaveValue('')
})
