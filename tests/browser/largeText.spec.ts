import type { Locator, Page } from '@playwright/test'
import { addItems, addList } from '#tests/support/rows.ts'
import { standingOut } from '#tests/support/standingOut.ts'
import { expect, fullUnless, messages, test } from './fixtures.ts'

// Small windows, and text that alone is twice as large.

const double = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** The words of these elements that are on two lines, or that are cut off. */
const brokenWords = (texts: Locator) =>
  texts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const node = element.firstChild
      if (!node) return ['nothing']
      const { right, bottom } = element.getBoundingClientRect()
      return [...(node.textContent ?? '').matchAll(/\S+/g)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const boxes = range.getClientRects()
          const [box] = boxes
          return boxes.length !== 1 || !box || box.right > right + 1 || box.bottom > bottom + box.height / 2
        })
        .map(([word]) => word)
    }),
  )

for (const [width, isDouble] of [
  [320, false],
  [360, true],
  [320, true],
] as const)
  test(`the title of a list has all of its words: ${width} px${isDouble ? ', double text' : ''}`, {
    tag: ['@script', ...fullUnless(width, 320)],
  }, async ({ page, person, larder }) => {
    const listId = addList(larder, person, 'Saturday market')
    addItems(larder, listId, [{ name: 'Milk' }])
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/single-list?listID=${listId}`)
    if (isDouble) await double(page)
    expect(await brokenWords(page.locator('h1'))).toEqual([])
    expect(await standingOut(page)).toEqual([])
  })

for (const width of [320, 360, 768])
  test(`with double text, lists have their buttons below and all of their words: ${width} px`, {
    tag: ['@script', ...fullUnless(width, 360)],
  }, async ({ page, person, larder }) => {
    for (const name of ['Saturday market', 'Weekly shopping', 'Grandmother']) addList(larder, person, name)
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/?userID=${person.id}`)
    await double(page)
    expect(await brokenWords(page.locator('.list-card h2'))).toEqual([])
    expect(await brokenWords(page.locator('.list-card .view'))).toEqual([])
    expect(await standingOut(page)).toEqual([])
    if (width === 768) return
    const line = page.locator('.list-card:not(.card)').first()
    const tops = await line
      .locator('.about, .view, .menu, .delete')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
    const [about, ...buttons] = tops
    for (const { top } of buttons) expect(top).toBeGreaterThanOrEqual((about?.bottom ?? 0) - 10)
    const [field, add] = await Promise.all(
      ['input[name=name]', 'button'].map((part) => page.locator(`.add-list ${part}`).boundingBox()),
    )
    expect(add?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
  })

for (const width of [256, 320])
  test(`the welcome after registering is there to its end: ${width} px`, {
    tag: fullUnless(width, 256),
  }, async ({ page, allowErrors }) => {
    allowErrors(/40\d/)
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/register')
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.org`)
    await page.locator('[name=password]').fill('correct horse battery')
    await page.locator('main button.wide').click()
    const text = messages(page).locator('p', { hasText: 'Account ready.' })
    await expect(text).toBeVisible()
    const cut = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(cut).toBeLessThanOrEqual(1)
  })
