import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newId } from '#app/domain/ids.ts'
import { addPerson, test as base, expect, type Larder, type Person, signIn } from '../browser/fixtures.ts'
import { photo } from '../support/photos.ts'
import { addItems, addList, addMemories, addReceipt, addTrips } from '../support/rows.ts'
import { addCompanion, addLink, addMember } from '../support/sharing.ts'
import type { Options } from './playwright.config.ts'

// Every screen once. The title of a test is the name of its images.

/** They press what has an English name. */
const ENGLISH = '@english'

const NAMES = ['Sourdough bread', 'Tomatoes on the vine', 'Free-range eggs', 'Olive oil', 'Lemons', 'Milk']
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200)
const LONG_TEXT = 'Organic oat drink with calcium, unsweetened, the one in the green carton; '
  .repeat(3)
  .slice(0, 200)

const RECEIPT_SIZE = { width: 900, height: 1400 }
const RECEIPT = await photo(RECEIPT_SIZE.width, RECEIPT_SIZE.height).webp().toBuffer()

const test = base.extend<Options & { save: (options?: { fullPage?: boolean }) => Promise<void> }>({
  dark: [false, { option: true }],
  context: async ({ context, dark }, use) => {
    // Not on about:blank, which has no storage.
    const setTheme = () => location.protocol === 'http:' && localStorage.setItem('darkTheme', 'true')
    if (dark) await context.addInitScript(setTheme)
    await use(context)
  },
  save: async ({ page }, use, { title, project }) => {
    await use(async ({ fullPage = true } = {}) => {
      if (fullPage) await growToContent(page)
      await page.screenshot({ path: `screenshots/${title}-${project.name}.png`, animations: 'disabled' })
    })
  },
})

/** Instead of Playwright's fullPage, which would draw bars at the bottom of the window in the middle of the page. */
async function growToContent(page: Page) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const content = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, content) })
}

function addListOf(larder: Larder, person: Person, count: number): string {
  const listId = addList(larder, person, 'Saturday market')
  const items = Array.from({ length: count }, (_, index) => ({
    name: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index}`}`,
    quantity: 1 + (index % 4) / 2,
    price: 0.35 + index / 4,
    completed: index % 5 === 2,
  }))
  addItems(larder, listId, items)
  return listId
}

function addApiToken({ database }: Larder, person: Person) {
  const hash = createHash('sha256').update(randomBytes(32)).digest('hex')
  database
    .prepare('INSERT INTO api_tokens (id, user_id, name, hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(newId(), person.id, 'Kitchen tablet', hash, Date.now())
}

const listPath = (listId: string) => `/single-list?listID=${listId}`
const dialog = (page: Page) => page.getByRole('dialog')

const SIGNED_OUT = {
  landing: '/landing',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password-dead': '/auth/reset-password',
  'verify-email-incomplete': '/user/verify-email',
  'api-docs': '/api/docs',
}

for (const [name, path] of Object.entries(SIGNED_OUT)) {
  test(name, async ({ page, save, allowErrors }) => {
    allowErrors(/400/)
    await page.goto(path)
    await save()
  })
}

test('reset-password', async ({ page, person, larder, save }) => {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  larder.database
    .prepare("INSERT INTO tokens (hash, purpose, user_id, expires_at) VALUES (?, 'reset', ?, ?)")
    .run(hash, person.id, Date.now() + 60_000)
  await page.goto(`/auth/reset-password?${new URLSearchParams({ token, email: person.email })}`)
  await save()
})

test('login-error', { tag: ENGLISH }, async ({ page, save, allowErrors }) => {
  allowErrors(/400/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password').fill('a wrong password')
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByText('Wrong email or password').first()).toBeVisible()
  await save()
})

test('register-error', { tag: ENGLISH }, async ({ page, save, allowErrors }) => {
  allowErrors(/4\d\d/)
  await page.goto('/register')
  await page.locator('main form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await save()
})

test('verify-email', async ({ page, save, allowErrors }) => {
  allowErrors(/4\d\d/)
  await page.goto('/user/verify-email?token=x&email=ada@example.org')
  await save()
})

test('not-found', async ({ page, save, allowErrors }) => {
  allowErrors(/404/)
  await page.goto('/nowhere')
  await save()
})

for (const count of [0, 3, 60]) {
  test(`lists-${count}`, async ({ page, person, larder, save }) => {
    for (let n = 1; n <= count; n += 1) {
      const listId = addList(larder, person, n === 1 ? 'Saturday market' : `Week ${n}`)
      if (n === 1) addReceipt(larder, listId, RECEIPT, RECEIPT_SIZE)
      addItems(larder, listId, n % 3 === 0 ? [] : [{ name: 'Milk', price: 1.2 }])
    }
    await page.goto(`/?userID=${person.id}`)
    await save()
  })

  test(`list-${count}`, async ({ page, person, larder, save }) => {
    await page.goto(listPath(addListOf(larder, person, count)))
    await save()
  })
}

test('lists-long-names', async ({ page, person, larder, save }) => {
  for (const name of [LONG_WORD, LONG_TEXT, 'A']) addList(larder, person, name)
  await page.goto(`/?userID=${person.id}`)
  await save()
})

test('list-long-names', async ({ page, person, larder, save }) => {
  const listId = addList(larder, person, LONG_WORD)
  addItems(larder, listId, [
    { name: LONG_WORD, quantity: 999_999.999, price: 1_000_000 },
    { name: LONG_TEXT, quantity: 0.001, price: 0.01 },
    { name: 'A' },
    { name: LONG_WORD, completed: true },
  ])
  await page.goto(listPath(listId))
  await save()
})

test('list-done', async ({ page, person, larder, save }) => {
  const listId = addList(larder, person, 'Saturday market')
  addItems(
    larder,
    listId,
    NAMES.map((name) => ({ name, price: 2.5, completed: true })),
  )
  await page.goto(listPath(listId))
  await save({ fullPage: false })
})

test('list-message', { tag: ENGLISH }, async ({ page, person, larder, save }) => {
  await page.goto(listPath(addListOf(larder, person, 12)))
  await page.getByRole('button', { name: 'Delete Milk' }).first().click()
  await expect(page.locator('.message')).toBeVisible()
  await save({ fullPage: false })
})

test('list-menu', { tag: ENGLISH }, async ({ page, person, larder, save }) => {
  await page.goto(listPath(addListOf(larder, person, 12)))
  await page.locator('.bar').getByLabel('More').click()
  await save({ fullPage: false })
})

test('list-add', async ({ page, person, larder, save }) => {
  await page.goto(`${listPath(addListOf(larder, person, 3))}&dialog=add`)
  await expect(dialog(page)).toBeVisible()
  await save({ fullPage: false })
})

test('list-edit', async ({ page, person, larder, save }) => {
  const listId = addList(larder, person, 'Saturday market')
  const [itemId] = addItems(larder, listId, [{ name: 'Sourdough bread', quantity: 2, price: 4.2 }])
  await page.goto(`${listPath(listId)}&dialog=edit&itemID=${itemId}`)
  await expect(dialog(page)).toBeVisible()
  await save({ fullPage: false })
})

test('list-receipt-empty', async ({ page, person, larder, save }) => {
  await page.goto(`${listPath(addListOf(larder, person, 3))}&dialog=receipt`)
  await expect(dialog(page)).toBeVisible()
  await save({ fullPage: false })
})

test('list-receipt', async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, person, 3)
  addReceipt(larder, listId, RECEIPT, RECEIPT_SIZE)
  await page.goto(`${listPath(listId)}&dialog=receipt`)
  await expect(dialog(page).locator('img')).toBeVisible()
  await save({ fullPage: false })
})

/** A list with two more people, one of whom has read all but what came last. */
function addSharedList(larder: Larder, owner: Person, count: number, name = 'Ben') {
  const listId = addListOf(larder, owner, count)
  const editor = addPerson(larder, name)
  const viewer = addPerson(larder, 'Grace Hopper')
  addMember(larder, listId, editor)
  addMember(larder, listId, viewer, 'viewer')
  const { database } = larder
  database
    .prepare('UPDATE items SET added_by = ?, completed_by = iif(completed, ?, NULL) WHERE list_id = ?')
    .run(owner.id, editor.id, listId)
  database
    .prepare("UPDATE items SET added_by = NULL, guest_name = 'Anna' WHERE list_id = ? AND position % 3 = 1")
    .run(listId)
  const seen = database.prepare(
    'INSERT INTO list_seen (list_id, reader_id, user_id, revision, at) VALUES (?, ?, ?, ?, ?)',
  )
  seen.run(listId, editor.id, editor.id, 0, Date.now() - 600_000)
  seen.run(listId, viewer.id, viewer.id, 0, Date.now() - 86_400_000)
  return { listId, editor, viewer, link: addLink(larder, listId, 'editor') }
}

for (const count of [0, 3, 60]) {
  test(`shared-list-${count}`, async ({ page, person, larder, save }) => {
    const { listId } = addSharedList(larder, person, count)
    await page.goto(listPath(listId))
    await save()
  })

  test(`link-${count}`, async ({ page, larder, save }) => {
    await page.goto(addSharedList(larder, addPerson(larder, 'Ada Lovelace'), count).link)
    await save()
  })
}

test('shared-list-viewer', async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, addPerson(larder, 'Ada Lovelace'), 12)
  addMember(larder, listId, person, 'viewer')
  await page.goto(listPath(listId))
  await save()
})

test('lists-shared', async ({ page, person, larder, save }) => {
  for (const name of ['Ada Lovelace', LONG_WORD.slice(0, 100)]) {
    const listId = addListOf(larder, addPerson(larder, name), 3)
    addMember(larder, listId, person, 'viewer')
  }
  addSharedList(larder, person, 3)
  await page.goto(`/?userID=${person.id}`)
  await save()
})

test('sharing-alone', async ({ page, person, larder, save }) => {
  await page.goto(`/sharing?listID=${addListOf(larder, person, 3)}`)
  await save()
})

for (const name of ['Ben', LONG_WORD.slice(0, 100)]) {
  test(`sharing-${name.slice(0, 3)}`, { tag: ENGLISH }, async ({ page, person, larder, save }) => {
    await page.goto(`/sharing?listID=${addSharedList(larder, person, 3, name).listId}`)
    await page
      .locator('summary')
      .filter({ hasText: /^More$/ })
      .click()
    await page.getByLabel('Link label (optional)').fill(name === 'Ben' ? 'Flatmates' : LONG_WORD.slice(0, 60))
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(page.locator('.qr')).toBeVisible()
    for (const folded of await page.locator('main details:not([open]) > summary').all()) await folded.click()
    await save()
  })
}

test('household', { tag: ENGLISH }, async ({ page, person, larder, save }) => {
  for (const name of ['Grace', LONG_TEXT]) addCompanion(larder, person, addPerson(larder, name))
  addList(larder, person, 'Market')
  await page.goto('/household')
  await page.getByRole('button', { name: 'Invite…' }).click()
  await save()
})

test('spending', async ({ page, person, larder, save }) => {
  const list = { id: addList(larder, person, 'Market'), name: 'Market' }
  const lines = [{ name: 'Milk', price: 1.2 }]
  const some = Array.from({ length: 30 }, (_, n) => ({
    list,
    store: n % 7 === 0 ? LONG_TEXT.slice(0, 60) : `Store ${n % 4}`,
    ...(n % 5 && { paid: 10 + n }),
    boughtOn: `2025-${String(1 + (n % 12)).padStart(2, '0')}-10`,
    lines,
  }))
  addTrips(larder, person, some)
  await page.goto('/spending')
  await save()
})

test('trip', async ({ page, person, larder, save }) => {
  const list = { id: addList(larder, person, 'Market'), name: 'Market' }
  const lines = ['Milk', LONG_TEXT.slice(0, 200)].map((name) => ({ name, price: 1.2 }))
  const [id] = addTrips(larder, person, [{ list, store: 'Lidl', boughtOn: '2025-11-25', lines }])
  await page.goto(`/trip/${id}`)
  await save()
})

test('sharing-member', async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, addPerson(larder, 'Ada Lovelace'), 3)
  addMember(larder, listId, person)
  await page.goto(`/sharing?listID=${listId}`)
  await save()
})

test('link-viewer', async ({ page, larder, save }) => {
  const listId = addListOf(larder, addPerson(larder, 'Ada Lovelace'), 12)
  await page.goto(addLink(larder, listId, 'viewer'))
  await save()
})

test('link-gone', async ({ page, larder, save, allowErrors }) => {
  allowErrors(/404/)
  await page.goto(larder.url && '/s/none')
  await save()
})

for (const isSignedIn of [true, false]) {
  test(`invite-${isSignedIn ? 'signed-in' : 'signed-out'}`, { tag: ENGLISH }, async ({
    page,
    person,
    larder,
    save,
  }) => {
    const listId = addListOf(larder, person, 3)
    await page.goto(`/sharing?listID=${listId}`)
    await page.getByRole('button', { name: 'Invite…' }).click()
    const address = await page.getByRole('textbox', { name: /let someone scan the code/ }).inputValue()
    await page.context().clearCookies()
    if (isSignedIn) await signIn(page, larder, addPerson(larder, 'Ben'))
    await page.goto(address)
    await save()
  })
}

test('invite-gone', async ({ page, person, save, allowErrors }) => {
  allowErrors(/404/)
  await page.goto(person && '/invite/none')
  await save()
})

const A4 = { width: 794, height: 1123 }

test('print-list', async ({ page, person, larder, save }) => {
  await page.setViewportSize(A4)
  await page.goto(listPath(addListOf(larder, person, 60)))
  await page.emulateMedia({ media: 'print' })
  await save({ fullPage: false })
})

test('print-lists', async ({ page, person, larder, save }) => {
  await page.setViewportSize(A4)
  for (let n = 1; n <= 12; n += 1) {
    const listId = addList(larder, person, `Week ${n}`)
    addItems(larder, listId, [{ name: 'Milk', price: n, completed: n % 2 === 0 }, { name: 'Bread' }])
  }
  await page.goto(`/?userID=${person.id}`)
  await page.emulateMedia({ media: 'print' })
  await save({ fullPage: false })
})

test('recent', { tag: ENGLISH }, async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, person, 3)
  await page.goto(listPath(listId))
  await page.getByRole('checkbox').first().click()
  await expect(page.locator('#basket .item')).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete Tomatoes on the vine' }).click()
  await page.goto(`/recent?listID=${listId}`)
  await page.getByRole('button', { name: /^Undo You ticked/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await save()
})

test('recently-deleted', { tag: ENGLISH }, async ({ page, person, larder, save }) => {
  addList(larder, person, LONG_TEXT)
  await page.goto(`/?userID=${person.id}`)
  await page.getByRole('button', { name: /^Delete list/ }).click()
  await expect(page.locator('.list-card')).toHaveCount(0)
  await page.goto('/recently-deleted')
  await save()
})

test('currency', async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, person, 3)
  await page.goto(`/currency/${listId}`)
  await save()
})

test('list-without-decimals', async ({ page, person, larder, save }) => {
  const listId = addListOf(larder, person, 3)
  larder.database.prepare("UPDATE lists SET currency = 'PYG' WHERE id = ?").run(listId)
  await page.goto(listPath(listId))
  await save()
})

test('paste-a-list', async ({ page, person, larder, save }) => {
  await page.goto(`/quick-add?listID=${addListOf(larder, person, 3)}`)
  await save()
})

for (const open of ['you', 'access', 'data', 'programs'])
  test(`settings-${open}`, async ({ page, person, larder, save }) => {
    addApiToken(larder, person)
    await page.goto(`/settings?open=${open}`)
    await save()
  })

test('remembered', async ({ page, person, larder, save }) => {
  const often = ['Milk', 'Sourdough bread', 'Potatoes', LONG_TEXT].map((name, n) => ({
    name,
    uses: 40 - 9 * n,
    unit: ['bottle', '', 'kg', 'bag'][n] ?? '',
    ...(n < 3 && { price: 1.2 + n }),
    ...(n === 2 && { forQuantity: 2 }),
  }))
  addMemories(larder, person, [...often, ...NAMES.map((name) => ({ name: `${name}, organic` }))])
  await page.goto('/settings/remembered')
  await save()
})

test('remembered-none', async ({ page, person, save }) => {
  await page.goto(person ? '/settings/remembered' : '')
  await save()
})

test('remembered-all', async ({ page, person, larder, save }) => {
  addMemories(larder, person, [{ name: 'Milk' }, { name: 'Bread' }])
  await page.goto('/settings/remembered?forget=all')
  await save()
})

test('delete-account', async ({ page, person, save }) => {
  await page.goto(person ? '/settings/delete-account' : '')
  await save()
})

test('share-target', async ({ page, person, save }) => {
  await page.goto(person ? '/share-target' : '')
  await save()
})

test('share-target-items', async ({ page, person, larder, save }) => {
  addList(larder, person, 'Saturday market')
  await page.goto(`/share-target?text=${encodeURIComponent('2 Milk\nBread\n500 g Flour')}`)
  await save()
})

test('chat', async ({ page, person, save }) => {
  await page.goto(person ? '/chat' : '')
  await save()
})

test('offline', { tag: ['@script', ENGLISH] }, async ({ page, context, allowErrors, save }) => {
  allowErrors(/503|ERR_INTERNET_DISCONNECTED|Failed to load/)
  await page.goto('/landing')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await save()
})
