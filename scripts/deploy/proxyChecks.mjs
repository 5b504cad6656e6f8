// The checks that must pass behind each proxy.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { createClient, receive } from './client.mjs'
import { METRICS_TOKEN } from './larder.mjs'
import { until } from './processes.mjs'
import { expect, report } from './report.mjs'

const PASSWORD = 'a long enough password'
const MB = 1024 * 1024
/** Longer than the default idle timeouts of proxies. */
const IDLE_TIME = 75_000

export async function checkThroughProxy({ name, httpPort, httpsPort, ca, app, ready, restart }) {
  const from = (address) => createClient({ name, httpPort, httpsPort, ca, from: address })
  const ada = from('127.0.0.2')
  const email = 'ada@example.org'
  let userId
  let listId

  await report.try('HTTP redirects to HTTPS', async () => {
    const { status, headers } = await ada.plain('/landing?a=b')
    expect([301, 308].includes(status), `the status is ${status}`)
    expect(headers.location === `https://${name}/landing?a=b`, `the location is ${headers.location}`)
    return `${status} ${headers.location}`
  })
  await report.try('pages load via HTTPS, with HSTS and the WebSocket URL in the CSP', async () => {
    const { status, headers } = await ada.get('/landing')
    expect(status === 200, `the status is ${status}`)
    expect(headers['strict-transport-security'], 'Strict-Transport-Security is missing')
    const socket = ada.origin.replace('https:', 'wss:')
    expect(headers['content-security-policy'].includes(socket), 'the CSP lacks the WebSocket URL')
    return `${status}, ${headers['strict-transport-security']}, connect-src ${socket}`
  })
  await report.try('HTTP/2 works', async () => {
    const status = await ada.http2('/landing')
    expect(status === 200, `the status is ${status}`)
    return String(status)
  })
  await report.try('/metrics is not reachable, even with the token', async () => {
    const { status, body } = await ada.get('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` })
    expect(status === 404 && !body.includes('larder_'), `the status is ${status}`)
    return String(status)
  })
  await report.try('a user can register', async () => {
    const response = await ada.post('/register', { name: 'Ada', email, password: PASSWORD })
    expect(
      response.status === 303 && response.headers.location === '/login',
      `the status is ${response.status}`,
    )
    return `${response.status} ${response.headers.location}`
  })
  await report.try('a user can sign in, and the cookie is Secure and bound to the host', async () => {
    const response = await ada.post('/login', { email, password: PASSWORD })
    const cookie = response.set.find((one) => one.includes('session='))
    expect(response.status === 303 && cookie, `the status is ${response.status}`)
    const [, attributes] = /^__Host-session=[\w-]{43}; (.*)$/.exec(cookie) ?? []
    expect(attributes, `the cookie is ${cookie}`)
    for (const one of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(attributes.includes(one), `${one} is missing from ${attributes}`)
    }
    userId = /userID=([\w-]+)/.exec(response.headers.location)?.[1]
    return `${response.status}, __Host-session; ${attributes}`
  })
  await report.try('a user can create a list', async () => {
    const response = await ada.post(`/?userID=${userId}`, { name: 'Market' })
    expect(response.status === 303, `the status is ${response.status}`)
    const page = await ada.get(`/?userID=${userId}`)
    listId = /single-list\?listID=([\w-]{36})/.exec(page.body)?.[1]
    expect(listId, 'the list is not on the page')
  })
  await report.try('a form from another site is rejected', async () => {
    const { status } = await ada.post(`/?userID=${userId}`, { name: 'X' }, { Origin: 'https://evil.example' })
    expect(status === 403, `the status is ${status}`)
    return String(status)
  })
  await report.try('X-Forwarded-Host is ignored', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const response = await ada.get('/single-list', headers)
    expect(
      !String(response.headers.location).includes('evil'),
      `the location is ${response.headers.location}`,
    )
    const forged = { ...headers, Origin: 'https://evil.example' }
    const { status } = await ada.post(`/?userID=${userId}`, { name: 'X' }, forged)
    expect(status === 403, `a form with this host gets ${status}`)
    return `${response.status} ${response.headers.location}, and 403`
  })

  let live
  await report.try('a WebSocket connects via wss and receives changes of the list', async () => {
    live = await ada.socket()
    expect(live.socket, `it was rejected with ${live.refused}`)
    live.socket.send(JSON.stringify({ type: 'subscribe', listID: listId }))
    await receive(live, 'subscribed')
    const { status } = await ada.post(`/single-list?listID=${listId}`, { name: 'Milk' })
    expect(status === 303, `adding an item gets ${status}`)
    await receive(live, 'itemCreated')
    return 'subscribed, itemCreated'
  })
  const idleSince = Date.now()
  await report.try('a WebSocket from another site is rejected', async () => {
    const { refused } = await ada.socket('https://evil.example')
    expect(refused === 403, refused ? `the status is ${refused}` : 'it was accepted')
    return String(refused)
  })

  await report.try('a large photo can be uploaded as a receipt', async () => {
    const photo = await largePhoto()
    const { status } = await ada.upload(`/add-receipt/${listId}`, photo)
    expect(status === 303, `the status is ${status}`)
    const image = await ada.get(`/receipt/${listId}`)
    expect(image.headers['content-type'] === 'image/webp', `the status of the receipt is ${image.status}`)
    return `${(photo.length / MB).toFixed(1)} MiB, ${status}, returned as ${image.headers['content-type']}`
  })
  for (const size of [11, 60]) {
    await report.try(`${size} MB are read completely, and Larder returns the error`, async () => {
      const response = await ada.upload(`/add-receipt/${listId}`, randomBytes(size * MB), {
        Accept: 'application/json',
      })
      const message = response.status === 413 && JSON.parse(response.body).message
      expect(
        String(message).includes('too large'),
        `the status is ${response.status}: ${response.body.subarray(0, 80)}`,
      )
      return `${response.status}, ${message}`
    })
  }
  await report.try('60 MB from a stranger get the error of Larder, not of the proxy', async () => {
    const headers = { Accept: 'application/json' }
    const bytes = randomBytes(60 * MB)
    const upload = await from('127.0.0.5').upload(`/add-receipt/${listId}`, bytes, headers)
    expect(upload.status === 401, `the status of a photo is ${upload.status}`)
    const form = await from('127.0.0.5').upload('/login', bytes, headers)
    expect(form.status === 413 && JSON.parse(form.body).code, `the status of a form is ${form.status}`)
    return `${upload.status}, ${form.status}`
  })
  await report.try('a streamed response arrives line by line', async () => {
    const headers = { Accept: 'application/x-ndjson' }
    const fields = { recipe: 'Pancakes', id: randomUUID() }
    const response = await ada.post(`/generateAI-response?listID=${listId}`, fields, headers)
    expect(response.headers['content-type'] === 'application/x-ndjson', `the status is ${response.status}`)
    const last = response.body.toString().trim().split('\n').at(-1)
    expect(JSON.parse(last).ok === true, `the last line is ${last}`)
    return last
  })
  await report.try('a long shared text survives the redirect to the login page', async () => {
    const text = Array.from({ length: 150 }, (_, n) => `${n} äpfel und öl`).join('\n')
    const query = encodeURIComponent(text)
    const response = await from('127.0.0.4').get(`/share-target?text=${query}`)
    expect(response.status === 303, `the status is ${response.status}`)
    const login = await ada.get(response.headers.location)
    expect(login.status === 200, `the status of the login page is ${login.status}`)
    const page = await ada.get(`/share-target?text=${query}`)
    expect(
      page.status === 200 && page.body.includes('äpfel und öl'),
      `the status of the page is ${page.status}`,
    )
    return `${query.length} characters in the URL`
  })

  await report.try(
    'login attempts are limited by the real address, regardless of X-Forwarded-For',
    async () => {
      const guess = (client, n) =>
        client.post(
          '/login',
          { email: `unknown${n}@example.org`, password: 'a wrong guess' },
          {
            'X-Forwarded-For': `203.0.113.${n}, 198.51.100.${n}`,
            'X-Real-IP': `203.0.113.${n}`,
            Forwarded: `for=203.0.113.${n}`,
          },
        )
      const eve = from('127.0.0.3')
      const statuses = []
      for (let n = 1; n <= 11; n++) statuses.push((await guess(eve, n)).status)
      const expected = [...Array(10).fill(400), 429].join(' ')
      expect(statuses.join(' ') === expected, `the statuses for 127.0.0.3 are ${statuses.join(' ')}`)
      const last = await guess(eve, 12)
      expect(Number(last.headers['retry-after']) > 0, 'Retry-After is missing')
      const other = (await guess(from('127.0.0.4'), 13)).status
      expect(other === 400, `the status for 127.0.0.4 is ${other}`)
      return `127.0.0.3: 10 × 400, then 429 with Retry-After ${last.headers['retry-after']}; 127.0.0.4: ${other}`
    },
  )

  await report.try(`a WebSocket stays open when idle for ${IDLE_TIME / 1000} s`, async () => {
    await wait(Math.max(0, idleSince + IDLE_TIME - Date.now()))
    live.received.length = 0
    await ada.post(`/single-list?listID=${listId}`, { name: 'Bread' })
    await receive(live, 'itemCreated')
  })
  await report.try(
    'on SIGTERM, Larder closes WebSockets with 1012, exits, and works again after a restart',
    async () => {
      const started = Date.now()
      const { code, at } = await app.stop('SIGTERM')
      expect(code === 0, `the exit code is ${code}`)
      expect(at - started < 10_000, `it took ${at - started} ms`)
      const closeCode = await Promise.race([live.closed, wait(5000)])
      expect(closeCode === 1012, `the close code is ${closeCode}`)
      const { status } = await ada.get('/landing')
      expect([502, 503].includes(status), `the status without Larder is ${status}`)
      const next = restart()
      try {
        await ready()
        await until('the page works', async () =>
          (await ada.get(`/?userID=${userId}`)).body.includes('Market'),
        )
      } finally {
        await next.stop()
      }
      return `1012, exit code 0 after ${at - started} ms, ${status} until the restart, session kept`
    },
  )
}

/** Just under Larder's upload limit; noise compresses badly. */
async function largePhoto() {
  const noise = { type: 'gaussian', mean: 140, sigma: 60 }
  const image = sharp({ create: { width: 3400, height: 2600, channels: 3, background: '#fff', noise } })
  for (const quality of [95, 90, 85, 75, 60]) {
    const photo = await image.clone().jpeg({ quality }).toBuffer()
    if (photo.length < 9.9 * MB) return photo
  }
  throw new Error('could not create a photo of this size')
}
