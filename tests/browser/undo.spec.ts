import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/accessible.ts'
import { photo } from '#tests/support/photos.ts'
import { addItems, addList, addReceipt } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import {
  addPerson,
  addSession,
  expect,
  fullUnless,
  type Larder,
  messages,
  type Person,
  rowsAtRest,
  signIn,
  stopClock,
  test,
} from './fixtures.ts'
import { box, inMenu, more, names, undo } from './listPage.ts'

const HOUR = 3_600_000
const RECEIPT = await photo(300, 500).webp().toBuffer()
const OTHER = { name: 'other.png', mimeType: 'image/png', buffer: await photo(400, 200).png().toBuffer() }

function arrange(larder: Larder, person: Person) {
  const listId = addList(larder, person, 'Saturday market')
  const items = [{ name: 'Milk', quantity: 2 }, { name: 'Bread' }, { name: 'Eggs' }]
  addItems(larder, listId, [...items, { name: 'Flour', completed: true }, { name: 'Tea', completed: true }])
  addReceipt(larder, listId, RECEIPT, { width: 300, height: 500 })
  return { listId, path: `/single-list?listID=${listId}`, recent: `/recent?listID=${listId}` }
}

/** What is live of the user's lists. */
function stored({ database }: Larder, { id }: Person) {
  const rows = (sql: string) => database.prepare(sql).all(id)
  return {
    lists: rows('SELECT id, name FROM lists WHERE created_by = ? AND deleted_at IS NULL'),
    items: rows(
      `SELECT items.name, quantity_milli, price_cents, completed FROM items JOIN lists ON lists.id = list_id
       WHERE created_by = ? AND lists.deleted_at IS NULL AND items.deleted_at IS NULL ORDER BY position, items.id`,
    ),
    receipts: rows(
      `SELECT receipts.id FROM receipts JOIN lists ON lists.id = list_id
       WHERE created_by = ? AND lists.deleted_at IS NULL AND receipts.deleted_at IS NULL`,
    ),
  }
}

const done = (name: string) => expect.objectContaining({ name, completed: 1 })

/** Moves everything that happened to this list into the past, as if the clock had moved on. */
function age({ database }: Larder, listId: string, hours: number) {
  const ms = hours * HOUR
  const moved = (column: string) =>
    ['deletedAt', 'completedAt'].reduce(
      (json, field) =>
        `CASE WHEN json_extract(${column}, '$.${field}') > 0
          THEN json_set(${json}, '$.${field}', json_extract(${column}, '$.${field}') - ${ms}) ELSE ${json} END`,
      column,
    )
  database.exec(`
    UPDATE changes SET created_at = created_at - ${ms} WHERE list_id = '${listId}';
    UPDATE change_items SET before = ${moved('before')}, after = ${moved('after')}
      WHERE change_id IN (SELECT id FROM changes WHERE list_id = '${listId}');
    UPDATE items SET deleted_at = deleted_at - ${ms} WHERE list_id = '${listId}';
    UPDATE items SET completed_at = completed_at - ${ms} WHERE list_id = '${listId}' AND completed_at > 0;
    UPDATE receipts SET deleted_at = deleted_at - ${ms} WHERE list_id = '${listId}';
    UPDATE lists SET deleted_at = deleted_at - ${ms} WHERE id = '${listId}';`)
}

const message = (page: Page, text: string) => messages(page).filter({ hasText: text })
async function openRecent(page: Page) {
  await page.getByLabel('More').click()
  await page.locator('.bar').getByRole('link', { name: 'Recent changes' }).click()
}
const acts = (page: Page) => page.locator('.acts').first().getByRole('listitem')

interface Act {
  title: string
  path(list: { listId: string; path: string }, person: Person): string
  act(page: Page): Promise<void>
  /** Closes what is open on top of the page afterwards. */
  close?(page: Page): Promise<void>
  text: string
  /** In the history of the list. */
  sentence: string
}

const onList: Act['path'] = ({ path }) => path
const onReceipt: Act['path'] = ({ path }) => `${path}&dialog=receipt`

const ACTS: Act[] = [
  {
    title: 'a tick',
    path: onList,
    act: (page) => box(page, 'Milk').click(),
    text: 'Ticked Milk.',
    sentence: 'You ticked Milk',
  },
  {
    title: 'an edit',
    path: onList,
    async act(page) {
      await page.getByRole('link', { name: 'Edit Milk' }).click()
      const dialog = page.getByRole('dialog', { name: 'EDIT ITEM' })
      await dialog.getByLabel('Name').fill('Oat milk')
      await dialog.getByLabel('Price').fill('2.05')
      await dialog.getByRole('button', { name: 'SUBMIT' }).click()
      // It closes by a step back in the history, which would abort loading another page.
      await expect(dialog).toBeHidden()
    },
    text: 'Item edited successfully!',
    sentence: 'You edited Oat milk',
  },
  {
    title: 'deleting an item',
    path: onList,
    act: (page) => page.getByRole('button', { name: 'Delete Bread' }).click(),
    text: 'Deleted Bread.',
    sentence: 'You deleted Bread',
  },
  {
    title: 'Delete All',
    path: onList,
    act: (page) => page.getByRole('button', { name: 'Delete All' }).click(),
    text: 'Deleted 5 items.',
    sentence: 'You deleted 5 items',
  },
  {
    title: 'Clear done',
    path: onList,
    async act(page) {
      await more(page).click()
      await inMenu(page, 'Clear done').click()
    },
    text: 'Cleared 2 done items.',
    sentence: 'You deleted 2 done items',
  },
  {
    title: 'Finish',
    path: onList,
    async act(page) {
      await page.getByRole('link', { name: 'Finish' }).click()
      await page.getByLabel('Paid').fill('26.80')
      await page.getByRole('button', { name: 'FINISH' }).click()
    },
    text: 'Finished: 2 items, $ 26.80.',
    sentence: 'You finished shopping: 2 items, $ 26.80',
  },
  {
    title: 'a recipe',
    path: onList,
    async act(page) {
      await page.getByLabel('Recipe').fill('Pancakes')
      await page.locator('.ai .ask').click()
    },
    text: 'increased.',
    sentence: 'ingredients',
  },
  {
    title: 'shared items',
    path: () => `/share-target?text=${encodeURIComponent('Salt\n3 Lemons')}`,
    act: (page) => page.getByRole('button', { name: 'Add to list' }).click(),
    text: 'Added 2 items to Saturday market.',
    sentence: 'You added 2 items',
  },
  {
    title: 'a new receipt',
    path: onReceipt,
    async act(page) {
      const dialog = page.getByRole('dialog', { name: 'RECEIPT' })
      await dialog.locator('input[name=receiptImage]').setInputFiles(OTHER)
      await dialog.getByRole('button', { name: 'CLICK HERE TO UPDATE' }).click()
    },
    async close(page) {
      const dialog = page.getByRole('dialog', { name: 'RECEIPT' })
      if (await dialog.isVisible()) await dialog.getByRole('link', { name: 'Close' }).click()
    },
    text: 'Receipt updated.',
    sentence: 'You replaced the receipt',
  },
  {
    title: 'removing the receipt',
    path: onReceipt,
    act: (page) => page.getByRole('button', { name: 'Remove receipt' }).click(),
    text: 'Receipt removed.',
    sentence: 'You removed the receipt',
  },
]

for (const { title, path, act, close, text, sentence } of ACTS) {
  test(`${title}: done at once, undone from its message, and 23 hours later from the history`, {
    tag: fullUnless(title, 'a tick'),
  }, async ({ page, person, larder }) => {
    const list = arrange(larder, person)
    const before = stored(larder, person)
    page.on('dialog', () => expect(null, 'the page asked a question').toBe(true))
    for (const hours of [0, 23]) {
      await page.goto(path(list, person))
      await act(page)
      // With the receipt's dialog open, the message is in the page and in the dialog.
      await expect(message(page, text).last()).toBeVisible()
      expect(stored(larder, person)).not.toEqual(before)
      if (hours === 0) {
        await close?.(page)
        await undo(page).click()
      } else {
        age(larder, list.listId, hours)
        await page.goto(list.recent)
        await expect(acts(page).first()).toContainText(sentence)
        await acts(page).first().getByRole('button', { name: 'Undo' }).click()
      }
      await expect(message(page, 'Undone.')).toBeVisible()
      expect(stored(larder, person)).toEqual(before)
    }
    await page.goto(list.path)
    await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'Flour', 'Tea'])
  })
}

test('a list that was emptied says so and leads to what was on it', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path } = arrange(larder, person)
  await page.goto(path)
  const way = page.locator('main').getByRole('link', { name: 'Recent changes' })
  await expect(way).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(page.getByText('You deleted 5 items: Milk, Bread, Eggs…')).toBeVisible()
  await way.click()
  await expect(page.getByRole('heading', { name: 'Deleted items' })).toBeVisible()
})

test('who finds a list that somebody else emptied can undo it', { tag: '@once' }, async ({
  page,
  person,
  larder,
  openElsewhere,
}) => {
  const { path, listId } = arrange(larder, person)
  const ben = addPerson(larder, 'Ben')
  addMember(larder, listId, ben)
  const there = await openElsewhere(ben)
  await there.goto(path)
  await there.getByRole('button', { name: 'Delete All' }).click()
  await expect(there.getByText('You deleted 5 items: Milk, Bread, Eggs…')).toBeVisible()
  await expect(there.locator('main').getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByText('Ben deleted 5 items: Milk, Bread, Eggs…')).toBeVisible()
  await page.locator('main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(5)
})

async function openRecentlyDeleted(page: Page) {
  await page.getByRole('link', { name: 'Recently deleted' }).click()
}

test('deleting a list is undone from its message, and 23 hours later from the deleted lists', {
  tag: '@full',
}, async ({ page, person, larder }) => {
  const { listId, path } = arrange(larder, person)
  const before = stored(larder, person)
  for (const hours of [0, 23]) {
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('button', { name: 'Delete list Saturday market' }).click()
    await expect(message(page, 'Deleted Saturday market.')).toBeVisible()
    expect(stored(larder, person).lists).toEqual([])
    await expect(page.getByRole('heading', { name: 'Saturday market' })).toHaveCount(0)
    if (hours === 0) {
      await undo(page).click()
      await expect(message(page, 'Undone.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
    } else {
      age(larder, listId, hours)
      await openRecentlyDeleted(page)
      await page.getByRole('button', { name: 'Restore Saturday market' }).click()
      await expect(message(page, 'Restored Saturday market.')).toBeVisible()
      await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible()
    }
    expect(stored(larder, person)).toEqual(before)
  }
  await page.goto(path)
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'Flour', 'Tea'])
})

test('an undo can be undone, and that again', { tag: '@full' }, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Bread' }).click()
  await expect(names(page)).toHaveCount(4)
  for (const [label, count, text] of [
    ['Undo', 5, 'Undone.'],
    ['Redo', 4, 'Redone.'],
    ['Undo', 5, 'Undone.'],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect(names(page)).toHaveCount(count)
    await expect(message(page, text)).toHaveCount(1)
  }
})

test('deleted items are restored or deleted for good, one by one', { tag: '@once' }, async ({
  page,
  person,
  larder,
}) => {
  const { path, listId } = arrange(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(message(page, 'Deleted 5 items.')).toBeVisible()
  await openRecent(page)
  await expect(page.getByRole('heading', { name: 'Deleted items' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore Milk' }).click()
  await expect(message(page, 'Restored Milk.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Milk' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete for good Eggs' }).click()
  await expect(message(page, 'Deleted Eggs for good.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Eggs' })).toHaveCount(0)
  const rows = larder.database.prepare('SELECT name FROM items WHERE list_id = ? ORDER BY position')
  expect(rows.all(listId)).toEqual(['Milk', 'Bread', 'Flour', 'Tea'].map((name) => ({ name })))
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(names(page)).toHaveText(['Milk'])
})

test('what was changed since stays, and the message says so', { tag: '@full' }, async ({
  page,
  person,
  larder,
}) => {
  const { path, recent, listId } = arrange(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete All' }).click()
  await expect(message(page, 'Deleted 5 items.')).toBeVisible()
  for (const name of ['Milk', 'Eggs']) {
    await page.goto(recent)
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(message(page, `Restored ${name}.`)).toBeVisible()
    await page.goto(path)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(message(page, `Deleted ${name}.`)).toBeVisible()
  }
  await page.goto(recent)
  await page.getByRole('button', { name: 'Delete for good Tea' }).click()
  await expect(message(page, 'Deleted Tea for good.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo You deleted 5 items' }).click()
  const text = 'Undone: 2 of 5. Milk and Eggs were changed since, and 1 item was deleted for good.'
  await expect(message(page, text)).toBeVisible()
  await page.goto(`/single-list?listID=${listId}`)
  await expect(names(page)).toHaveText(['Bread', 'Flour'])
})

test('undone in two tabs, an act is taken back once', { tag: '@full' }, async ({
  page,
  person,
  larder,
  context,
}) => {
  const { path, recent } = arrange(larder, person)
  const before = stored(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Bread' }).click()
  await expect(message(page, 'Deleted Bread.')).toBeVisible()
  const other = await context.newPage()
  // Without live updates, so that the button stays there.
  await other.routeWebSocket('/ws', () => {})
  await other.goto(larder.url + recent)
  await undo(page).click()
  await expect(message(page, 'Undone.')).toBeVisible()
  await other.getByRole('button', { name: 'Undo You deleted Bread' }).click()
  await expect(message(other, 'Undone.')).toBeVisible()
  expect(stored(larder, person)).toEqual(before)
})

test('Undo takes back what was done last, also if only the answer to a repeat arrives', {
  tag: '@script',
}, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person)
  await page.goto(path)
  await page.route('**/*', async (route) => {
    // The server gets it twice, and the page the second answer.
    if (route.request().method() === 'POST') await route.fetch()
    await route.continue()
  })
  await box(page, 'Milk').click()
  await expect(message(page, 'Ticked Milk.')).toBeVisible()
  await box(page, 'Bread').click()
  await expect(message(page, 'Ticked Bread.')).toBeVisible()
  await undo(page).click()
  await expect(message(page, 'Undone.')).toBeVisible()
  await expect.poll(() => stored(larder, person).items).toContainEqual(done('Milk'))
  expect(stored(larder, person).items).not.toContainEqual(done('Bread'))
  await page.getByLabel('Add items').fill('2 milk, 24 candles 6.99, eggs')
  await page.getByRole('button', { name: 'ADD', exact: true }).click()
  const told = 'Added 1 item: candles. Back from the basket: Milk. Already on the list: Eggs.'
  await expect(message(page, told)).toContainText('$ 6.99 each?')
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'candles', 'Flour', 'Tea'])
  await page.getByRole('button', { name: 'Delete Eggs' }).click()
  await expect(message(page, 'Deleted Eggs.')).toBeVisible()
  await undo(page).click()
  await expect(names(page).filter({ hasText: 'Eggs' })).toBeVisible()
})

test('a double click acts once', { tag: '@full' }, async ({ page, person, larder, scripted }) => {
  const { path, recent } = arrange(larder, person)
  const before = stored(larder, person)
  const count = () => larder.database.prepare('SELECT count(*) FROM changes').pluck().get()
  let changes = Number(count())

  // The answer to the first click comes after the second click.
  let clicked = Promise.resolve()
  let isSecond = false
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (!scripted && isSecond) return route.continue()
    isSecond = true
    const response = await route.fetch({ maxRedirects: 0 })
    await clicked
    // Without JavaScript, the browser drops the answer to the first click.
    await (scripted ? route.fulfill({ response }) : route.abort()).catch(() => {})
  })

  async function doubleClick(name: string) {
    // Undo of several items ends with their names.
    const button = page.getByRole('button', { name: new RegExp(`^${name}(?::|$)`) })
    let release = () => {}
    clicked = new Promise((resolve) => {
      release = resolve
    })
    isSecond = false
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    const loaded = scripted ? undefined : page.waitForEvent('framenavigated')
    await button.click({ noWaitAfter: true })
    await sent
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    release()
    await loaded
  }

  async function twice(button: string, text: string) {
    await doubleClick(button)
    if (scripted) await expect(message(page, text).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    if (scripted) await expect(messages(page).and(page.locator('.error'))).toHaveCount(0)
    changes += 1
    await expect.poll(count).toBe(changes)
  }

  await page.goto(path)
  await more(page).click()
  await twice('Clear done', 'Cleared 2 done items.')
  await page.goto(recent)
  await twice('Undo You deleted 2 done items', 'Undone.')
  await page.goto(path)
  await twice('Delete All', 'Deleted 5 items.')
  await page.goto(recent)
  await twice('Restore Milk', 'Restored Milk.')
  await twice('Undo You restored Milk', 'Undone.')
  await twice('Undo You deleted 5 items', 'Undone.')
  expect(stored(larder, person)).toEqual(before)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Tea' }).click()
  await expect(message(page, 'Deleted Tea.')).toBeVisible()
  changes += 1
  await twice('Undo', 'Undone.')
  await page.getByRole('button', { name: 'Delete Tea' }).click()
  await expect(message(page, 'Deleted Tea.')).toBeVisible()
  await page.goto(recent)
  await doubleClick('Delete for good Tea')
  await expect(page.getByRole('button', { name: 'Delete for good Tea' })).toHaveCount(0)
  if (scripted) await expect(message(page, 'Deleted Tea for good.')).toBeVisible()
  if (scripted) await expect(message(page, 'no longer on the list')).toHaveCount(0)
})

test('a full list refuses to take deleted items back', { tag: '@full' }, async ({
  page,
  person,
  larder,
  scripted,
  allowErrors,
}) => {
  allowErrors(/409/)
  const { path, listId, recent } = arrange(larder, person)
  await page.goto(path)
  await page.getByRole('button', { name: 'Delete Bread' }).click()
  await expect(message(page, 'Deleted Bread.')).toBeVisible()
  addItems(
    larder,
    listId,
    Array.from({ length: 1_996 }, (_, index) => ({ name: `Item ${index}` })),
  )
  const full = stored(larder, person)
  const sentence = 'A list can have up to 2000 items. Delete some to add more.'
  await undo(page).click()
  await expect(message(page, sentence)).toBeVisible()
  for (const button of ['Undo You deleted Bread', 'Restore Bread']) {
    await page.goto(recent)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: button }).click()
    await expect(message(page, sentence)).toBeVisible()
    expect((await answer).status()).toBe(scripted ? 409 : 303)
  }
  expect(stored(larder, person)).toEqual(full)
})

test.describe('with JavaScript', { tag: '@script' }, () => {
  test('the message after an undo leads further back, and Redo forward again', async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    // Sooner, it would be the second of two taps at one place.
    const untilNextTap = () => page.waitForTimeout(450)
    await page.goto(path)
    for (const name of ['Milk', 'Bread']) {
      await page.getByRole('checkbox', { name, exact: true }).click()
      await expect(message(page, `Ticked ${name}.`)).toBeVisible()
    }
    await undo(page).click()
    await expect(page.getByRole('checkbox', { name: 'Bread', exact: true })).not.toBeChecked()
    await untilNextTap()
    await page.getByRole('button', { name: 'Undo more', exact: true }).click()
    await expect(page.getByRole('checkbox', { name: 'Milk', exact: true })).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo more', exact: true })).toHaveCount(0)
    await untilNextTap()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await expect(page.getByRole('checkbox', { name: 'Milk', exact: true })).toBeChecked()
    await untilNextTap()
    await undo(page).click()
    await expect(page.getByRole('checkbox', { name: 'Milk', exact: true })).not.toBeChecked()
  })

  /** A tap as the browser reports it, at this moment. */
  const tap = (page: Page, place: { x: number; y: number }, at: number) =>
    page.evaluate(
      ({ x, y, at }) => {
        const event = new MouseEvent('click', {
          bubbles: true,
          cancelable: true,
          clientX: x,
          clientY: y,
          detail: 1,
        })
        Object.defineProperty(event, 'timeStamp', { value: at })
        document.elementFromPoint(x, y)?.dispatchEvent(event)
      },
      { ...place, at },
    )

  async function placeOf(page: Page, button: string, role: 'button' | 'checkbox' = 'button') {
    const box = await page.getByRole(role, { name: button }).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }

  /** Opens the list, with a clock that only the test moves. */
  async function openWithClock(page: Page, path: string) {
    await page.clock.install()
    await page.goto(path)
    await page.clock.pauseAt(Date.now() + 60_000)
  }

  /** Toasts appear with the next tick of the clock. */
  async function waitForUndo(page: Page) {
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(undo(page)).toBeVisible({ timeout: 100 })
      await expect(message(page, 'Not sent yet')).toHaveCount(0, { timeout: 100 })
    }).toPass()
  }

  test('Undo is there for 30 seconds, other messages for 5', async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    await openWithClock(page, path)
    await page.locator('.ai .ask').click()
    await page.clock.runFor(500)
    await expect(message(page, 'Please enter a recipe name first!')).toBeVisible()
    await page.clock.runFor(4_000)
    await expect(message(page, 'Please enter a recipe name first!')).toBeVisible()
    await page.clock.runFor(1_500)
    await expect(messages(page)).toHaveCount(0)

    await page.getByRole('button', { name: 'Delete Bread' }).click()
    await expect(names(page)).toHaveCount(4)
    await waitForUndo(page)
    await page.clock.runFor(29_000)
    await expect(undo(page)).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(messages(page)).toHaveCount(0)
  })

  test('Undo at 29 seconds works', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    const before = stored(larder, person)
    await openWithClock(page, path)
    await page.getByRole('button', { name: 'Delete All' }).click()
    await waitForUndo(page)
    await page.clock.runFor(29_000)
    await undo(page).click()
    await expect(names(page)).toHaveCount(5)
    expect(stored(larder, person)).toEqual(before)
  })

  for (const held of ['focus', 'pointer'] as const) {
    test(`Undo stays while it has the ${held}`, { tag: '@full' }, async ({ page, person, larder }) => {
      const { path } = arrange(larder, person)
      await openWithClock(page, path)
      await page.getByRole('button', { name: 'Delete Bread' }).click()
      await waitForUndo(page)
      await page.clock.runFor(1_000)
      if (held === 'focus') await undo(page).focus()
      else await undo(page).hover()
      await page.clock.runFor(90_000)
      await expect(undo(page)).toBeVisible()
      if (held === 'focus') await page.getByRole('button', { name: 'ADD ITEM' }).focus()
      else await page.mouse.move(5, 500)
      await page.clock.runFor(27_000)
      await expect(undo(page)).toBeVisible()
      await page.clock.runFor(5_000)
      await expect(messages(page)).toHaveCount(0)
    })
  }

  test('Undo waits while a dialog covers it', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    await openWithClock(page, path)
    await page.getByRole('button', { name: 'Delete Bread' }).click()
    await waitForUndo(page)
    await page.getByRole('button', { name: 'ADD ITEM' }).click()
    await page.clock.runFor(90_000)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await undo(page).click()
    await expect(names(page)).toHaveCount(5)
  })

  test('Alt+T reaches Undo, and the focus goes back afterwards', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete Bread' }).focus()
    await page.keyboard.press('Enter')
    await expect(message(page, 'Deleted Bread.')).toBeVisible()
    await page.keyboard.press('Alt+t')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveCount(5)
    await page.keyboard.press('Alt+t')
    await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused()
  })

  test('Undo survives navigation inside the app', async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    const before = stored(larder, person)
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete All' }).click()
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(page.getByRole('heading', { name: 'Saturday market' })).toBeVisible()
    await page.getByRole('link', { name: 'View List Saturday market' }).click()
    await expect(page.getByText('add items and start shopping')).toBeVisible()
    await openRecent(page)
    await expect(acts(page)).toHaveCount(1)
    await undo(page).click()
    await expect(acts(page)).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Deleted items' })).toHaveCount(0)
    expect(stored(larder, person)).toEqual(before)
  })

  test('another list offers no Undo of what was done before', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    addList(larder, person, 'Hardware')
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete All' }).click()
    await page.getByRole('button', { name: 'Back to your lists' }).click()
    await expect(undo(page)).toBeVisible()
    await page.getByRole('link', { name: 'View List Hardware' }).click()
    await expect(page.getByRole('heading', { name: 'Hardware' })).toBeVisible()
    await expect(undo(page)).toHaveCount(0)
  })

  test('all ticks share one message', { tag: '@full' }, async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    for (const name of ['Milk', 'Eggs', 'Bread']) {
      await box(page, name).press('Enter')
      await expect(message(page, `Ticked ${name}.`)).toBeVisible()
      await expect(messages(page)).toHaveCount(1)
    }
    await undo(page).click()
    await expect(box(page, 'Bread')).not.toBeChecked()
    await expect(box(page, 'Eggs')).toBeChecked()
  })

  test('a second tick at the same place within 400 ms does nothing', async ({ page, person, larder }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const place = await placeOf(page, 'Milk', 'checkbox')
    await tap(page, place, 9_000_000)
    await expect(names(page).first()).toHaveText('Bread')
    await tap(page, place, 9_000_399)
    await expect(message(page, 'Ticked Milk.')).toBeVisible()
    await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk', 'Flour', 'Tea'])
    await rowsAtRest(page.locator('.item').first())
    await tap(page, place, 9_000_900)
    await expect(message(page, 'Ticked Bread.')).toBeVisible()
    await box(page, 'Eggs').press('Enter')
    await expect(message(page, 'Ticked Eggs.')).toBeVisible()
  })

  test('a second tap on × at the same place within 400 ms deletes nothing', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const place = await placeOf(page, 'Delete Milk')
    await tap(page, place, 9_000_000)
    await expect(names(page).first()).toHaveText('Bread')
    await tap(page, place, 9_000_399)
    await expect(message(page, 'Deleted Milk.')).toBeVisible()
    await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Flour', 'Tea'])
    await rowsAtRest(page.locator('.item').first())
    await tap(page, place, 9_000_900)
    await expect(names(page)).toHaveText(['Eggs', 'Flour', 'Tea'])
    // The keyboard moves the focus to the next row automatically.
    await expect(page.getByRole('button', { name: 'Delete Eggs' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Tea'])
  })

  test('a second tap on the bin of a list within 400 ms deletes no other list', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    for (const name of ['First', 'Second', 'Third']) addList(larder, person, name, new Date(2024, 1, 1))
    await page.goto(`/?userID=${person.id}`)
    const cards = page.getByRole('heading', { level: 2 })
    const [first, second, third] = await cards.allTextContents()
    const place = await placeOf(page, `Delete list ${first}`)
    await tap(page, place, 9_000_000)
    await expect(cards).toHaveText([second ?? '', third ?? ''])
    await tap(page, place, 9_000_399)
    await expect(message(page, `Deleted ${first}.`)).toBeVisible()
    await expect(cards).toHaveText([second ?? '', third ?? ''])
    // It becomes the large card with the next data.
    await expect.poll(() => placeOf(page, `Delete list ${second}`)).toEqual(place)
    await tap(page, place, 9_000_900)
    await expect(cards).toHaveText([third ?? ''])
  })

  test('other open pages show what was undone', { tag: '@full' }, async ({
    page,
    person,
    larder,
    browser,
  }) => {
    const { path, recent } = arrange(larder, person)
    const context = await browser.newContext({ baseURL: larder.url })
    const [phone, history] = [await context.newPage(), await context.newPage()]
    await signIn(phone, larder, { ...person, cookie: addSession(larder, person) })
    await page.goto(path)
    await phone.goto(path)
    await history.goto(recent)
    await expect(history.getByText('Nothing has changed in the last 30 days.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete All' }).click()
    await expect(phone.getByText('add items and start shopping')).toBeVisible()
    await expect(acts(history)).toHaveCount(1)
    await undo(page).click()
    await expect(names(phone)).toHaveText(['Milk', 'Bread', 'Eggs', 'Flour', 'Tea'])
    await expect(acts(history)).toHaveCount(2)
    await history.getByRole('button', { name: /^Undo You restored 5 items/ }).click()
    await expect(phone.getByText('add items and start shopping')).toBeVisible()
    await expect(page.getByText('add items and start shopping')).toBeVisible()
    await context.close()
  })

  test('the history and the deleted lists have no accessibility violations', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path, recent } = arrange(larder, person)
    for (const url of [recent, '/recently-deleted']) {
      await page.goto(url)
      await expectAccessible(page)
    }
    await page.goto(path)
    await page.getByRole('button', { name: 'Delete All' }).click()
    await expect(undo(page)).toBeVisible()
    await expectAccessible(page)
    await page.goto(recent)
    await page.getByRole('button', { name: 'Restore Milk' }).click()
    await expect(acts(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo You restored Milk' }).click()
    await expect(acts(page)).toHaveCount(3)
    await expectAccessible(page)
    await page.goto(`/?userID=${person.id}`)
    await page.getByRole('button', { name: 'Delete list Saturday market' }).click()
    await openRecentlyDeleted(page)
    await expect(page.getByRole('button', { name: 'Restore Saturday market' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('Undo takes back the last tap, also while a slow server has not answered it', {
  tag: '@script',
}, async ({ page, person, larder }) => {
  const { path } = arrange(larder, person)
  await page.goto(path)
  const box = (name: string) => page.getByRole('checkbox', { name })
  await box('Milk').click()
  await expect(messages(page)).toContainText('Ticked Milk.')
  const held: (() => void)[] = []
  await page.route('**/completed*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await expect(page.locator('#basket .name').filter({ hasText: 'Milk' })).toBeVisible()
  await rowsAtRest(box('Bread'))
  // Long before the page takes the server for unreachable.
  await stopClock(page)
  await box('Bread').click()
  await expect.poll(() => held.length).toBe(1)
  await page.clock.runFor(500)
  await expect(messages(page)).toContainText('Not sent yet: tick Bread')
  await box('Eggs').click()
  await expect.poll(() => held.length).toBe(2)
  await page.clock.runFor(500)
  await expect(messages(page)).toContainText('Not sent yet: tick Eggs')
  // Bread is answered first, and doesn't take the place of Eggs.
  held[0]?.()
  await expect.poll(() => stored(larder, person).items).toContainEqual(done('Bread'))
  await expect(messages(page)).toContainText('Not sent yet: tick Eggs')
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  held[1]?.()
  await expect(box('Eggs')).not.toBeChecked()
  await expect(box('Bread')).toBeChecked()
  await expect(box('Milk')).toBeChecked()
})
