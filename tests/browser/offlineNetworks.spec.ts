import type { BrowserContext } from '@playwright/test'
import { ownBrowser } from '#tests/support/ownBrowser.ts'
import { addPerson, expect, fullUnless, waitLikePeople } from './fixtures.ts'
import { addByLine, arrangeFor, box, names } from './listPage.ts'
import {
  edit,
  forward,
  goOffline,
  goOnline,
  itemsOf,
  type Network,
  open,
  operationsOf,
  status,
  test,
} from './offlineTest.ts'

// What may come between a phone and the server.

test.describe('what comes between', () => {
  const html = '<!doctype html><title>Hotel Wi-Fi</title><form>Room number</form>'
  const NONE = 'No connection.'
  const FAILING = 'The server has a problem.'
  const OTHERS = "Larder can't be reached."
  const CASES: [string, string, Parameters<Network['answerWith']>[0]][] = [
    [
      'a server that sends headers and then nothing',
      NONE,
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' })
        res.flushHeaders()
        return true
      },
    ],
    [
      'a captive portal',
      OTHERS,
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
        return true
      },
    ],
    [
      'a redirect to a captive portal',
      OTHERS,
      (_req, res) => {
        res.writeHead(302, { Location: 'http://portal.invalid/' }).end()
        return true
      },
    ],
    [
      'a proxy without a server behind it',
      FAILING,
      (_req, res) => {
        res.writeHead(502, { 'Content-Type': 'text/html' }).end('Bad Gateway')
        return true
      },
    ],
    [
      'a server that answers in words of another version',
      OTHERS,
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true}')
        return true
      },
    ],
  ]
  for (const [what, why, answer] of CASES) {
    test(`${what} neither loses nor hides anything, and the page says what it is`, {
      tag: ['@script', ...fullUnless(what, 'a captive portal', 'a proxy without a server behind it')],
    }, async ({ page, larder, network, allowErrors, arrange }) => {
      allowErrors(/502|TypeError|SyntaxError|turbo-stream|portal\.invalid/)
      const { listId, path } = arrange(['Milk', 'Bread'])
      await open(page, path)
      network.answerWith(answer)
      await box(page, 'Milk').click()
      await expect(box(page, 'Milk')).toBeChecked()
      await expect(status(page)).toContainText(`${why} Saturday market as of`)
      await expect(status(page)).toContainText('1 change is waiting here.')
      await page.reload()
      await expect(box(page, 'Milk')).toBeChecked()
      await expect(status(page)).toContainText(`${why} Saturday market as of`)
      const retry = status(page).getByRole('button', { name: 'Try again' })
      await expect(retry).toHaveCount(why === NONE ? 0 : 1)
      expect(operationsOf(larder, listId)).toBe(0)
      await goOnline(page, network)
      await expect(status(page)).toContainText('All changes are saved.')
      await expect.poll(() => operationsOf(larder, listId)).toBe(1)
      expect(itemsOf(larder, listId).find(({ name }) => name === 'Milk')?.completed).toBe(1)
    })
  }

  test('a server of an older version does what waits once, and the next version confirms it', {
    tag: ['@script', '@full'],
  }, async ({ page, larder, network, allowErrors, arrange }) => {
    allowErrors(/TypeError/)
    const { listId, path } = arrange(['Milk', 'Bread', 'Tea'])
    await open(page, path)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await addByLine(page, '2 kg flour')
    await addByLine(page, 'Tea x3')
    await edit(page, 'Bread', { Quantity: '4' })
    await page.getByRole('button', { name: 'Delete Bread' }).click()
    await expect(names(page)).toHaveText(['Tea', 'flour', 'Milk'])
    let posts = 0
    network.restore()
    network.answerWith((req, res) => {
      if (req.method !== 'POST') return false
      // It knew neither operations nor answers in JSON.
      void forward(larder, req, ({ headers, body }) => {
        headers.set('accept', 'text/html')
        body.delete('op')
      }).then(({ status: code, headers }) => {
        posts += 1
        res.writeHead(code, { Location: headers.get('location') ?? '/' }).end()
      })
      return true
    })
    const done = [
      { name: 'Tea', milli: 4000, completed: 0 },
      { name: 'flour', milli: 2000, completed: 0 },
      { name: 'Milk', milli: 1000, completed: 1 },
    ]
    for (const n of [1, 2]) {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(() => posts).toBeGreaterThanOrEqual(n)
    }
    expect(itemsOf(larder, listId).find(({ name }) => name === 'Milk')?.completed).toBe(1)
    await expect(status(page)).toContainText('changes are waiting here.')
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    await expect(names(page)).toHaveText(['Tea', 'flour', 'Milk'])
    expect(itemsOf(larder, listId)).toEqual(done)
  })

  test('a newer server may say more than this page knows', { tag: ['@script', '@full'] }, async ({
    page,
    larder,
    network,
    arrange,
  }) => {
    const { path } = arrange(['Milk'])
    await open(page, path)
    network.answerWith((req, res) => {
      if (req.url !== '/completed') return false
      void forward(larder, req).then(async (response) => {
        const reply = { ...(await response.json()), thanks: { to: 'you' } }
        res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
      })
      return true
    })
    await box(page, 'Milk').click()
    await expect(page.locator('.message')).toContainText('Ticked Milk.')
    await expect(box(page, 'Milk')).toBeChecked()
    await expect(status(page)).toHaveText('')
  })
})

test('on plain http, only the open page goes on, and says so', { tag: ['@script', '@full'] }, async ({
  larder,
  network,
}) => {
  const person = addPerson(larder)
  const { listId, path } = arrangeFor(larder, person, ['Milk', 'Bread'])
  // Unlike localhost, not a secure origin.
  const url = network.url.replace('localhost', 'larder.test')
  const browser = ownBrowser(['--host-resolver-rules=MAP larder.test 127.0.0.1'])
  try {
    const [context] = (await browser.start()).contexts() as [BrowserContext]
    await context.addCookies([{ name: 'session', value: person.cookie, url }])
    const page = await context.newPage()
    waitLikePeople(page)
    await page.goto(url + path)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await goOffline(page, network)
    await box(page, 'Milk').click()
    await addByLine(page, '2 kg flour')
    await expect(names(page)).toHaveText(['Bread', 'flour', 'Milk'])
    await expect(status(page)).toContainText('2 changes are waiting here.')
    await expect(status(page)).toContainText("without https, it can't be opened again")
    await goOnline(page, network)
    await expect(status(page)).toContainText('All changes are saved.')
    expect(itemsOf(larder, listId).map(({ name, completed }) => [name, completed])).toEqual([
      ['Bread', 0],
      ['flour', 0],
      ['Milk', 1],
    ])
  } finally {
    await browser.stop()
  }
})
