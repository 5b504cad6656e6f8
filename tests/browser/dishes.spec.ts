import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { KEY, startOpenAiServer } from '#tests/support/openAiServer.ts'
import { addPerson, expect, fullUnless, type Larder, signIn, startLarder, test } from './fixtures.ts'
import { arrangeFor, line, names, storedRows, suggestions, undo } from './listPage.ts'

// Several dishes in one question, what is probably at home, and where answers stand.

const recipe = (page: Page) => page.getByLabel('Recipe')
const answer = (page: Page) => page.locator('.ai').getByRole('status')
const said = (page: Page) => page.locator('.message [role=status]')
const atHome = (page: Page) => page.getByRole('group', { name: 'Probably at home:' })

async function ask(page: Page, question: string) {
  await recipe(page).fill(question)
  await page.locator('.ai .ask').click()
}

const stored = (larder: Larder, listId: string) => storedRows(larder, listId).map(({ name }) => name)

const SIXTY = Array.from({ length: 60 }, (_, n) => ({ name: `Item ${n}`, price: 1 }))
const PHONE = { width: 360, height: 740 }

test('three dishes are one message; two taps and one typed line leave out what is at home', async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  const { path, listId } = arrange()
  await page.setViewportSize(PHONE)
  await page.goto(path)
  let taps = 0
  const tap = async (name: string) => {
    taps += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  await recipe(page).fill('lasagne, chili for 6 and pancakes')
  await tap('ASK AI')
  await expect(said(page)).toHaveText(/^Lasagne for 4, Chilli con carne for 6, Pancakes for 4: \d+ added$/)
  const all = stored(larder, listId)
  expect(all.filter((name) => name.startsWith('Flour'))).toHaveLength(1)
  await expect(atHome(page)).toContainText('Flour')
  if (scripted) await expectAccessible(page)
  await tap('Remove these')
  await expect(said(page)).toHaveText(/^Deleted \d+ items\.$/)
  expect(taps).toBeLessThanOrEqual(3)
  await expect(names(page).filter({ hasText: 'Flour' })).toHaveCount(0)
  expect(stored(larder, listId).length).toBeLessThan(all.length)
  await undo(page).click()
  await expect(names(page).filter({ hasText: 'Flour' })).toHaveCount(1)
  expect(stored(larder, listId)).toEqual(all)
})

test('what is at home goes one by one, and later from the recent changes', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await ask(page, 'pancakes')
  await expect(atHome(page)).toContainText('Flour')
  const before = stored(larder, listId).length
  await page.getByRole('button', { name: 'Remove Flour' }).click()
  await expect(said(page)).toHaveText(/^Deleted Flour/)
  await expect(atHome(page).getByRole('button', { name: 'Remove Flour' })).toHaveCount(0)
  expect(stored(larder, listId)).toHaveLength(before - 1)
  await page.goto(`/recent?listID=${listId}`)
  const remove = page.getByRole('button', { name: /^Remove (?:these|it)$/ })
  await expect(page.getByText(/^Probably at home: /)).toBeVisible()
  await remove.click()
  await expect(remove).toHaveCount(0)
  expect(stored(larder, listId).length).toBeLessThan(before - 1)
})

test('a dish that is not known is named with near ones; a tap asks for one, for as many', async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(SIXTY)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await ask(page, 'pancakes, Turkey curry')
  await expect(answer(page)).toHaveText('No recipe for “Turkey curry”.')
  await expect(answer(page)).toBeInViewport()
  await expect(said(page)).toHaveText(/^Pancakes for 4: \d+ added$/)
  const before = stored(larder, listId).length
  expect(before).toBeGreaterThan(62)
  await page.getByRole('button', { name: 'Chicken curry' }).click()
  await expect(said(page)).toHaveText(/^Chicken curry for 4: /)
  await expect(answer(page)).toBeEmpty()
  expect(stored(larder, listId).length).toBeGreaterThan(before)
  await ask(page, 'Turkey curry for 2')
  await page.getByRole('button', { name: 'Chicken curry' }).click()
  await expect(said(page)).toHaveText(/^Chicken curry for 2: /)
})

test('what comes after the tenth dish is named, and added with a tap', async ({ page, larder, arrange }) => {
  const dishes =
    'lasagne, pancakes, carbonara, ratatouille, paella, guacamole, gazpacho, moussaka, ramen, goulash, hummus'
  const { path, listId } = arrange()
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await ask(page, dishes)
  await expect(answer(page)).toHaveText('Not added yet: hummus.')
  await expect(names(page).first()).toBeVisible()
  await expect(answer(page)).toBeInViewport({ ratio: 1 })
  // All ten are readable.
  await expect(said(page)).toContainText(/Lasagne for \d+, .*goulash for \d+: \d+ added$/)
  const [shown, whole] = await said(page).evaluate((one) => [one.clientHeight, one.scrollHeight])
  expect(shown).toBe(whole)
  const before = stored(larder, listId).length
  await page.getByRole('button', { name: 'Add these, too' }).click()
  await expect(said(page)).toContainText('Hummus for 4: ')
  expect(stored(larder, listId).length).toBeGreaterThanOrEqual(before)
})

test('what was not found is in sight ten times of ten, below sixty items', async ({
  page,
  arrange,
  scripted,
}) => {
  test.slow()
  const { path } = arrange(SIXTY)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  for (let n = 0; n < 10; n += 1) {
    await recipe(page).fill(`qwxzv ${n}`)
    // From the end of the list, with the key that the phone's keyboard has for it.
    if (scripted) await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await recipe(page).press('Enter')
    await expect(answer(page)).toHaveText(`No recipe for “qwxzv ${n}”.`)
    await expect(answer(page)).toBeInViewport({ ratio: 1 })
  }
})

test('on an empty list, three dishes can be tapped', async ({ page, larder, arrange }) => {
  const { path, listId } = arrange()
  await page.goto(path)
  const dishes = page.locator('.ai-below').getByRole('button')
  await expect(dishes).toHaveText(['Lasagne', 'Pancakes', 'Chilli con carne'])
  await dishes.nth(1).click()
  await expect(said(page)).toHaveText(/^Pancakes for 4: \d+ added$/)
  expect(stored(larder, listId).length).toBeGreaterThan(2)
  await expect(dishes).toHaveCount(0)
})

test('the name of a dish in the line for adding brings its ingredients', { tag: '@script' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange(SIXTY)
  await page.setViewportSize(PHONE)
  await page.goto(path)
  await line(page).fill('lasagne')
  const dish = suggestions(page).filter({ hasText: /^Lasagne for 4: \d+ things$/ })
  await expect(dish).toBeVisible()
  const things = Number(/\d+(?= things)/.exec((await dish.textContent()) ?? '')?.[0])
  await dish.click()
  await expect(said(page)).toHaveText(`Lasagne for 4: ${things} added`)
  await expect(line(page)).toHaveValue('')
  expect(stored(larder, listId)).toHaveLength(60 + things)
  await expect(page.locator('.item.highlighted').first()).toBeInViewport()
})

for (const { language, question, added, near, chip } of [
  {
    language: 'de',
    question: 'Lasagne und Pfannkuchen für zwei',
    added: /^Lasagne für 4, Pfannkuchen für 2: \d+ hinzugefügt$/,
    near: ['Lasagne', 'Gemüselasagne', 'Spinatlasagne'],
    chip: /^Ratatouille für 4: \d+ Zutaten$/,
  },
  {
    language: 'es',
    question: 'lasaña y tortitas para dos',
    added: /^Lasaña para 4, Tortitas americanas para 2: \d+ añadidos$/,
    near: ['Lasaña', 'Lasaña de verduras', 'Lasaña de espinacas'],
    chip: /^Ratatouille para 4: \d+ ingredientes$/,
  },
  {
    language: 'fr',
    question: 'lasagnes et crêpes pour deux',
    added: /^Lasagnes pour 4, Crêpes pour 2\s: \d+ ajoutés$/,
    near: ['Lasagnes', 'Lasagnes aux légumes', 'Lasagnes aux épinards'],
    chip: /^Ratatouille pour 4\s: \d+ ingrédients$/,
  },
])
  test(`what the box says and offers is in the reader's language: ${language}`, {
    tag: fullUnless(language, 'de'),
  }, async ({ page, larder, person, arrange, scripted }) => {
    larder.database.prepare('UPDATE users SET language = ? WHERE id = ?').run(language, person.id)
    await page.goto(arrange().path)
    const box = page.locator('.ai')
    const ask = async (question: string) => {
      await box.locator('[name=recipe]').first().fill(question)
      await box.locator('.ask').click()
    }
    await ask(question)
    await expect(said(page)).toHaveText(added)
    await ask('Lasange qwxzv')
    await expect(box.locator('button[name=recipe]')).toHaveText(near)
    if (!scripted) return
    await page.locator('[name=lines]').first().fill('ratatouille')
    await expect(suggestions(page).filter({ hasText: chip })).toBeVisible()
  })

test('pasted lines stay apart in the box', { tag: '@script' }, async ({ page, arrange }) => {
  await page.goto(arrange().path)
  await recipe(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'lasagne\nchili for 6\r\n\npancakes\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(recipe(page)).toHaveValue('lasagne, chili for 6, pancakes')
})

test('whatever a server does, a sentence says so, and the cookbook is offered if it knows all dishes', async ({
  page,
}) => {
  test.slow()
  const model = await startOpenAiServer()
  const { larder, stop } = await startLarder({
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: KEY, OPENAI_MODEL: 'llama' },
    AI_IDLE_TIMEOUT: '1',
  })
  const person = addPerson(larder)
  await signIn(page, larder, person)
  const { path, listId } = arrangeFor(larder, person, SIXTY)
  const cookbook = page.getByRole('button', { name: 'Use the cookbook instead' })
  await page.goto(larder.url + path)
  for (const mode of ['500', 'html', 'half', 'closes-mid-stream', 'never-ends']) {
    model.mode = mode
    await ask(page, 'carbonara, pancakes for two')
    await expect(answer(page), mode).toContainText('Nothing was added.')
    await expect(answer(page), mode).toBeInViewport()
    await expect(cookbook, mode).toBeVisible()
    expect(stored(larder, listId), mode).toHaveLength(60)
  }
  await cookbook.click()
  await expect(said(page)).toHaveText(/^Spaghetti carbonara for 4, Pancakes for 2: /)
  model.mode = '500'
  await ask(page, 'carbonara, qwxzv')
  await expect(answer(page)).toContainText('Nothing was added.')
  await expect(cookbook).toHaveCount(0)
  model.mode = 'no-schemas'
  await ask(page, 'three dinners for two')
  await expect(said(page)).toContainText('added')
  model.mode = 'dishes'
  await ask(page, 'something for the weekend')
  await expect(said(page)).toContainText('Lasagne "al forno" for 4, Chilli for 6: ')
  await page.close()
  await stop()
  await model.close()
})
