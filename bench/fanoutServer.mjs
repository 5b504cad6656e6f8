// The servers for fanout.mjs, controlled by IPC: Larder's socket layer with domain and database, the socket layer
// with synthetic events, and a minimal `ws` server without sessions, lists or limits.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { readConfig } from '#app/config/config.server.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { createLog } from '#app/http/log.ts'
import { attachSocket } from '#app/realtime/socket.server.ts'
import { createServices } from '#app/services.server.ts'
import { users } from '#db/schema.ts'

const [kind, listCount, rate, dataDir] = process.argv.slice(2)
const server = createServer()
const started = []
const now = () => Number(process.hrtime.bigint()) / 1e6
const recordStart = (listID, revision) => started.push([listID, revision, now()])

async function larder() {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = await createServices(config, createLog('silent'))
  // Added before the socket's listener, so that the time starts when the domain publishes.
  services.events.onEvent(({ listID, revision }) => recordStart(listID, revision))
  attachSocket(server, services)
  const lists = []
  for (let i = 0; i < Number(listCount); i += 1) {
    const user = { id: newId(), name: 'Ada', email: `${randomBytes(8).toString('hex')}@example.org` }
    await services.write((tx) =>
      tx
        .insert(users)
        .values({ ...user, passwordHash: 'unusable', createdAt: Date.now() })
        .run(),
    )
    const list = await addList(services, user, { name: 'Weekend' })
    const item = await addItem(services, user, {
      listId: list.id,
      name: 'Milk',
      quantity: 1000,
      price: 0,
      completed: false,
    })
    lists.push({
      user,
      item,
      listID: list.id,
      cookie: `session=${await services.write((tx) => startSession(tx, user.id))}`,
      completed: false,
      revision: 1,
    })
  }
  const tick = (list) => {
    list.completed = !list.completed
    return setCompleted(services, list.user, { id: list.item.id, completed: list.completed })
  }
  const publish = (list) => {
    list.revision += 1
    const { listID, item, revision } = list
    services.events.publish({ type: 'itemEdited', listID, revision, itemID: item.id })
  }
  return { lists, change: kind === 'socket' ? publish : tick }
}

async function bare() {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const lists = Array.from({ length: Number(listCount) }, () => {
    return { listID: newId(), itemID: newId(), revision: 0, subscribers: new Set() }
  })
  const byId = new Map(lists.map((list) => [list.listID, list]))
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { listID } = JSON.parse(String(data))
      byId.get(listID).subscribers.add(socket)
      socket.send(JSON.stringify({ type: 'subscribed', listID, revision: 0 }))
    })
  })
  const change = (list) => {
    list.revision += 1
    const { listID, itemID, revision } = list
    recordStart(listID, revision)
    const message = JSON.stringify({ type: 'itemEdited', listID, revision, itemID })
    for (const socket of list.subscribers) socket.send(message)
  }
  return { lists, change }
}

const { lists, change } = await (kind === 'bare' ? bare() : larder())

/** Makes changes at a steady rate, and catches up if the timer is late. */
function run(seconds) {
  started.length = 0
  const total = Number(rate) * seconds
  const begin = now()
  let done = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((now() - begin) / 1000) * Number(rate)))
      while (done < due) {
        void change(lists[done % lists.length])
        done += 1
      }
      if (done < total) return
      clearInterval(timer)
      setTimeout(resolve, 500)
    }, 2)
  })
}

const mb = () => Math.round(process.memoryUsage().rss / 1e6)

process.on('message', async ({ seconds }) => {
  await run(seconds)
  process.send({ started, rss: mb() })
})
server.listen(0, '127.0.0.1', () => {
  const subscriptions = lists.map(({ listID, cookie }) => ({ listID, cookie }))
  process.send({ port: server.address().port, lists: subscriptions, rss: mb() })
})
