import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { GOOD, KEY, type OpenAiServer, startOpenAiServer } from '#tests/support/openAiServer.ts'
import {
  addPerson,
  test as base,
  expect,
  fullUnless,
  type Larder,
  messages,
  signIn,
  startLarder,
} from './fixtures.ts'
import { arrangeFor, names } from './listPage.ts'

interface Fixtures {
  /** A fake OpenAI-compatible server, and a Larder configured to use it. */
  model: OpenAiServer
  aiLarder: Larder
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
  model: async ({}, use) => {
    const model = await startOpenAiServer()
    await use(model)
    await model.close()
  },
  aiLarder: async ({ model, context }, use) => {
    const { larder, stop } = await startLarder({
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: KEY,
      OPENAI_MODEL: 'llama-of-ada',
    })
    await use(larder)
    // An open page would log errors once its server is gone.
    for (const page of context.pages()) await page.close()
    await stop()
  },
})

const recipe = (page: Page) => page.getByLabel('Recipe')
const ask = (page: Page) => page.locator('.ai .ask')
const status = (page: Page) => page.locator('.ai').getByRole('status')

/** Signs in and opens a list that contains milk. */
async function openList(page: Page, larder: Larder) {
  const person = addPerson(larder)
  await signIn(page, larder, person)
  const list = arrangeFor(larder, person, [{ name: 'Milk', price: 1 }])
  await page.goto(larder.url + list.path)
  return list
}

const stored = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      'SELECT name, quantity_milli, price_cents FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position, id',
    )
    .all(listId)

test('a recipe of the cookbook adds its ingredients and clears the input', async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  const { path, listId } = arrange([{ name: 'Eggs', price: 1 }])
  await page.goto(path)
  await expect(recipe(page)).toHaveAttribute(
    'placeholder',
    'Enter recipe and AI will generate ingredients...',
  )
  await expect(page.getByText('Built-in cookbook')).toBeVisible()
  await recipe(page).fill('carbonara')
  await ask(page).click()
  await expect.poll(() => stored(larder, listId).length).toBeGreaterThan(3)
  await expect(page).toHaveURL(path)
  await expect(names(page)).toHaveCount(stored(larder, listId).length)
  await expect(names(page).filter({ hasText: /^Eggs$/ })).toHaveCount(1)
  if (scripted) {
    await expect(page.locator('.item.highlighted')).toHaveCount(stored(larder, listId).length)
    await expect(page.locator('.item.highlighted').first()).toBeInViewport()
  }
  await expect(recipe(page)).toHaveValue('')
  await expect(page.locator('.message [role=status]')).toHaveText(
    /^Spaghetti carbonara for 4: \d added, 1 raised$/,
  )
})

test('by keyboard, the line for recipes comes after the bar and before the rows', {
  tag: '@script',
}, async ({ page, arrange }) => {
  const { path } = arrange(['Eggs'])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  await page.locator('.logout').focus()
  await page.keyboard.press('Tab')
  await expect(recipe(page)).toBeFocused()
  await expect(recipe(page)).toHaveAccessibleDescription('Built-in cookbook')
  await page.keyboard.press('Tab')
  await expect(ask(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Eggs' })).toBeFocused()
})

for (const [width, text] of [
  [360, 16],
  [1280, 16],
  [360, 32],
] as const)
  test(`who answers is always said, in a line of 44 px: ${width} px, text of ${text} px`, {
    tag: [...fullUnless(text, 16)],
  }, async ({ page, arrange }) => {
    const { path } = arrange(['Eggs'])
    await page.setViewportSize({ width, height: 740 })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: text } })
    await page.goto(path)
    const source = page.getByText('Built-in cookbook')
    await expect(source).toBeInViewport()
    const line = await page.locator('.ai > .line').boundingBox()
    const hint = await source.boundingBox()
    expect(hint?.y).toBeGreaterThan(line?.y ?? Infinity)
    expect((hint?.y ?? 0) + (hint?.height ?? Infinity)).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0) / 2)
    if (text === 16) expect(line?.height).toBe(44)
    const tick = page.locator('#items .tick').first()
    const place = await tick.boundingBox()
    await recipe(page).fill('lasagne')
    expect(await tick.boundingBox()).toEqual(place)
  })

test('a recipe’s items are shown once they are there, whatever else is loading', {
  tag: ['@script', '@full'],
}, async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { path } = arrange(Array.from({ length: 20 }, (_, n) => `Thing ${n}`))
  // The page keeps the lists for offline use, unless the browser takes the connection for slow, as it may here.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: undefined })
    const { fetch } = window
    window.fetch = async (input, init) => {
      if (new Request(input).url.includes('ahead='))
        await new Promise((resolve) => Object.assign(window, { loadAhead: resolve }))
      return fetch(input, init)
    }
  })
  await page.goto(path)
  const loadAhead = await page.waitForFunction(() => (window as { loadAhead?: () => void }).loadAhead)
  await recipe(page).fill('carbonara')
  await ask(page).click()
  await expect(page.locator('.message [role=status]')).toContainText('added')
  await expect(names(page)).toHaveCount(0)
  await loadAhead.evaluate((run) => run?.())
  await expect(names(page).first()).toBeVisible()
  await expect(page.locator('.item.highlighted').first()).toBeInViewport()
  // Also the last one is above the foot.
  const bottom = async (selector: string) => {
    const box = await page.locator(selector).last().boundingBox()
    return box ? box.y + box.height : 0
  }
  const foot = async () => (await page.locator('.list-actions').boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom('#items > .item')) <= (await foot()) + 2).toBe(true)
})

test('Delete All also clears what was said about a recipe', { tag: ['@script', '@full'] }, async ({
  page,
  arrange,
}) => {
  const { path } = arrange([{ name: 'Milk', price: 1 }])
  await page.goto(path)
  await recipe(page).fill('Turkey curry')
  await ask(page).click()
  await expect(status(page)).toContainText('No recipe for “Turkey curry”.')
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(page.getByText('add items and start shopping')).toBeVisible()
  await expect(status(page)).toBeEmpty()
})

test('an unknown recipe keeps the input and offers similar ones', { tag: '@once' }, async ({
  page,
  larder,
  arrange,
}) => {
  const { path, listId } = arrange([{ name: 'Milk', price: 1 }])
  await page.goto(path)
  await recipe(page).fill('Turkey curry')
  await ask(page).click()
  await expect(status(page)).toContainText('No recipe for “Turkey curry”.')
  await expect(page.getByText('Did you mean:')).toBeVisible()
  await expect(recipe(page)).toHaveValue('Turkey curry')
  expect(stored(larder, listId)).toHaveLength(1)
  await expect(messages(page)).toHaveCount(0)
  const suggestions = page.locator('.ai-below .button.quiet')
  await expect(suggestions).toHaveCount(3)
  await suggestions.first().click()
  await expect.poll(() => stored(larder, listId).length).toBeGreaterThan(2)
  await expect(names(page)).toHaveCount(stored(larder, listId).length)
  await expect(recipe(page)).toHaveValue('')
})

test('a failed question is in sight from wherever it was asked, and the next one removes its answer', {
  tag: '@script',
}, async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const items = Array.from({ length: 60 }, (_, n) => ({ name: `Item ${n}`, price: 1 }))
  const { path } = arrange(items)
  for (const at of ['end', 'top', 'end']) {
    await page.goto(path)
    let answered = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve
    })
    // On a slow network, the list reloads after the answer has come into sight.
    await page.route(/single-list\.data/, async (route) => {
      await isAnswered
      await route.continue()
    })
    await recipe(page).fill('Turkey curry')
    if (at === 'top') await page.evaluate(() => scrollTo(0, 0))
    await recipe(page).press('Enter')
    await expect(status(page)).toContainText('No recipe for “Turkey curry”.')
    await expect(status(page)).toBeInViewport()
    answered()
    await page.waitForLoadState('networkidle')
    await expect(status(page)).toBeInViewport()
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.route(/generateAI-response/, () => {})
  await ask(page).click()
  await expect(page.getByText('Looking for ingredients…')).toBeVisible()
  await expect(status(page)).toBeEmpty()
})

test('a suggestion can be chosen while the list is still reloading', {
  tag: ['@script', '@full'],
}, async ({ page, larder, arrange }) => {
  const { path, listId } = arrange([{ name: 'Milk', price: 1 }])
  await page.goto(path)
  await page.route(/single-list\.data/, () => {})
  await recipe(page).fill('Turkey curry')
  await ask(page).click()
  await page.locator('.ai-below .button.quiet').first().click()
  await expect.poll(() => stored(larder, listId).length).toBeGreaterThan(2)
})

test('an empty recipe sends no request and shows a message', { tag: '@full' }, async ({
  page,
  aiLarder,
  model,
}) => {
  await openList(page, aiLarder)
  await recipe(page).fill('   ')
  await ask(page).click()
  await expect(page.getByText('Please enter a recipe name first!')).toBeVisible()
  await expect(names(page)).toHaveText(['Milk'])
  expect(model.received).toEqual([])
})

test("a model's ingredients are added, and the page names the model", { tag: '@full' }, async ({
  page,
  aiLarder,
  model,
}) => {
  const { listId } = await openList(page, aiLarder)
  await expect(page.getByText('AI model: llama-of-ada')).toBeVisible()
  await recipe(page).fill('Pancakes')
  await ask(page).click()
  await expect(names(page)).toHaveText(['Milk', ...GOOD.map(({ name }) => name)])
  expect(stored(aiLarder, listId)).toHaveLength(4)
  expect(model.received).toHaveLength(1)
})

const UNREADABLE = "The AI's answer couldn't be read."
const DOWN = "The AI server is down or can't be reached."

/** For each way the fake server can fail: what the log and the page say. */
const FAILURES: Record<string, [logged: string, shown: string]> = {
  'ten-thousand': ['more than 200 ingredients', UNREADABLE],
  tags: ['not plain text', UNREADABLE],
  html: ['returned a web page', UNREADABLE],
  nan: ['malformed JSON', UNREADABLE],
  'too-big': ['items.1.quantity', UNREADABLE],
  negative: ['out of range', UNREADABLE],
  half: ['malformed JSON', UNREADABLE],
  'cut-off': ['stopped at its limit of tokens', UNREADABLE],
  '500': ['returned 500', DOWN],
  '429': ['returned 429', "The AI's limit is reached for now."],
  '401': ['Incorrect API key provided: Bearer [redacted]', "The AI server doesn't accept Larder's key."],
  'no-model': [
    'not found, try pulling it first',
    "The AI server doesn't have the model that Larder asks for.",
  ],
  'closes-mid-stream': ['no connection to the AI server', DOWN],
  'error-mid-stream': ['overloaded, [redacted]', DOWN],
}

test('whatever a model does wrong, nothing is added, the log has the cause and the API key stays secret', {
  tag: '@full',
}, async ({ page, aiLarder, model }) => {
  test.setTimeout(120_000)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => bodies.push(response.text().catch(() => '')))
  const { listId, path } = await openList(page, aiLarder)
  for (const [mode, [logged, shown]] of Object.entries(FAILURES)) {
    model.mode = mode
    const before = aiLarder.output().length
    await page.goto(aiLarder.url + path)
    await recipe(page).fill('Pancakes')
    await ask(page).click()
    await expect(status(page), mode).toContainText(`${shown} Nothing was added.`)
    await expect(recipe(page)).toHaveValue('Pancakes')
    await expect(names(page)).toHaveText(['Milk'])
    await expect(messages(page)).toHaveCount(0)
    expect(stored(aiLarder, listId)).toHaveLength(1)
    await expect.poll(() => aiLarder.output().slice(before)).toContain(logged)
  }
  expect(aiLarder.output()).not.toContain(KEY)
  expect((await Promise.all(bodies)).join()).not.toContain(KEY)
})

test('where the AI fails, the cookbook can be asked if it knows the dish', async ({
  page,
  aiLarder,
  model,
}) => {
  model.mode = '500'
  const { listId } = await openList(page, aiLarder)
  const useCookbook = page.getByRole('button', { name: 'Use the cookbook instead' })
  await recipe(page).fill('qwxzv')
  await ask(page).click()
  await expect(status(page)).toContainText('Nothing was added.')
  await expect(useCookbook).toBeHidden()
  await recipe(page).fill('carbonara')
  await ask(page).click()
  await expect(useCookbook).toBeVisible()
  await expect(recipe(page)).toHaveValue('carbonara')
  expect(stored(aiLarder, listId)).toHaveLength(1)
  const asked = model.received.length
  await useCookbook.click()
  await expect(page.locator('.message [role=status]')).toContainText('Spaghetti carbonara for 4: ')
  await expect(names(page)).toHaveCount(stored(aiLarder, listId).length)
  expect(stored(aiLarder, listId).length).toBeGreaterThan(4)
  await expect(useCookbook).toBeHidden()
  await expect(recipe(page)).toHaveValue('')
  expect(model.received).toHaveLength(asked)
})

test('with several models and none chosen, the page says so, and the log names them', {
  tag: ['@once', '@full'],
}, async ({ page, model }) => {
  model.models = ['llama-of-ada', 'llama-of-eve']
  const { larder, stop } = await startLarder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: KEY })
  await expect.poll(larder.output).toContain('Set OPENAI_MODEL to one of them: llama-of-ada, llama-of-eve')
  await openList(page, larder)
  await expect(page.getByText('AI server', { exact: true })).toBeVisible()
  await recipe(page).fill('Pancakes')
  await ask(page).click()
  await expect(status(page)).toContainText("Larder doesn't know which model of the AI server to use.")
  model.models = ['llama-of-eve']
  await ask(page).click()
  await expect(names(page)).toHaveText(['Milk', ...GOOD.map(({ name }) => name)])
  await expect(page.getByText('AI model: llama-of-eve')).toBeVisible()
  await page.close()
  await stop()
})

test('a running request replaces the list with a loader and can be cancelled', async ({
  page,
  aiLarder,
  model,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript, the browser shows its own progress')
  model.mode = 'slow'
  const { listId } = await openList(page, aiLarder)
  await recipe(page).fill('Pancakes')
  await ask(page).click()
  await expect(ask(page)).toHaveText('Loading...')
  await expect(ask(page)).toBeDisabled()
  await expect(page.getByText('Looking for ingredients…')).toBeVisible()
  await expect(names(page)).toHaveCount(0)
  model.release(1)
  await expect(page.getByText('1 ingredient found so far…')).toBeVisible()
  await expect(page.getByText('Flour, 1 kg', { exact: true })).toBeVisible()
  model.release(1)
  await expect(page.getByText('2 ingredients found so far…')).toBeVisible()
  await expect(page.getByText('Flour, 1 kg, Milk, 1 l')).toBeVisible()
  expect(stored(aiLarder, listId)).toHaveLength(1)

  await page.getByRole('button', { name: 'Cancel' }).click()
  await model.aborted
  await expect(names(page)).toHaveText(['Milk'])
  await expect(recipe(page)).toHaveValue('Pancakes')
  await expect(ask(page)).toBeFocused()
  await expect(ask(page)).toHaveText('ASK AI')

  let show = () => {}
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  await page.route('**/single-list.data*', async (route) => {
    await shown
    await route.continue()
  })
  await ask(page).press('Enter')
  await ask(page).press('Enter')
  model.release(4)
  await expect(page.locator('.message [role=status]')).toHaveText('Pancakes for 4: 3 added')
  await expect(page.getByText('3 ingredients found so far…')).toBeVisible()
  await expect(names(page)).toHaveCount(0)
  show()
  await expect(names(page)).toHaveCount(4)
  expect(stored(aiLarder, listId)).toHaveLength(4)
  expect(model.received).toHaveLength(2)
})

test('leaving the page cancels the request', { tag: '@full' }, async ({ page, aiLarder, model }) => {
  model.mode = 'slow'
  const { listId } = await openList(page, aiLarder)
  await recipe(page).fill('Pancakes')
  await ask(page).click({ noWaitAfter: true })
  await expect.poll(() => model.received.length).toBe(1)
  await page.goto(`${aiLarder.url}/landing`)
  await model.aborted
  model.release(4)
  expect(stored(aiLarder, listId)).toHaveLength(1)
})

test('a double click adds the ingredients once', { tag: '@full' }, async ({ page, larder, arrange }) => {
  const { path, listId } = arrange()
  await page.goto(path)
  await recipe(page).fill('Pancakes')
  await ask(page).dblclick()
  await expect(names(page).first()).toBeVisible()
  await expect(recipe(page)).toHaveValue('')
  const rows = stored(larder, listId)
  const once = arrange()
  await page.goto(once.path)
  await recipe(page).fill('Pancakes')
  await ask(page).click()
  await expect.poll(() => stored(larder, once.listId)).toEqual(rows)
})

test('other users and signed-out visitors change nothing, and a GET redirects to the list', {
  tag: ['@once', '@full'],
}, async ({ page, larder, arrange }) => {
  const own = arrange()
  const theirs = arrangeFor(larder, addPerson(larder, 'Eve'))
  await page.goto(`/generateAI-response?listID=${own.listId}`)
  await expect(page).toHaveURL(own.path)
  const post = (listId: string, Accept = '*/*') =>
    page.request.post(`/generateAI-response?listID=${listId}`, {
      headers: { Accept },
      form: { recipe: 'Pancakes' },
      maxRedirects: 0,
    })
  expect((await post(theirs.listId)).status()).toBe(303)
  expect(await (await post(theirs.listId, 'application/x-ndjson')).text()).toContain(
    "This list doesn't exist, or you're not on it.",
  )
  await page.context().clearCookies()
  const signedOut = await post(own.listId)
  expect(signedOut.headers().location).toBe('/landing')
  expect([stored(larder, own.listId), stored(larder, theirs.listId)]).toEqual([[], []])
})

test('progress lines arrive one by one even if the browser accepts compression', { tag: '@full' }, async ({
  aiLarder,
  model,
}) => {
  model.mode = 'slow'
  const person = addPerson(aiLarder)
  const { listId } = arrangeFor(aiLarder, person)
  model.release(1)
  const response = await fetch(`${aiLarder.url}/generateAI-response?listID=${listId}`, {
    method: 'POST',
    headers: {
      Accept: 'application/x-ndjson',
      'Accept-Encoding': 'gzip, br',
      Cookie: `session=${person.cookie}`,
    },
    body: new URLSearchParams({ recipe: 'Pancakes' }),
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store, no-transform')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (const found of [1, 2, 3]) {
    expect(JSON.parse((await reader?.read())?.value ?? '')).toMatchObject({ found })
    model.release(1)
  }
  const last = JSON.parse((await reader?.read())?.value ?? '')
  expect(last).toMatchObject({ added: { text: 'Pancakes for 4: 3 added' } })
})

test('the AI box has no accessibility violations', { tag: '@full' }, async ({ page, scripted, arrange }) => {
  test.skip(!scripted, 'axe needs JavaScript')
  await page.goto(arrange([{ name: 'Milk', price: 1 }]).path)
  await recipe(page).fill('Turkey curry')
  await ask(page).click()
  await expect(status(page)).toContainText('No recipe')
  await expectAccessible(page)
})
