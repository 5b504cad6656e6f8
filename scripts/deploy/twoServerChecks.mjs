// The checks that must pass with two servers.
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { createClient, receive } from './client.mjs'
import { METRICS_TOKEN } from './larder.mjs'
import { until } from './processes.mjs'
import { expect, report } from './report.mjs'
import { NAME } from './site.mjs'

const PASSWORD = 'a long enough password'
/** How long people may notice that a server is gone. */
const OUTAGE = 2_000
/** nginx asks a server that failed again after ten seconds. */
const RETURN = 20_000

export async function checkBothServers({ httpPort, httpsPort, ca, appPorts, kill, restart }) {
  const client = (from, more) => createClient({ name: NAME, httpPort, httpsPort, ca, from, ...more })
  const ada = client('127.0.0.2')
  /** Ada's browser, past nginx, at each server. */
  const at = appPorts.map((appPort) => client('127.0.0.2', { appPort, cookies: ada.cookies }))
  const email = 'ada@example.org'
  let lists
  let list
  let live
  let killed

  await report.try('a user can register and sign in', async () => {
    const registered = await ada.post('/register', { name: 'Ada', email, password: PASSWORD })
    expect(registered.status === 303, `registering gets ${registered.status}`)
    const { status, headers } = await ada.post('/login', { email, password: PASSWORD })
    expect(status === 303, `the status is ${status}`)
    lists = headers.location
  })
  await report.try('both servers show a list and an item, each added on the other', async () => {
    await succeeds(at[0].post(lists, { name: 'Market' }))
    const id = /single-list\?listID=([\w-]{36})/.exec((await at[1].get(lists)).body)?.[1]
    expect(id, 'the second server does not show the list')
    list = { id, path: `/single-list?listID=${id}` }
    await succeeds(at[1].post(list.path, { name: 'Milk' }))
    expect((await at[0].get(list.path)).body.includes('Milk'), 'the first server does not show the item')
  })
  await report.try('a receipt uploaded on one server is shown by the other', async () => {
    const photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#ddd' } })
      .jpeg()
      .toBuffer()
    await succeeds(at[0].upload(`/add-receipt/${list.id}`, photo))
    const { status, headers } = await at[1].get(`/receipt/${list.id}`)
    expect(status === 200 && headers['content-type'] === 'image/webp', `the status is ${status}`)
    return headers['content-type']
  })
  await report.try('a WebSocket through nginx receives the changes made on both servers', async () => {
    live = await subscribe(ada, list.id)
    for (const server of at) {
      live.received.length = 0
      await succeeds(server.post(list.path, { name: 'Bread' }))
      await receive(live, 'itemCreated')
    }
  })
  await report.try('wrong passwords on both servers are counted together', async () => {
    const eve = appPorts.map((appPort) => client('127.0.0.3', { appPort }))
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const guess = { email: `unknown${n}@example.org`, password: 'a wrong guess' }
      statuses.push((await eve[n % 2].post('/login', guess)).status)
    }
    expect(
      statuses.join(' ') === [...Array(10).fill(400), 429].join(' '),
      `the statuses are ${statuses.join(' ')}`,
    )
    return '10 × 400, then 429'
  })
  await report.try(
    `after kill -9 of a server, pages and the WebSocket work within ${OUTAGE / 1000} s`,
    async () => {
      killed = (await openSockets(appPorts[0])) > 0 ? 0 : 1
      const started = performance.now()
      await Promise.all([kill(killed), live.closed])
      for (let n = 0; n < 5; n++) {
        const page = await ada.get(list.path)
        expect(page.status === 200, `the status of the page is ${page.status}`)
        await succeeds(ada.post(list.path, { name: `Item ${n}` }))
      }
      live = await subscribe(ada, list.id)
      const took = Math.round(performance.now() - started)
      expect(took < OUTAGE, `it took ${took} ms`)
      await succeeds(at[1 - killed].post(list.path, { name: 'Eggs' }))
      await receive(live, 'itemCreated')
      return `${took} ms`
    },
  )
  await report.try('the killed server starts again, shows all changes, and nginx uses it again', async () => {
    await restart(killed)
    const { body } = await at[killed].get(list.path)
    for (const name of ['Milk', 'Item 4', 'Eggs']) expect(body.includes(name), `it does not show ${name}`)
    const started = performance.now()
    await until(
      'nginx opens a WebSocket there',
      async () => {
        const { socket } = await ada.socket()
        const isBack = (await openSockets(appPorts[killed])) > 0
        if (!isBack) await wait(500)
        socket.close()
        return isBack
      },
      RETURN,
    )
    live.socket.close()
    return `after ${Math.round((performance.now() - started) / 1000)} s`
  })
}

async function succeeds(request) {
  const { status } = await request
  expect(status === 303, `the status is ${status}`)
}

async function subscribe(client, listID) {
  const live = await client.socket()
  expect(live.socket, `it was rejected with ${live.refused}`)
  live.socket.send(JSON.stringify({ type: 'subscribe', listID }))
  await receive(live, 'subscribed')
  return live
}

async function openSockets(port) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  return Number(/^larder_sockets_open (\d+)$/m.exec(metrics)?.[1])
}
