import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addPerson, expect, type Larder, messages, signIn, startLarder, test } from './fixtures.ts'
import {
  card,
  fingerprint,
  message,
  openMore,
  PASSWORD,
  row,
  sharing,
  shownAddress,
  unfold,
} from './sharingPage.ts'

// Sharing by link and by invitation.

const membersOf = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT user_id AS id, role FROM list_members WHERE list_id = ?').all(listId)

const linksOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      'SELECT role, label, expires_at AS expiresAt, revoked_at AS revokedAt FROM list_links WHERE list_id = ?',
    )
    .all(listId) as { role: string; label: string; expiresAt: number | null; revokedAt: number | null }[]

/** What a phone's camera reads. */
async function scan(code: Locator) {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('one tap creates an editor link that never expires, and shows its address and QR code', async ({
  page,
  larder,
  person,
  scripted,
}) => {
  const listId = addList(larder, person, 'Market')
  await page.goto(sharing(listId))
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await shownAddress(page, 'Link')
  expect(address).toMatch(new RegExp(`^${larder.url}/s/[\\w-]{32}$`))
  expect(await scan(page.getByRole('img', { name: 'QR code' }))).toBe(address)
  expect(linksOf(larder, listId)).toEqual([{ role: 'editor', label: '', expiresAt: null, revokedAt: null }])
  if (scripted) await expectAccessible(page)
})

test('two taps on the list make a link, with which someone else ticks an item under their name', {
  tag: '@full',
}, async ({ page, openElsewhere, larder, person }) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.goto(`/single-list?listID=${listId}`)
  await page.getByRole('link', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await page
    .getByRole('region', { name: 'Link', exact: true })
    .getByRole('textbox')
    .inputValue()

  const theirs = await openElsewhere()
  await theirs.goto(address)
  await theirs.getByLabel('Your name').fill('Anna')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(messages(theirs).filter({ hasText: 'Hello, Anna.' })).toBeVisible()
  await theirs.getByRole('checkbox', { name: 'Milk' }).click()
  await expect(theirs.getByRole('checkbox', { name: 'Milk' })).toBeChecked()
  await expect
    .poll(() =>
      larder.database.prepare('SELECT completed, completed_guest FROM items WHERE list_id = ?').all(listId),
    )
    .toEqual([{ completed: 1, completed_guest: 'Anna' }])
})

test('the new address is selected, and the button copies it on plain http too', {
  tag: ['@script', '@full'],
}, async ({ page, larder, person, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    // As on plain http.
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
    delete (Navigator.prototype as { clipboard?: unknown }).clipboard
  })
  await page.goto(sharing(addList(larder, person, 'Market')))
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await shownAddress(page, 'Link')
  await expect(card(page, 'Link').getByRole('textbox')).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe(address)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const label = page.getByLabel('Link label (optional)')
  await openMore(page)
  await label.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(label).toHaveValue(address)
})

test('the page says which list it shares, whatever can be undone', { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  person,
}) => {
  const listId = addList(larder, person, 'Market')
  addItems(larder, listId, [{ name: 'Milk' }])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/single-list?listID=${listId}`)
  await page.getByRole('checkbox', { name: 'Milk' }).click()
  await expect(page.getByText('Ticked Milk.')).toBeVisible()
  await page.getByRole('link', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Market', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Ticked Milk.')).toBeVisible()
})

test("a link is sent with the phone's share sheet", { tag: ['@script', '@full'] }, async ({
  page,
  larder,
  person,
}) => {
  await page.addInitScript(() => {
    Object.assign(Navigator.prototype, {
      share: async (data: ShareData) => Object.assign(window, { shared: data }),
    })
  })
  await page.goto(sharing(addList(larder, person, 'Market')))
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await shownAddress(page, 'Link')
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({ url: address })
})

test('a link has a role, an end and a label, is shown again and is turned off', { tag: '@full' }, async ({
  page,
  larder,
  person,
}) => {
  const listId = addList(larder, person, 'Market')
  await page.goto(sharing(listId))
  await openMore(page)
  await page.getByLabel('Role').selectOption('Viewer')
  await page.getByLabel('Link expires').selectOption('In 7 days')
  await page.getByLabel('Link label').fill('Flatmates')
  // Not the first button of the page, which invites.
  await page.getByLabel('Link label').press('Enter')
  const address = await shownAddress(page, 'Link')
  const [link] = linksOf(larder, listId)
  expect(link).toMatchObject({ role: 'viewer', label: 'Flatmates' })
  expect(Math.round(((link?.expiresAt ?? 0) - Date.now()) / 86_400_000)).toBe(7)
  await expect(page.getByLabel('Link label')).toHaveValue('')

  await page.goto(sharing(listId))
  await expect(card(page, 'Link')).toBeHidden()
  await page.getByRole('link', { name: 'Show Flatmates' }).click()
  expect(await shownAddress(page, 'Link')).toBe(address)
  await page.getByRole('button', { name: 'Turn off Flatmates' }).click()
  await expect(message(page)).toContainText('Link turned off. It no longer opens the list.')
  await expect(card(page, 'Link')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Links' })).toBeHidden()
  expect(linksOf(larder, listId)[0]?.revokedAt).not.toBeNull()
})

test('a label that is too long is refused at its field and kept', { tag: '@full' }, async ({
  page,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/400/)
  await page.goto(sharing(addList(larder, person, 'Market')))
  const label = page.getByLabel('Link label')
  await openMore(page)
  await page.getByLabel('Role').selectOption('Viewer')
  await label.evaluate((field: HTMLInputElement) => field.removeAttribute('maxlength'))
  await label.fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(card(page, 'Sharing').getByText('Labels can have up to 200 characters.')).toBeVisible()
  await expect(label).toBeVisible()
  await expect(label).toHaveValue('x'.repeat(201))
  await expect(page.getByLabel('Role')).toHaveValue('viewer')
})

test('somebody invited sees who invites to what, accepts, and is on the list', { tag: '@once' }, async ({
  page,
  larder,
  person,
  openElsewhere,
  scripted,
}) => {
  const listId = addList(larder, person, 'Market')
  const ben = addPerson(larder, 'Ben')
  await page.goto(sharing(listId))
  await page.getByRole('button', { name: 'Invite…' }).click()
  const address = await shownAddress(page, 'Invitation')
  expect(address).toMatch(new RegExp(`^${larder.url}/invite/[\\w-]{32}$`))
  expect(await scan(page.getByRole('img', { name: 'QR code' }))).toBe(address)

  const theirs = await openElsewhere(ben)
  await theirs.goto(address)
  await expect(theirs.getByText('Ada invites you to edit “Market”.')).toBeVisible()
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  if (scripted) await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs).toHaveURL(`/single-list?listID=${listId}`)
  await expect(theirs.getByText("You're now on “Market”.")).toBeVisible()
  expect(membersOf(larder, listId)).toEqual([{ id: ben.id, role: 'editor' }])

  await theirs.goto(address)
  await expect(theirs.getByText("You're already on “Market”.")).toBeVisible()
  await theirs.getByRole('link', { name: 'Open the list' }).click()
  await expect(theirs).toHaveURL(`/single-list?listID=${listId}`)
  await page.goto(sharing(listId))
  await expect(row(page, 'Ben')).toBeVisible()
  await expect(page.getByText('Open invitation')).toBeHidden()
})

test('an invitation to a household shares all lists, until the person is removed from them', {
  tag: '@once',
}, async ({ page, larder, person, openElsewhere, scripted }) => {
  const listId = addList(larder, person, 'Market')
  const other = addList(larder, person, 'Party')
  const ben = addPerson(larder, 'Ben')
  await page.goto(sharing(listId))
  await page.getByRole('main').getByRole('link', { name: 'Household' }).click()
  const household = card(page, 'Household')
  await household.getByRole('button', { name: 'Invite…' }).click()
  const address = await shownAddress(page, 'Invitation')
  await expect(household.getByRole('listitem')).toContainText('Editor · expires')

  const theirs = await openElsewhere(ben)
  await theirs.goto(address)
  await expect(
    theirs.getByText(
      'Ada invites you to their household: you can edit all of their lists, including new ones.',
    ),
  ).toBeVisible()
  const shareBack = theirs.getByLabel('Share all of mine, too')
  await expect(shareBack).toHaveCount(0)
  const theirList = addList(larder, ben, 'Hardware')
  await theirs.reload()
  await expect(shareBack).not.toBeChecked()
  if (scripted) await expectAccessible(theirs)
  await shareBack.check()
  await theirs.getByRole('main').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(theirs.getByText("You're now in the household of Ada.")).toBeVisible()
  await expect(theirs).toHaveURL(`/?userID=${ben.id}`)
  expect(membersOf(larder, theirList)).toEqual([{ id: person.id, role: 'editor' }])
  for (const id of [listId, other]) expect(membersOf(larder, id)).toEqual([{ id: ben.id, role: 'editor' }])
  await theirs.goto('/household')
  await expect(theirs.getByRole('listitem')).toContainText(['You and Ada share your lists, new ones too.'])

  if (scripted) await expect(household.getByRole('heading', { name: 'Ben' })).toBeVisible()
  await page.goto('/household')
  await expect(household.getByRole('listitem')).toContainText(['You and Ben share your lists, new ones too.'])
  await unfold(household)
  await household.getByRole('button', { name: 'Remove Ben from all my lists' }).click()
  await expect(message(page)).toContainText('Ben can no longer see your lists.')
  await expect(household.getByRole('listitem')).toHaveText([/Ben shares lists with you, new ones too/])
  for (const id of [listId, other]) expect(membersOf(larder, id)).toEqual([])
})

test('an invitation to a household is not on the page of the list that it was made on', {
  tag: '@full',
}, async ({ page, larder, person }) => {
  const listId = addList(larder, person, 'Market')
  const form = { intent: 'invite', allLists: 'true' }
  const made = await page.request.post(sharing(listId), { form, maxRedirects: 0 })
  expect(made.headers().location).toMatch(/^\/household\?show=/)
  await page.goto(sharing(listId))
  await expect(page.getByRole('button', { name: 'Invite…' })).toBeVisible()
  await expect(page.getByText('Open invitation')).toHaveCount(0)
  await page.goto('/household')
  await page.getByRole('button', { name: 'Withdraw the invitation' }).click()
  await expect(message(page)).toContainText('Invitation withdrawn.')
  await expect(page.getByText('Open invitation')).toHaveCount(0)
})

test('opening an invitation ten times changes nothing', { tag: '@full' }, async ({
  page,
  larder,
  person,
  request,
  scripted,
}) => {
  test.skip(!scripted, 'needs no browser')
  await page.goto(sharing(addList(larder, person, 'Market')))
  await page.getByRole('button', { name: 'Invite…' }).click()
  const address = await shownAddress(page, 'Invitation')
  const ben = addPerson(larder, 'Ben')
  const before = fingerprint(larder)
  for (let n = 0; n < 10; n += 1) {
    const headers: Record<string, string> = n % 2 ? { Cookie: `session=${ben.cookie}` } : {}
    const response = await request.get(address, { headers })
    expect(response.status()).toBe(200)
    expect(response.headers()['referrer-policy']).toBe('same-origin')
  }
  expect(fingerprint(larder)).toBe(before)
})

test('an unknown or withdrawn invitation is not found and says what to do', { tag: '@full' }, async ({
  page,
  larder,
  person,
  allowErrors,
}) => {
  allowErrors(/404/)
  const sentence = page.getByText('This invitation has expired or was already used. Ask for a new one.')
  const unknown = await page.goto(`/invite/${'x'.repeat(32)}`)
  expect(unknown?.status()).toBe(404)
  await expect(sentence).toBeVisible()

  await page.goto(sharing(addList(larder, person, 'Market')))
  await page.getByRole('button', { name: 'Invite…' }).click()
  const address = await shownAddress(page, 'Invitation')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(message(page)).toContainText('Invitation withdrawn. Its link no longer works.')
  expect((await page.goto(address))?.status()).toBe(404)
  await expect(sentence).toBeVisible()
})

test('an invitation survives registering, a wrong password and signing in', { tag: '@full' }, async ({
  page,
  larder,
  person,
  openElsewhere,
  allowErrors,
}) => {
  allowErrors(/400/)
  const listId = addList(larder, person, 'Market')
  await page.goto(sharing(listId))
  await openMore(page)
  await page.getByLabel('Role').selectOption('Viewer')
  await page.getByRole('button', { name: 'Invite…' }).click()
  const address = await shownAddress(page, 'Invitation')
  const token = address.split('/').at(-1)

  const theirs = await openElsewhere()
  await theirs.goto(address)
  await expect(theirs.getByText('Ada invites you to view “Market”.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Accept' })).toBeHidden()
  await theirs.getByRole('link', { name: 'Login' }).click()
  await expect(theirs).toHaveURL(`/login?invite=${token}`)
  await expect(theirs.getByText('Log in to accept your invitation.')).toBeVisible()
  await theirs.getByRole('link', { name: 'SIGN UP' }).click()
  await expect(theirs).toHaveURL(`/register?invite=${token}`)
  await expect(theirs.getByText('Register, then log in to accept your invitation.')).toBeVisible()
  const email = `${newId()}@example.org`
  await theirs.getByLabel('Name').fill('Ben')
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password').fill(PASSWORD)
  await theirs.getByLabel('Password').press('Enter')
  await expect(theirs).toHaveURL(`/login?invite=${token}`)
  await expect(theirs.getByLabel('Email')).toHaveValue(email)
  await theirs.getByLabel('Password').fill('wrong password')
  await theirs.getByRole('button', { name: 'submit' }).click()
  await expect(theirs.getByText('Wrong email or password.').first()).toBeVisible()
  await expect(theirs).toHaveURL(`/login?invite=${token}`)
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'submit' }).click()
  await expect(theirs).toHaveURL(address)
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs).toHaveURL(`/single-list?listID=${listId}`)
  expect(membersOf(larder, listId)).toMatchObject([{ role: 'viewer' }])
})

test('with REGISTRATION=invited, only the first person and invited people can register', {
  tag: '@full',
}, async ({ page, allowErrors }) => {
  allowErrors(/403/)
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn', REGISTRATION: 'invited' })
  const account = { name: 'Ben', email: 'ben@example.org', password: PASSWORD }
  try {
    await page.goto(`${larder.url}/landing`)
    await expect(page.getByRole('link', { name: 'Create the first one' })).toBeVisible()
    await page.goto(`${larder.url}/register`)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'submit' }).click()
    await expect(page).toHaveURL(`${larder.url}/login`)

    const ada = addPerson(larder)
    await page.goto(`${larder.url}/register`)
    await expect(page.getByText('You need an invitation to register on this server.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'submit' })).toBeHidden()
    expect((await page.request.post(`${larder.url}/register`, { form: account })).status()).toBe(403)

    await signIn(page, larder, ada)
    await page.goto(larder.url + sharing(addList(larder, ada, 'Market')))
    await page.getByRole('button', { name: 'Invite…' }).click()
    const token = (await shownAddress(page, 'Invitation')).split('/').at(-1)
    await page.context().clearCookies()
    await page.goto(`${larder.url}/invite/${token}`)
    await page.getByRole('link', { name: 'Register' }).click()
    await page.getByLabel('Name').fill(account.name)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'submit' }).click()
    await expect(page).toHaveURL(`${larder.url}/login?invite=${token}`)
  } finally {
    await page.close()
    await stop()
  }
})

test('a link that the browser refuses to copy is selected, to copy it by hand', { tag: '@script' }, async ({
  page,
  larder,
  person,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto(sharing(addList(larder, person, 'Market')))
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = await shownAddress(page, 'Link')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copy it from here.')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(address)
})
