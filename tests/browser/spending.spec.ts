import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { photo } from '#tests/support/photos.ts'
import { addList, addTrips } from '#tests/support/rows.ts'
import { addPerson, expect, messages, test } from './fixtures.ts'

const THIS_YEAR = new Date().getUTCFullYear() - 1
const LAST_YEAR = THIS_YEAR - 1

const trips = (page: Page) => page.locator('.trip-rows li')
const table = (page: Page, title: string) => page.getByRole('table').filter({ hasText: title })
const rowsOf = (page: Page, title: string) => table(page, title).locator('tbody tr')

const jpeg = await photo(60, 80).jpeg().toBuffer()
const upload = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: jpeg }

test.describe('spending', () => {
  function arrangeYear(larder: Parameters<typeof addTrips>[0], person: Parameters<typeof addTrips>[1]) {
    const list = { id: addList(larder, person, 'Groceries'), name: 'Groceries' }
    const lines = [
      { name: 'Milk', price: 1.2 },
      { name: 'Bread', price: 2.8 },
    ]
    const ids = addTrips(larder, person, [
      { list, store: 'Lidl', paid: 26.8, boughtOn: `${THIS_YEAR}-11-25`, lines },
      { list, store: 'Aldi', boughtOn: `${THIS_YEAR}-11-20`, lines },
      { list, store: 'Lidl', paid: 10, boughtOn: `${THIS_YEAR}-03-02`, lines },
      { store: 'Bakery', paid: 4.5, boughtOn: `${THIS_YEAR}-03-01` },
      { store: 'Seven', paid: 3480, currency: 'JPY', boughtOn: `${THIS_YEAR}-04-01` },
      { list, store: 'Lidl', paid: 99, boughtOn: `${LAST_YEAR}-01-01`, lines },
    ])
    return { list, ids }
  }

  test('shows a year by months, stores and lists, what is paid apart from what is estimated', async ({
    page,
    larder,
    person,
  }) => {
    arrangeYear(larder, person)
    await page.goto('/spending')
    await expect(page).toHaveTitle('Spending · Larder')
    await expect(page.locator('.paid-sum')).toHaveText([
      'Paid $ 41.30 · 1 trip not known, about $ 4.00',
      'Paid ¥ 3,480',
    ])
    await expect(rowsOf(page, 'By month').filter({ hasText: '$' })).toHaveText([
      /March.*2 trips.*\$\s14\.50/,
      /November.*2 trips · 1 not known, about \$\s4\.00.*\$\s26\.80/,
    ])
    await expect(rowsOf(page, 'By store').filter({ hasText: '$' })).toHaveText([
      /Lidl.*2 trips.*\$\s36\.80/,
      /Bakery.*1 trip.*\$\s4\.50/,
      /Aldi.*1 trip not known, about \$\s4\.00/,
    ])
    await expect(rowsOf(page, 'By list').filter({ hasText: '$' })).toHaveText([
      /Groceries.*3 trips.*\$\s36\.80/,
      /Purchases.*1 trip.*\$\s4\.50/,
    ])
    const chart = page.getByRole('img', { name: `Spending in ${THIS_YEAR} by month` })
    await expect(chart.first()).toHaveAccessibleDescription('Most in November: $ 26.80.')
    await expect(trips(page)).toHaveText([
      /Lidl.*\$\s26\.80.*Nov 25.*2 items · Groceries/,
      /Aldi.*about \$\s4\.00/,
      /Seven.*¥\s3,480/,
      /Lidl.*\$\s10\.00/,
      /Bakery.*\$\s4\.50/,
    ])
  })

  test('another year, a month, a store and a list are links', async ({ page, larder, person }) => {
    const { list } = arrangeYear(larder, person)
    await page.goto('/spending')
    await page
      .getByRole('navigation', { name: 'Years' })
      .getByRole('link', { name: String(LAST_YEAR) })
      .click()
    await expect(page.getByRole('heading', { name: String(LAST_YEAR) })).toBeVisible()
    await expect(page.locator('.paid-sum')).toHaveText('Paid $ 99.00')
    await page.goto('/spending')
    await page.getByRole('link', { name: 'March' }).click()
    await expect(page.getByRole('heading', { name: `March ${THIS_YEAR}` })).toBeVisible()
    await expect(page.locator('.paid-sum')).toHaveText('Paid $ 14.50')
    await expect(trips(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'Lidl' }).first().click()
    await expect(page.locator('.paid-sum')).toHaveText('Paid $ 10.00')
    await page.getByRole('link', { name: `All of ${THIS_YEAR}` }).click()
    await expect(page.locator('.paid-sum')).toHaveText('Paid $ 36.80')
    await page.getByRole('link', { name: 'All stores' }).click()
    await expect(page.getByRole('link', { name: 'All stores' })).toBeHidden()
    await page.getByRole('link', { name: 'Groceries', exact: true }).first().click()
    await expect(page).toHaveURL(`/spending?listID=${list.id}&year=${THIS_YEAR}`)
    await expect(page.getByRole('heading', { name: 'Past trips' })).toBeVisible()
    await expect(trips(page)).toHaveCount(3)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL(`/single-list?listID=${list.id}`)
  })

  test('a query that makes no sense shows the year that comes closest', { tag: '@once' }, async ({
    page,
    larder,
    person,
    allowErrors,
  }) => {
    allowErrors(/404/)
    arrangeYear(larder, person)
    for (const query of [
      'year=nineteen',
      'month=2026-13',
      'page=-1',
      'store=%00&page=1e9',
      'year=&month=&page=',
    ]) {
      const response = await page.goto(`/spending?${query}`)
      expect(response?.status(), query).toBe(200)
      await expect(page.getByRole('heading', { name: String(THIS_YEAR) })).toBeVisible()
    }
    await page.goto('/spending?year=1999')
    await expect(page.getByText('No trips: 1999.')).toBeVisible()
    expect((await page.goto('/spending?listID=nothing'))?.status()).toBe(404)
  })

  test('the CSV has the trips that are shown', async ({ page, larder, person }) => {
    arrangeYear(larder, person)
    await page.goto(`/spending?month=${THIS_YEAR}-03`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`spending-${THIS_YEAR}-03.csv`)
    const lines = readFileSync(await download.path(), 'utf8')
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
    expect(lines).toEqual([
      'date,store,list,items,paid,estimate,currency',
      `${THIS_YEAR}-03-02,Lidl,Groceries,2,10.00,4.00,USD`,
      `${THIS_YEAR}-03-01,Bakery,,0,4.50,0.00,USD`,
    ])
  })

  test('many trips come in pages', { tag: '@once' }, async ({ page, larder, person }) => {
    const many = Array.from({ length: 130 }, (_, n) => ({ paid: n, boughtOn: `${THIS_YEAR}-05-05` }))
    addTrips(larder, person, many)
    await page.goto('/spending')
    await expect(trips(page)).toHaveCount(100)
    await page.getByRole('link', { name: 'Older trips' }).click()
    await expect(trips(page)).toHaveCount(30)
    await expect(page.locator('.paid-sum')).toHaveText('Paid $ 8,385.00')
    await page.getByRole('link', { name: 'Newer trips' }).click()
    await expect(trips(page)).toHaveCount(100)
  })

  test('a year is printed on one page of A4, and the trips follow', { tag: ['@script'] }, async ({
    page,
    larder,
    person,
  }) => {
    const all = Array.from({ length: 60 }, (_, n) => ({
      list: undefined,
      store: `A shop with a rather long name in street ${n % 12}`,
      ...(n % 5 && { paid: 20 + n }),
      estimate: 18,
      boughtOn: `${THIS_YEAR}-${String(1 + (n % 12)).padStart(2, '0')}-10`,
    }))
    addTrips(larder, person, all)
    await page.goto('/spending')
    await page.emulateMedia({ media: 'print' })
    // A4 without 10 mm on each side, at 96 pixels per inch.
    await page.setViewportSize({ width: 718, height: 1046 })
    const height = await page.evaluate(
      () => document.querySelector('.trip-column')?.getBoundingClientRect().top ?? 0,
    )
    expect(height).toBeGreaterThan(400)
    expect(height).toBeLessThan(1046)
    await expect(page.getByText('Add a purchase')).toBeHidden()
    await expect(page.getByText('Download as CSV')).toBeHidden()
  })
})

test.describe('a purchase', () => {
  test('that was on no list is added, with a photo', async ({ page, person: _ }) => {
    await page.goto('/spending')
    await expect(page.getByText('No trips yet')).toBeVisible()
    await page.getByText('Add a purchase').click()
    await page.getByLabel('Paid ($)').fill('4,50')
    await page.getByLabel('Store').fill('Bakery')
    await page.getByLabel('Receipt').setInputFiles(upload)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(messages(page)).toContainText('Purchase added.')
    await expect(trips(page)).toHaveText([/Bakery.*\$\s4\.50.*with receipt/])
    await trips(page).getByRole('link').click()
    await expect(page.getByRole('img', { name: 'Receipt of Bakery' })).toBeVisible()
  })

  test('is in the currency that is paid with most', async ({ page, larder, person }) => {
    addTrips(larder, person, [
      { store: 'Seven', paid: 3480, currency: 'JPY', boughtOn: `${THIS_YEAR}-04-01` },
    ])
    await page.goto(`/spending?year=${THIS_YEAR}`)
    await page.getByText('Add a purchase').click()
    await page.getByLabel('Paid (¥)').fill('900')
    await page.getByLabel('Date').fill(`${THIS_YEAR}-04-02`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.locator('.paid-sum')).toHaveText('Paid ¥ 4,380')
  })

  test('that is refused says why at the field, and what was typed stays', async ({
    page,
    person: _,
    allowErrors,
  }) => {
    allowErrors(/status of 4/)
    await page.goto('/spending')
    await page.getByText('Add a purchase').click()
    await page.getByLabel('Store').fill('Bakery')
    await page.getByLabel('Date').fill('2999-01-01')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Enter what it cost.')).toBeVisible()
    await expect(page.getByLabel('Store')).toHaveValue('Bakery')
    await page.getByLabel('Paid ($)').fill('12')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('This date is still to come.')).toBeVisible()
    await expect(page.getByLabel('Paid ($)')).toHaveValue('12')
    await page.getByLabel('Date').fill(`${THIS_YEAR}-02-03`)
    await page
      .getByLabel('Receipt')
      .setInputFiles({ ...upload, name: 'a.pdf', buffer: Buffer.from('%PDF-1.7') })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText("PDF files can't be used as a receipt")).toBeVisible()
    await expect(page.getByLabel('Store')).toHaveValue('Bakery')
    await page.getByLabel('Receipt').setInputFiles([])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(trips(page)).toHaveText([/Bakery.*\$\s12\.00/])
  })

  test('that could not be sent says so, and what was typed stays', { tag: '@script' }, async ({
    page,
    context,
    person: _,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load/)
    await page.goto('/spending')
    await page.getByText('Add a purchase').click()
    await page.getByLabel('Paid ($)').fill('7')
    await page.getByLabel('Receipt').setInputFiles(upload)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(messages(page)).not.toHaveText('')
    await expect(page.getByLabel('Paid ($)')).toHaveValue('7')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(trips(page)).toHaveText([/\$\s7\.00.*with receipt/])
  })

  test('that is sent twice is there once', { tag: '@once' }, async ({ page, person: _ }) => {
    await page.goto('/spending')
    const id = await page.locator('.add-purchase input[name=id]').inputValue()
    const form = { id, paid: '7', store: 'Kiosk', boughtOn: '' }
    for (let sent = 0; sent < 2; sent += 1)
      expect((await page.request.post('/spending', { form })).ok()).toBe(true)
    await page.goto('/spending')
    await expect(trips(page)).toHaveText([/Kiosk.*\$\s7\.00/])
  })
})

test.describe('a trip', () => {
  const arrangeTrip = (larder: Parameters<typeof addTrips>[0], person: Parameters<typeof addTrips>[1]) => {
    const list = { id: addList(larder, person, 'Groceries'), name: 'Groceries' }
    const lines = [
      { name: 'Milk', price: 1.2 },
      { name: 'Bread', price: 2.8 },
    ]
    const [id = ''] = addTrips(larder, person, [{ list, boughtOn: `${THIS_YEAR}-11-25`, lines }])
    return { list, path: `/trip/${id}` }
  }

  test('shows what was bought, and is corrected, with an undo', async ({ page, larder, person }) => {
    const { path } = arrangeTrip(larder, person)
    await page.goto(path)
    await expect(page).toHaveTitle(`Groceries, Nov 25, ${THIS_YEAR} · Larder`)
    await expect(page.locator('tbody tr')).toHaveText([/Milk.*\$\s1\.20/, /Bread.*\$\s2\.80/])
    await expect(page.locator('.paid-sum')).toContainText('about $ 4.00')
    await page.getByLabel('Paid ($)').fill('4.20')
    await page.getByLabel('Store').fill('Lidl')
    await page.getByLabel('Add a photo').setInputFiles(upload)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(messages(page).filter({ hasText: 'Trip saved.' })).toBeVisible()
    await expect(page.locator('.paid-sum')).toContainText('Paid $ 4.20')
    await expect(page.getByRole('img', { name: 'Receipt of Lidl' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await page.goto(path)
    await expect(page.locator('.paid-sum')).toContainText('about $ 4.00')
    await expect(page.getByRole('img')).toHaveCount(0)
  })

  test('two people correct it: each changes only what they typed', async ({ page, larder, person }) => {
    const { path } = arrangeTrip(larder, person)
    const other = await page.context().newPage()
    await other.goto(path)
    await page.goto(path)
    await page.getByLabel('Store').fill('Lidl')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Trip saved.')).toBeVisible()
    await other.getByLabel('Paid ($)').fill('5')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.locator('.paid-sum')).toContainText('Paid $ 5.00')
    await expect(other.getByLabel('Store')).toHaveValue('Lidl')
  })

  test('its photo is removed, with an undo', async ({ page, larder, person }) => {
    const { path } = arrangeTrip(larder, person)
    await page.goto(path)
    await page.getByLabel('Add a photo').setInputFiles(upload)
    await page.getByRole('button', { name: 'Save' }).click()
    const image = page.getByRole('img', { name: 'Receipt of Groceries' })
    await expect(image).toBeVisible()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.getByText('Photo removed.')).toBeVisible()
    await expect(image).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await page.goto(path)
    await expect(image).toBeVisible()
  })

  test('is deleted, undone, and restored from what was deleted recently', async ({
    page,
    larder,
    person,
  }) => {
    const { path } = arrangeTrip(larder, person)
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await expect(page.getByText('Trip deleted.')).toBeVisible()
    await expect(page).toHaveURL(`/spending?year=${THIS_YEAR}`)
    await expect(trips(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(trips(page)).toHaveCount(1)
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await page.getByRole('link', { name: 'Recently deleted' }).click()
    await page.getByRole('button', { name: 'Restore Groceries' }).click()
    await expect(page.getByText('Trip restored.')).toBeVisible()
    await page.goto('/spending')
    await expect(trips(page)).toHaveCount(1)
  })

  test('without a list, it can be undone, too', async ({ page, larder, person }) => {
    const [id = ''] = addTrips(larder, person, [{ store: 'Kiosk', paid: 2, boughtOn: `${THIS_YEAR}-11-25` }])
    await page.goto(`/trip/${id}`)
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await expect(page.getByText('Trip deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Trip restored.')).toBeVisible()
    await page.goto('/spending')
    await expect(trips(page)).toHaveText([/Kiosk/])
  })

  test('its items go onto the list again', async ({ page, larder, person }) => {
    const { list, path } = arrangeTrip(larder, person)
    await page.goto(path)
    await page.getByRole('button', { name: 'Add these again (2)' }).click()
    await expect(page).toHaveURL(`/single-list?listID=${list.id}`)
    await expect(page.locator('.item .name')).toHaveText(['Milk', 'Bread'])
  })

  test('viewers read it, and a stranger finds nothing', { tag: '@once' }, async ({
    page,
    larder,
    person,
    openElsewhere,
    allowErrors,
  }) => {
    allowErrors(/404/)
    const { list, path } = arrangeTrip(larder, person)
    const vera = addPerson(larder, 'Vera')
    larder.database
      .prepare("INSERT INTO list_members (list_id, user_id, role, created_at) VALUES (?, ?, 'viewer', 1)")
      .run(list.id, vera.id)
    const hers = await openElsewhere(vera)
    await hers.goto(path)
    await expect(hers.locator('tbody tr')).toHaveCount(2)
    await expect(hers.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(hers.getByRole('button', { name: 'Delete trip' })).toHaveCount(0)
    const eves = await openElsewhere(addPerson(larder, 'Eve'))
    expect((await eves.goto(path))?.status()).toBe(404)
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  })
})

test('the pages of spending fit on small screens and are accessible', { tag: ['@script'] }, async ({
  page,
  larder,
  person,
}) => {
  const list = {
    id: addList(larder, person, 'Donaudampfschifffahrt'.repeat(9)),
    name: 'Donaudampfschifffahrt'.repeat(9),
  }
  const [id = ''] = addTrips(larder, person, [
    {
      list,
      store: 'Rindfleischetikettierung'.repeat(2),
      paid: 999999.99,
      boughtOn: `${THIS_YEAR}-11-25`,
      lines: [{ name: 'Käse'.repeat(40), price: 100000 }],
    },
    { list, boughtOn: `${THIS_YEAR}-10-25`, lines: [{ name: 'Milk', price: 1 }] },
  ])
  for (const path of [
    '/spending',
    `/spending?listID=${list.id}`,
    `/spending?month=${THIS_YEAR}-10`,
    `/trip/${id}`,
  ]) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${path}, ${width} px`).toBeLessThanOrEqual(0)
    }
    await expectAccessible(page)
  }
})
