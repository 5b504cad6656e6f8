import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { bomb, photo } from '#tests/support/photos.ts'
import { addPerson, expect, fullUnless, type Larder, messages, signIn, test } from './fixtures.ts'

const stored = ({ database }: Larder, listId: string) =>
  database
    .prepare('SELECT id, width, height FROM receipts WHERE list_id = ? AND deleted_at IS NULL')
    .get(listId) as { id: string; width: number; height: number } | undefined

const small = { name: 'small.jpg', mimeType: 'image/jpeg', buffer: await photo(300, 500).jpeg().toBuffer() }
const other = { name: 'other.png', mimeType: 'image/png', buffer: await photo(400, 200).png().toBuffer() }
const large = {
  name: 'large.jpg',
  mimeType: 'image/jpeg',
  buffer: await photo(2400, 3200).jpeg({ quality: 80 }).toBuffer(),
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'RECEIPT' })
const input = (page: Page) => dialogOf(page).locator('input[name=receiptImage]')

/** Makes uploads slow enough to observe. */
async function throttleUploads(page: Page, bytesPerSecond: number) {
  const devtools = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await devtools.send('Network.emulateNetworkConditions', conditions)
}

/** Every value the progress bar has shown; polling could miss them. */
async function progressValues(page: Page) {
  const values = await page.evaluateHandle(() => {
    const shown: number[] = []
    const record = () =>
      shown.push(document.querySelector<HTMLProgressElement>('dialog progress')?.value ?? 0)
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] }
    new MutationObserver(record).observe(document.body, changes)
    return shown
  })
  return () => values.jsonValue()
}

test('a receipt is added, viewed and replaced', async ({ page, larder, scripted, arrange }) => {
  const { listId, path } = arrange()
  await page.goto(path)
  await page.getByRole('button', { name: 'ADD RECEIPT' }).click()
  const dialog = dialogOf(page)
  const add = dialog.getByRole('button', { name: 'CLICK HERE TO ADD' })
  await expect(add).toBeVisible({ visible: !scripted })
  await input(page).setInputFiles(small)
  await add.click()

  if (scripted) {
    await expect(dialog.getByRole('img', { name: 'Receipt for Saturday market' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: /CLICK HERE/ })).toBeHidden()
    await expect(input(page)).toHaveValue('')
    await expect(dialog.locator('.message [role=status]')).toHaveText('Receipt added.')
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible()
    await dialog.getByRole('link', { name: 'Close' }).click()
  } else {
    await expect(page).toHaveURL(path)
    await expect(page.locator('.message [role=status]')).toHaveText('Receipt added.')
  }
  const first = stored(larder, listId)
  expect(first).toMatchObject({ width: 300, height: 500 })

  await page.getByRole('button', { name: 'VIEW RECEIPT' }).click()
  const picture = dialog.getByRole('img', { name: 'Receipt for Saturday market' })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('naturalWidth', 300)
  await input(page).setInputFiles(other)
  await dialog.getByRole('button', { name: 'CLICK HERE TO UPDATE' }).click()
  await expect.poll(() => stored(larder, listId)).toMatchObject({ width: 400, height: 200 })
  expect(stored(larder, listId)?.id).not.toBe(first?.id)
  if (scripted) await expect(picture).toHaveAttribute('src', new RegExp(stored(larder, listId)?.id ?? 'none'))
  else await expect(page.locator('.message [role=status]')).toHaveText('Receipt updated.')
})

const INVALID: [what: string, make: () => Promise<Buffer>, message: RegExp][] = [
  ['an SVG', async () => Buffer.from('<svg xmlns="x"/>'), /SVG drawings/],
  ['a HEIC photo', async () => Buffer.from('\0\0\0\x18ftypheic'), /Most Compatible/],
  ['half a photo', async () => small.buffer.subarray(0, 900), /damaged or incomplete/],
  ['a decompression bomb', bomb, /256 megapixels/],
  ['a file that is too large', async () => Buffer.alloc(11_000_000, 1), /too large/],
]

for (const [what, make, message] of INVALID) {
  test(`${what} is rejected with a message on the list page`, {
    tag: ['@once', ...fullUnless(what, 'an SVG')],
  }, async ({ page, larder, allowErrors, scripted, arrange }) => {
    allowErrors(/415|422|413/)
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await make() })
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    const shown = scripted ? messages(page) : page.getByRole('alert')
    await expect(shown).toContainText(message)
    await expect(dialogOf(page)).toBeHidden()
    await expect(page).toHaveURL(path)
    expect(stored(larder, listId)).toBeUndefined()
  })
}

const NO_IMAGE: [what: string, name: string, mimeType: string, text: string, message: RegExp][] = [
  ['a text', 'notes.txt', 'text/plain', 'milk, eggs', /isn't an image/],
  ['a text that calls itself a photo', 'photo.jpg', 'image/jpeg', 'milk, eggs', /isn't an image/],
  ['a PDF', 'receipt.pdf', 'application/pdf', '%PDF-1.7', /PDF/],
]

for (const [what, name, mimeType, text, message] of NO_IMAGE) {
  test(`the sheet stays for ${what}, says that it is no image, and takes another file`, {
    tag: fullUnless(what, 'a text'),
  }, async ({ page, larder, allowErrors, arrange }) => {
    allowErrors(/415/)
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    const dialog = dialogOf(page)
    await input(page).setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
    await dialog.getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(dialog.getByRole('alert')).toContainText(message)
    await expect(dialog.getByRole('img')).toHaveCount(0)
    await expect(input(page)).toHaveValue('')
    await expect(page).toHaveURL(`${path}&dialog=receipt`)
    await input(page).setInputFiles(small)
    await dialog.getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect.poll(() => stored(larder, listId)).toMatchObject({ width: 300, height: 500 })
    await expect(page.getByText(message)).toHaveCount(0)
  })
}

test('on a phone, a new receipt leaves room for its message and the button to remove it, and fills the sheet at full size', {
  tag: '@script',
}, async ({ page, arrange }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { path } = arrange()
  await page.goto(`${path}&dialog=receipt`)
  const dialog = dialogOf(page)
  await input(page).setInputFiles(small)
  await dialog.getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
  await expect(dialog.getByText('Receipt added.')).toBeInViewport({ ratio: 1 })
  const remove = dialog.getByRole('button', { name: 'Remove receipt' })
  await expect(remove).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('link', { name: 'Show receipt at full size' }).click()
  await expect(dialog.getByText('Receipt added.')).toBeHidden()
  await dialog.getByRole('link', { name: 'Fit receipt to window' }).click()
  await expect(dialog.getByText('Receipt added.')).toBeInViewport({ ratio: 1 })
  await expect(remove).toBeInViewport({ ratio: 1 })
})

test('the receipt can be viewed at full size', { tag: '@full' }, async ({
  page,
  larder,
  scripted,
  arrange,
}) => {
  const { listId, path } = arrange()
  await page.goto(`${path}&dialog=receipt`)
  await input(page).setInputFiles(large)
  await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
  await expect.poll(() => stored(larder, listId)).toMatchObject({ width: 1500, height: 2000 })
  await page.goto(`${path}&dialog=receipt`)
  const picture = dialogOf(page).getByRole('img', { name: 'Receipt for Saturday market' })
  const fit = await picture.boundingBox()
  expect(fit?.height).toBeLessThan(page.viewportSize()?.height ?? 0)
  await picture.click({ position: { x: 10, y: 10 } })
  if (!scripted) {
    await expect(page).toHaveURL(new RegExp(`/receipt/${listId}\\?v=`))
    return
  }
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(1500)
  await expect(page).toHaveURL(`${path}&dialog=receipt`)
  await dialogOf(page).getByRole('link', { name: 'Fit receipt to window' }).press('Enter')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(fit?.width)
})

test('other users and signed-out visitors get 404 for a receipt', { tag: '@full' }, async ({
  page,
  larder,
  allowErrors,
  arrange,
}) => {
  allowErrors(/404/)
  const { listId, path } = arrange()
  await page.goto(`${path}&dialog=receipt`)
  await input(page).setInputFiles(small)
  await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
  await expect.poll(() => stored(larder, listId)).toBeDefined()
  const url = `/receipt/${listId}?v=${stored(larder, listId)?.id}`
  expect((await page.goto(url))?.status()).toBe(200)
  for (const value of [addPerson(larder, 'Eve').cookie, 'invalid']) {
    await page.context().clearCookies()
    await page.context().addCookies([{ name: 'session', value, url: larder.url }])
    expect((await page.goto(url))?.status()).toBe(404)
  }
})

test.describe('with JavaScript', () => {
  test.beforeEach(({ scripted }) => test.skip(!scripted, 'needs JavaScript'))

  test('a large photo is scaled down and uploaded with a progress bar', { tag: '@full' }, async ({
    page,
    larder,
    arrange,
  }) => {
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(large)
    await throttleUploads(page, 600_000)
    const values = await progressValues(page)
    const request = page.waitForRequest((request) => request.method() === 'POST')
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(dialogOf(page).getByRole('button', { name: 'ADDING...' })).toBeDisabled()
    const bar = dialogOf(page).getByRole('progressbar', { name: 'Upload' })
    await expect(bar).toHaveJSProperty('max', 1)
    const sent = Number((await (await request).allHeaders())['content-length'])
    expect(sent).toBeLessThan(large.buffer.length * 0.7)
    await expect.poll(() => stored(larder, listId)).toMatchObject({ width: 1500, height: 2000 })
    await expect(bar).toBeHidden()
    expect((await values()).some((value) => value > 0 && value < 1)).toBe(true)
  })

  test('a new receipt appears on another phone and keeps the file chosen there', { tag: '@full' }, async ({
    page,
    person,
    larder,
    browser,
    arrange,
  }) => {
    const { listId, path } = arrange()
    const second = await (await browser.newContext({ baseURL: larder.url })).newPage()
    await signIn(second, larder, person)
    await second.goto(`${path}&dialog=receipt`)
    await input(second).setInputFiles(other)
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(small)
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(dialogOf(page).getByRole('img', { name: 'Receipt for' })).toBeVisible()
    await dialogOf(second).getByRole('button', { name: 'CLICK HERE TO UPDATE' }).click()
    const picture = dialogOf(page).getByRole('img', { name: 'Receipt for' })
    await expect(picture).toHaveAttribute('width', '400')
    expect(stored(larder, listId)).toMatchObject({ width: 400, height: 200 })
    await second.context().close()
  })

  test('closing the dialog aborts the upload', async ({ page, larder, arrange }) => {
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(large)
    await throttleUploads(page, 50_000)
    const started = page.waitForRequest((request) => request.method() === 'POST')
    const failed = page.waitForEvent('requestfailed')
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await started
    await dialogOf(page).getByRole('link', { name: 'Close' }).click()
    await failed
    await expect(page.getByRole('button', { name: 'ADD RECEIPT' })).toBeVisible()
    expect(stored(larder, listId)).toBeUndefined()
  })

  test('an upload without a connection shows an error', async ({ page, larder, allowErrors, arrange }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(small)
    await page.context().setOffline(true)
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(messages(page)).toContainText("Can't reach the server.")
    await page.context().setOffline(false)
    expect(stored(larder, listId)).toBeUndefined()
  })

  test('an upload after the session ended redirects to the landing page', { tag: '@full' }, async ({
    page,
    person,
    larder,
    allowErrors,
    arrange,
  }) => {
    allowErrors(/401/)
    const { path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(small)
    // At the last moment, because the page's socket would notice too.
    await page.route('**/add-receipt/**', (route) => {
      larder.database.prepare('DELETE FROM sessions WHERE user_id = ?').run(person.id)
      return route.continue()
    })
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(page).toHaveURL('/landing')
  })

  test('cancelling the file chooser keeps the dialog open', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange()
    await page.goto(path)
    await page.getByRole('button', { name: 'ADD RECEIPT' }).click()
    await expect(input(page)).toBeFocused()
    await input(page).dispatchEvent('cancel', { bubbles: true })
    await expect(dialogOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'ADD RECEIPT' })).toBeFocused()
  })

  test('reopening the dialog shows the image from the browser cache', { tag: '@full' }, async ({
    page,
    arrange,
  }) => {
    const { listId, path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await input(page).setInputFiles(small)
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(dialogOf(page).getByRole('img', { name: 'Receipt for' })).toBeVisible()
    await page.goto(`${path}&dialog=receipt`)
    const picture = dialogOf(page).getByRole('img', { name: 'Receipt for' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    const bytes = await page.evaluate(
      (id) =>
        performance
          .getEntriesByType('resource')
          .find(({ name }) => name.includes(`/receipt/${id}`))
          ?.toJSON(),
      listId,
    )
    expect(bytes.transferSize).toBe(0)
  })

  test('the dialog has no accessibility violations', { tag: '@full' }, async ({ page, arrange }) => {
    const { path } = arrange()
    await page.goto(`${path}&dialog=receipt`)
    await expectAccessible(page)
    await input(page).setInputFiles(small)
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'CLICK HERE TO ADD' }).click()
    await expect(dialogOf(page).getByRole('img', { name: 'Receipt for' })).toBeVisible()
    await expectAccessible(page)
  })
})
