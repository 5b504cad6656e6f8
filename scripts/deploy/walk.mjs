// What must work behind any proxy, as a household would do it.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { until } from './processes.mjs'
import { expect, report } from './report.mjs'
import { visitor } from './visitor.mjs'

const PASSWORD = 'a long enough password'
const MB = 1024 * 1024
/** Longer than proxies keep a silent connection by themselves. */
const SILENCE = 75_000
/** Right, so that only the proxy can be the one who refuses. */
export const METRICS_TOKEN = 'a-token-for-this-walk'

export async function walkThrough({ name, httpPort, httpsPort, ca, app, ready, again }) {
  const from = (address) => visitor({ name, httpPort, httpsPort, ca, from: address })
  const ada = from('127.0.0.2')
  const email = 'ada@example.org'
  let userId
  let listId

  await report.try('http leads to https', async () => {
    const { status, headers } = await ada.plain('/landing?a=b')
    expect([301, 308].includes(status), `it answered ${status}`)
    expect(headers.location === `https://${name}/landing?a=b`, `it leads to ${headers.location}`)
    return `${status} ${headers.location}`
  })
  await report.try('the page comes by https, with HSTS, and knows the address of the socket', async () => {
    const { status, headers } = await ada.get('/landing')
    expect(status === 200, `it answered ${status}`)
    expect(headers['strict-transport-security'], 'there is no Strict-Transport-Security')
    const socket = ada.origin.replace('https:', 'wss:')
    expect(headers['content-security-policy'].includes(socket), 'the policy has another socket in it')
    return `${status}, ${headers['strict-transport-security']}, connect-src ${socket}`
  })
  await report.try('HTTP/2 works', async () => {
    const status = await ada.http2('/landing')
    expect(status === 200, `it answered ${status}`)
    return String(status)
  })
  await report.try('/metrics is not passed on, not even to whoever has the token', async () => {
    const { status, body } = await ada.get('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` })
    expect(status === 404 && !body.includes('larder_'), `it answered ${status}`)
    return String(status)
  })
  await report.try('somebody registers', async () => {
    const answer = await ada.post('/register', { name: 'Ada', email, password: PASSWORD })
    expect(answer.status === 303 && answer.headers.location === '/login', `it answered ${answer.status}`)
    return `${answer.status} ${answer.headers.location}`
  })
  await report.try('he signs in, and the cookie is Secure and bound to the host', async () => {
    const answer = await ada.post('/login', { email, password: PASSWORD })
    const cookie = answer.set.find((one) => one.includes('session='))
    expect(answer.status === 303 && cookie, `it answered ${answer.status}`)
    const [, attributes] = /^__Host-session=[\w-]{43}; (.*)$/.exec(cookie) ?? []
    expect(attributes, `the cookie is ${cookie}`)
    for (const one of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(attributes.includes(one), `${one} is missing from ${attributes}`)
    }
    userId = /userID=([\w-]+)/.exec(answer.headers.location)?.[1]
    return `${answer.status}, __Host-session; ${attributes}`
  })
  await report.try('he makes a list', async () => {
    const answer = await ada.post(`/?userID=${userId}`, { name: 'Market' })
    expect(answer.status === 303, `it answered ${answer.status}`)
    const page = await ada.get(`/?userID=${userId}`)
    listId = /single-list\?listID=([\w-]{36})/.exec(page.body)?.[1]
    expect(listId, 'it is not on the page')
  })
  await report.try('a form of another site is refused', async () => {
    const { status } = await ada.post(`/?userID=${userId}`, { name: 'X' }, { Origin: 'https://evil.example' })
    expect(status === 403, `it answered ${status}`)
    return String(status)
  })
  await report.try('X-Forwarded-Host leads nobody astray', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const answer = await ada.get('/single-list', headers)
    expect(!String(answer.headers.location).includes('evil'), `it leads to ${answer.headers.location}`)
    const forged = { ...headers, Origin: 'https://evil.example' }
    const { status } = await ada.post(`/?userID=${userId}`, { name: 'X' }, forged)
    expect(status === 403, `a form from there was answered ${status}`)
    return `${answer.status} ${answer.headers.location}, and 403`
  })

  let live
  await report.try('the socket opens over wss and hears what happens to the list', async () => {
    live = await ada.socket()
    expect(live.socket, `it was refused with ${live.refused}`)
    live.socket.send(JSON.stringify({ type: 'subscribe', listID: listId }))
    await heard(live, 'subscribed')
    const { status } = await ada.post(`/single-list?listID=${listId}`, { name: 'Milk' })
    expect(status === 303, `adding an item answered ${status}`)
    await heard(live, 'itemCreated')
    return 'subscribed, itemCreated'
  })
  const silentSince = Date.now()
  await report.try('a socket from the page of another site is refused', async () => {
    const { refused } = await ada.socket('https://evil.example')
    expect(refused === 403, `it was ${refused ? `answered ${refused}` : 'let in'}`)
    return String(refused)
  })

  await report.try('a large photo arrives as a receipt', async () => {
    const photo = await largePhoto()
    const { status } = await ada.upload(`/add-receipt/${listId}`, photo)
    expect(status === 303, `it answered ${status}`)
    const picture = await ada.get(`/receipt/${listId}`)
    expect(picture.headers['content-type'] === 'image/webp', `the receipt answered ${picture.status}`)
    return `${(photo.length / MB).toFixed(1)} MiB, ${status}, back as ${picture.headers['content-type']}`
  })
  for (const size of [11, 60]) {
    await report.try(`${size} MB are heard to the end, and Larder itself says what is wrong`, async () => {
      const answer = await ada.upload(`/add-receipt/${listId}`, randomBytes(size * MB), {
        Accept: 'application/json',
      })
      const said = answer.status === 413 && JSON.parse(answer.body).message
      expect(
        String(said).includes('too large'),
        `it answered ${answer.status}: ${answer.body.subarray(0, 80)}`,
      )
      return `${answer.status}, ${said}`
    })
  }
  await report.try('an answer in lines arrives', async () => {
    const headers = { Accept: 'application/x-ndjson' }
    const fields = { recipe: 'Pancakes', id: randomUUID() }
    const answer = await ada.post(`/generateAI-response?listID=${listId}`, fields, headers)
    expect(answer.headers['content-type'] === 'application/x-ndjson', `it answered ${answer.status}`)
    const last = answer.body.toString().trim().split('\n').at(-1)
    expect(JSON.parse(last).ok === true, `the last line is ${last}`)
    return last
  })
  await report.try('a long text is shared, and not lost on the way through the login page', async () => {
    const text = Array.from({ length: 150 }, (_, n) => `${n} äpfel und öl`).join('\n')
    const query = encodeURIComponent(text)
    const answer = await from('127.0.0.4').get(`/share-target?text=${query}`)
    expect(answer.status === 303, `it answered ${answer.status}`)
    const login = await ada.get(answer.headers.location)
    expect(login.status === 200, `the login page answered ${login.status}`)
    const page = await ada.get(`/share-target?text=${query}`)
    expect(page.status === 200 && page.body.includes('äpfel und öl'), `the page answered ${page.status}`)
    return `${query.length} characters in the address`
  })

  await report.try('guessing is counted by the real address, whatever X-Forwarded-For says', async () => {
    const guess = (who, n) =>
      who.post(
        '/login',
        { email: `nobody${n}@example.org`, password: 'a wrong guess' },
        {
          'X-Forwarded-For': `203.0.113.${n}, 198.51.100.${n}`,
          'X-Real-IP': `203.0.113.${n}`,
          Forwarded: `for=203.0.113.${n}`,
        },
      )
    const eve = from('127.0.0.3')
    const statuses = []
    for (let n = 1; n <= 11; n++) statuses.push((await guess(eve, n)).status)
    const wanted = [...Array(10).fill(400), 429].join(' ')
    expect(statuses.join(' ') === wanted, `from 127.0.0.3 it answered ${statuses.join(' ')}`)
    const last = await guess(eve, 12)
    expect(Number(last.headers['retry-after']) > 0, 'there is no Retry-After')
    const other = (await guess(from('127.0.0.4'), 13)).status
    expect(other === 400, `from 127.0.0.4 it answered ${other}`)
    return `127.0.0.3: 10 × 400, then 429 with Retry-After ${last.headers['retry-after']}; 127.0.0.4: ${other}`
  })

  await report.try(
    `a socket that hears nothing for ${SILENCE / 1000} s is still open, and hears`,
    async () => {
      await wait(Math.max(0, silentSince + SILENCE - Date.now()))
      live.heard.length = 0
      await ada.post(`/single-list?listID=${listId}`, { name: 'Bread' })
      await heard(live, 'itemCreated')
    },
  )
  await report.try(
    'SIGTERM: sockets are told, Larder ends by itself, and comes back behind the same proxy',
    async () => {
      const asked = Date.now()
      const { code, at } = await app.stop('SIGTERM')
      expect(code === 0, `it ended with ${code}`)
      expect(at - asked < 10_000, `it took ${at - asked} ms`)
      const told = await Promise.race([live.closed, wait(5000)])
      expect(told === 1012, `the socket was closed with ${told}`)
      const { status } = await ada.get('/landing')
      expect([502, 503].includes(status), `without Larder it answered ${status}`)
      const next = again()
      try {
        await ready()
        await until('the page', async () => (await ada.get(`/?userID=${userId}`)).body.includes('Market'))
      } finally {
        await next.stop()
      }
      return `1012, ended with 0 in ${at - asked} ms, ${status} meanwhile, then signed in as before`
    },
  )
}

function heard(live, type) {
  return until(`the message ${type}`, async () => live.heard.some((message) => message.type === type), 5000)
}

/** As large as Larder takes: noise packs badly. */
async function largePhoto() {
  const noise = { type: 'gaussian', mean: 140, sigma: 60 }
  const picture = sharp({ create: { width: 3400, height: 2600, channels: 3, background: '#fff', noise } })
  for (const quality of [95, 90, 85, 75, 60]) {
    const photo = await picture.clone().jpeg({ quality }).toBuffer()
    if (photo.length < 9.9 * MB) return photo
  }
  throw new Error('no photo of that size could be made')
}
