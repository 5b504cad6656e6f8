import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { expect, onTestFinished, test } from 'vitest'
import { nightly } from '#tests/support/nightly.ts'
import { addPerson } from '../support/larder.ts'
import { addItems, addList, addReceipt } from '../support/rows.ts'
import { testLarder } from '../support/testLarder.ts'
import { unzip } from '../support/unzip.ts'

const MB = 2 ** 20

const memoryOf = (pid = 0) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

nightly(
  '500 MB of receipts are sent without loading them into memory, even if other clients stop reading',
  async () => {
    const { larder, server } = await testLarder()
    const ada = addPerson(larder)
    for (let n = 0; n < 50; n += 1) addReceipt(larder, addList(larder, ada, `list ${n}`), 10 * MB)
    const cookie = `session=${ada.cookie}`
    await (await fetch(`${larder.url}/settings`, { headers: { Cookie: cookie } })).text()
    const before = memoryOf(server.pid)
    let peak = 0
    const watching = setInterval(() => {
      peak = Math.max(peak, memoryOf(server.pid))
    }, 20)
    onTestFinished(() => clearInterval(watching))
    // The third is still free.
    for (let n = 0; n < 2; n += 1) stall(larder.url, '/settings/export', cookie)
    const response = await fetch(`${larder.url}/settings/export`, { headers: { Cookie: cookie } })
    let bytes = 0
    if (response.body)
      for await (const chunk of Readable.fromWeb(response.body as ReadableStream)) bytes += chunk.length
    expect(bytes).toBeGreaterThan(500 * MB)
    expect(peak - before).toBeLessThan(250)
    expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
  },
)

// security: unread-receipts
test('receipts that a client asks for without reading them do not fill the memory', async () => {
  const { larder, server } = await testLarder()
  const [ada, ben] = [addPerson(larder), addPerson(larder)]
  const [hers, his] = [ada, ben].map((person) => addList(larder, person, 'Market'))
  for (const list of [hers, his]) addReceipt(larder, list ?? '', 10 * MB)
  const read = async () => {
    const headers = { Cookie: `session=${ben.cookie}` }
    return (await (await fetch(`${larder.url}/receipt/${his}`, { headers })).arrayBuffer()).byteLength
  }
  await read()
  const before = memoryOf(server.pid)
  for (let n = 0; n < 60; n += 1) stall(larder.url, `/receipt/${hers}`, `session=${ada.cookie}`)
  // Until all are read or wait.
  for (let n = 0; n < 10; n += 1) expect(await read()).toBe(10 * MB)
  expect(memoryOf(server.pid) - before).toBeLessThan(150)
})

/** A client that never reads its response. */
function stall(url: string, path: string, cookie: string) {
  const { hostname, port } = new URL(url)
  const stalled = connect(Number(port), hostname).pause()
  onTestFinished(() => void stalled.destroy())
  stalled.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
}

test('cancelling a download affects no other request', async () => {
  const { larder, server } = await testLarder()
  const ada = addPerson(larder)
  for (let n = 0; n < 5; n += 1) addReceipt(larder, addList(larder, ada, `list ${n}`), 10 * MB)
  const { hostname, port } = new URL(larder.url)
  const request = `GET /settings/export HTTP/1.1\r\nHost: localhost\r\nCookie: session=${ada.cookie}\r\n\r\n`
  for (const close of ['destroy', 'resetAndDestroy', 'end'] as const) {
    for (const when of ['immediately', 'in the middle']) {
      const client = connect(Number(port), hostname).on('error', () => {})
      client.write(request)
      if (when === 'in the middle') await new Promise((resolve) => client.once('data', resolve))
      else await new Promise((resolve) => client.once('ready', resolve))
      const closed = new Promise((resolve) => client.once('close', resolve))
      client[close]()
      client.resume()
      await closed
    }
  }
  // By the time this one is complete, the server has noticed every cancelled one.
  const complete = await fetch(`${larder.url}/settings/export`, {
    headers: { Cookie: `session=${ada.cookie}` },
  })
  expect((await complete.arrayBuffer()).byteLength).toBeGreaterThan(50 * MB)
  expect(server.exitCode).toBeNull()
  expect(larder.output()).not.toMatch(/"level":"(?:warn|error|fatal)"/)
})

// security: single-fetch-files
test.each(['GET', 'HEAD'])('single fetch requests never load files into memory (%s)', async (method) => {
  const { larder, server } = await testLarder()
  const ada = addPerson(larder)
  const listId = addList(larder, ada, 'Market')
  addReceipt(larder, listId, 100 * MB)
  const before = memoryOf(server.pid)
  const files = [
    ['/settings/export.data', 'routes%2Fsettings_.export'],
    [`/receipt/${listId}.data`, 'routes%2Freceipt.%24id'],
  ]
  for (const [path = '', route] of files) {
    for (const query of ['', `?_routes=${route}`]) {
      const response = await fetch(larder.url + path + query, {
        method,
        headers: { Cookie: `session=${ada.cookie}` },
      })
      expect(response.status, path + query).toBe(404)
      expect((await response.text()).length).toBeLessThan(1000)
    }
  }
  expect(memoryOf(server.pid) - before).toBeLessThan(80)
  expect(larder.output()).not.toMatch(/data-exported|"level":"error"/)
})

// ASVS 1.2.10
test('2,000 items with hostile names are exported unchanged, one row each', async () => {
  const { larder } = await testLarder()
  const ada = addPerson(larder)
  const listId = addList(larder, ada, '=HYPERLINK("http://evil.example","\u202eredro")')
  const hostile = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    'nul\0=1',
    'a\nb',
    'say "hi"',
    'a,b',
    '\u202egpj.exe',
    "'=1",
    '💣',
    ' =1',
    "x;=cmd|'/C calc'!A0",
    'x; "=1"',
    'x;;+1',
    'x;＠SUM(A1);-2',
    'a,b;=1',
    'x\t=1',
    'x\r\n=1',
    '"=1"',
  ]
  const names = Array.from({ length: 2000 }, (_, n) => `${hostile[n % hostile.length]} ${n}`)
  addItems(
    larder,
    listId,
    names.map((name) => ({ name, price: 1 })),
  )
  const response = await fetch(`${larder.url}/settings/export`, {
    headers: { Cookie: `session=${ada.cookie}` },
  })
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  const [list] = JSON.parse(String(files.get('data.json'))).lists
  expect(list.items.map((item: { name: string }) => item.name)).toEqual(names)
  const rows = readCsv(String(files.get('items.csv')).slice(1))
  expect(rows).toHaveLength(2001)
  for (const [n, row] of rows.slice(1).entries()) {
    expect(row).toHaveLength(12)
    expect(unescaped(row[1])).toBe(unescaped(names[n]))
    for (const cell of row.slice(0, 2)) expect(cell).not.toMatch(/^[\s\0"]*[=+\-@＝＋－＠]/)
  }
  expect(String(files.get('items.csv'))).not.toMatch(/[;\t|\n][\s\0"]*[=+\-@＝＋－＠]/)
})

/** Removes the apostrophes that keep a cell from being a formula. */
const unescaped = (cell: string | undefined) => cell?.replace(/(^|[;|\t\r\n])'/g, '$1')

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
