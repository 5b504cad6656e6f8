import type { Locator, Page } from '@playwright/test'
import { addItems, addList, addMemories } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import {
  addPerson,
  expect,
  fullUnless,
  type Larder,
  messages,
  type Person,
  rowsAtRest,
  test,
} from './fixtures.ts'
import { box, dialog, line, more, suggestions, undo } from './listPage.ts'

// What arrives while a finger is down waits until it is lifted, so that it hits what it was put on.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const RELOADS = '**/single-list.data*'

function arrange(larder: Larder, person: Person, count = 6) {
  const listId = addList(larder, person, 'Market')
  addItems(
    larder,
    listId,
    Array.from({ length: count }, (_, n) => ({ name: `Item ${n}` })),
  )
  return { listId, path: `/single-list?listID=${listId}` }
}

const askAi = (page: Page) => page.getByRole('button', { name: 'ASK AI' })

/** Answers to these requests come when the test says so. Without a connection, none comes. */
async function holdAnswers(page: Page, pattern: string, end: 'answer' | 'abort' = 'answer') {
  const held: (() => void)[] = []
  let isOver = false
  await page.route(pattern, async (route) => {
    const response = end === 'answer' ? await route.fetch() : undefined
    if (!isOver) await new Promise<void>((resolve) => held.push(resolve))
    // The test may have ended.
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
  })
  return {
    arrived: () => expect.poll(() => held.length).toBeGreaterThan(0),
    async release() {
      isOver = true
      for (const resolve of held) resolve()
    },
  }
}

/** Puts a finger on the control, which must not move with what happens until it is lifted. Playwright only taps. */
async function hold(page: Page, control: Locator, act: () => Promise<unknown>) {
  const cdp = await page.context().newCDPSession(page)
  expect(await isOnTop(control)).toBe(true)
  const place = await placeOf(control)
  const finger = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await act()
  await frames(page, 10)
  // A control that is gone ends no touch.
  await expect(control).toBeAttached({ timeout: 1 })
  expect(await placeOf(control)).toEqual(place)
  expect(await isOnTop(control)).toBe(true)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(found)
  })

async function placeOf(control: Locator) {
  const place = await control.boundingBox()
  if (!place) throw new Error('nothing to press')
  return place
}

const frames = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame)
  }, count)

test.describe('with JavaScript', { tag: '@script' }, () => {
  for (const part of ['tick', 'edit', 'delete', 'ask'])
    test(`what someone else deletes moves nothing under a finger on ${part}`, {
      tag: fullUnless(part, 'tick'),
    }, async ({ page, person, larder, openElsewhere }) => {
      const { path } = arrange(larder, person)
      await page.goto(path)
      const theirs = await openElsewhere(person)
      await theirs.goto(path)
      const controls = {
        tick: box(page, 'Item 5'),
        edit: page.getByRole('link', { name: 'Edit Item 5' }),
        delete: page.getByRole('button', { name: 'Delete Item 5' }),
        ask: askAi(page),
      }
      const answers = await holdAnswers(page, RELOADS)
      await theirs.getByRole('button', { name: 'Delete Item 2' }).click()
      await answers.arrived()
      await hold(page, controls[part as keyof typeof controls], answers.release)
      if (part === 'tick') await expect(box(page, 'Item 5')).toBeChecked()
      if (part === 'edit') await expect(dialog(page).getByLabel('Name')).toHaveValue('Item 5')
      if (part === 'delete') await expect(box(page, 'Item 5')).toHaveCount(0)
      if (part === 'ask') await expect(messages(page)).toHaveText('Please enter a recipe name first!')
      await expect(page.locator('.item', { hasText: 'Item 2' })).toHaveCount(0)
    })

  test('what someone else ticks moves after the finger is lifted', { tag: '@full' }, async ({
    page,
    person,
    larder,
    openElsewhere,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const theirs = await openElsewhere(person)
    await theirs.goto(path)
    const isMoving = page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          new MutationObserver(() => document.querySelector('#items > .done') && resolve()).observe(
            document.body,
            { subtree: true, attributes: true },
          ),
        ),
    )
    await box(theirs, 'Item 2').click()
    await isMoving
    await hold(page, box(page, 'Item 5'), () => frames(page, 50))
    await expect(page.locator('#basket .name')).toHaveText(['Item 2', 'Item 5'])
  })

  test('a suggestion stays under the finger while others arrive', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    addMemories(larder, person, [{ name: 'Zebra' }, { name: 'Zest' }])
    const { path } = arrange(larder, person)
    await page.goto(path)
    await line(page).pressSequentially('ze')
    await expect(suggestions(page)).toHaveText(['Zebra', 'Zest'])
    const answers = await holdAnswers(page, '**/suggest*')
    await line(page).press('s')
    await answers.arrived()
    await hold(page, suggestions(page).getByText('Zebra'), answers.release)
    await expect(page.locator('.item .name').filter({ hasText: 'Zebra' })).toBeVisible()
  })

  test('the first suggestions move nothing above them under a finger', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    addMemories(larder, person, [{ name: 'Zebra' }])
    const { path } = arrange(larder, person)
    await page.goto(path)
    const answers = await holdAnswers(page, '**/suggest*')
    await line(page).pressSequentially('ze')
    await answers.arrived()
    await hold(page, more(page), answers.release)
    await expect(page.locator('.menu')).toHaveAttribute('open')
    await expect(line(page)).toHaveValue('ze')
  })

  test('a finger on Undo undoes what it said when it was put there', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    await box(page, 'Item 1').tap()
    await expect(page.locator('#basket .name')).toHaveText(['Item 1'])
    await rowsAtRest(box(page, 'Item 3'))
    const answers = await holdAnswers(page, '**/delete-single-item/**')
    await page.getByRole('button', { name: 'Delete Item 3' }).tap()
    await answers.arrived()
    await expect(messages(page)).toContainText('Not sent yet: delete Item 3')
    await hold(page, undo(page), answers.release)
    await expect(page.locator('.item .name')).toHaveText([
      'Item 0',
      'Item 2',
      'Item 3',
      'Item 4',
      'Item 5',
      'Item 1',
    ])
  })

  test('a lost connection moves nothing under a finger', { tag: '@full' }, async ({
    page,
    person,
    larder,
    openElsewhere,
    allowErrors,
  }) => {
    allowErrors(/ERR_FAILED/)
    const { path } = arrange(larder, person)
    await page.goto(path)
    const theirs = await openElsewhere(person)
    await theirs.goto(path)
    const answers = await holdAnswers(page, RELOADS, 'abort')
    await theirs.getByRole('button', { name: 'Delete Item 2' }).click()
    await answers.arrived()
    await page.route('**/livez', (route) => route.abort())
    await hold(page, more(page), answers.release)
    await expect(page.locator('.menu')).toHaveAttribute('open')
    await expect(page.locator('.reach')).toContainText('No connection.')
  })

  test('new choices in the menu wait until the finger on one is lifted', { tag: '@full' }, async ({
    page,
    person,
    larder,
    openElsewhere,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const theirs = await openElsewhere(person)
    await theirs.goto(path)
    await more(page).tap()
    const answers = await holdAnswers(page, RELOADS)
    await box(theirs, 'Item 2').click()
    await answers.arrived()
    await hold(page, page.locator('.menu').getByText('Rename', { exact: true }), answers.release)
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Market')
  })

  test('what others have seen moves nothing under a finger', { tag: '@full' }, async ({
    page,
    person,
    larder,
    openElsewhere,
  }) => {
    const { path, listId } = arrange(larder, person, 1)
    const ben = addPerson(larder, 'Ben')
    addMember(larder, listId, ben)
    let held: (() => void)[] = []
    await page.routeWebSocket('**/ws', (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (String(message).includes('"seen"')) held.push(() => socket.send(message))
        else socket.send(message)
      })
    })
    const theirs = await openElsewhere(ben)
    await theirs.goto(path)
    const seenBy = page.locator('.seen-by')
    await expect(async () => {
      await page.goto(path)
      await expect(seenBy).toBeVisible({ timeout: 1000 })
    }).toPass()
    await theirs.goto('/settings')
    const names = Array.from({ length: 3 }, (_, n) => `Something with a long name ${n}`)
    await line(page).fill(names.join('\n'))
    await line(page).press('Enter')
    await expect(seenBy).toContainText('Not yet:')
    held = []
    await theirs.goto(path)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await hold(page, askAi(page), async () => {
      for (const send of held) send()
    })
    await expect(seenBy).not.toContainText('Not yet:')
  })

  test('the answer to a recipe waits until the finger on Cancel is lifted', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const answers = await holdAnswers(page, '**/generateAI-response*')
    await page.getByLabel('Recipe').fill('xqzwv')
    await askAi(page).tap()
    await answers.arrived()
    await hold(page, page.getByRole('button', { name: 'Cancel' }), answers.release)
    await expect(page.locator('.item')).toHaveCount(6)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  test('a finger on a list opens that list when another one comes first', { tag: '@full' }, async ({
    page,
    person,
    larder,
  }) => {
    for (const name of ['Market', 'Bakery']) addList(larder, person, name, new Date(1000))
    await page.goto(`/?userID=${person.id}`)
    addList(larder, person, 'Pharmacy')
    const answers = await holdAnswers(page, '**/_root.data*')
    // As after Back.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await answers.arrived()
    await hold(page, page.getByRole('link', { name: 'View List Market' }), answers.release)
    await expect(page.getByRole('heading', { name: 'Market' })).toBeVisible()
    await expect(page).toHaveURL(/single-list/)
  })

  test('a finger that rests holds changes up for up to two seconds', { tag: '@full' }, async ({
    page,
    person,
    larder,
    openElsewhere,
  }) => {
    const { path } = arrange(larder, person)
    await page.goto(path)
    const theirs = await openElsewhere(person)
    await theirs.goto(path)
    const cdp = await page.context().newCDPSession(page)
    const { x, y } = await placeOf(box(page, 'Item 3'))
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 9, y: y + 9 }] })
    await theirs.getByRole('button', { name: 'Delete Item 5' }).click()
    await expect(box(page, 'Item 5')).toHaveCount(0)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(box(page, 'Item 3')).toBeChecked()
  })
})
