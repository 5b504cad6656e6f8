// The servers that fanout.mjs compares: Larder's socket door with its domain and database, the door
// alone (events come from nowhere), and a bare `ws` server that knows no sessions, no lists and no
// limits. They are told what to do over IPC.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { readConfig } from '#app/config.server.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, setCompleted } from '#app/domain/items.ts'
import { addList } from '#app/domain/lists.ts'
import { startSession } from '#app/domain/sessions.ts'
import { createLog } from '#app/http/log.ts'
import { attachSocket } from '#app/realtime/socket.server.ts'
import { createServices } from '#app/services.server.ts'
import { users } from '#db/schema.ts'

const [kind, lists, rate, dataDir] = process.argv.slice(2)
const server = createServer()
const started = []
const now = () => Number(process.hrtime.bigint()) / 1e6
const told = (listID, revision) => started.push([listID, revision, now()])

async function larder() {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = createServices(config, createLog('silent'))
  // Before the door, so that its clock starts when the domain publishes.
  services.events.onEvent(({ listID, revision }) => told(listID, revision))
  attachSocket(server, services)
  const rooms = []
  for (let i = 0; i < Number(lists); i += 1) {
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
    rooms.push({
      user,
      item,
      listID: list.id,
      cookie: `session=${await startSession(services, user.id)}`,
      completed: false,
      revision: 1,
    })
  }
  const tick = (room) => {
    room.completed = !room.completed
    return setCompleted(services, room.user, { id: room.item.id, completed: room.completed })
  }
  const tell = (room) => {
    room.revision += 1
    const { listID, item, revision } = room
    services.events.publish({ type: 'itemEdited', listID, revision, itemID: item.id })
  }
  return { rooms, change: kind === 'door' ? tell : tick }
}

async function bare() {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const rooms = Array.from({ length: Number(lists) }, () => {
    return { listID: newId(), itemID: newId(), revision: 0, members: new Set() }
  })
  const byId = new Map(rooms.map((room) => [room.listID, room]))
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { listID } = JSON.parse(String(data))
      byId.get(listID).members.add(socket)
      socket.send(JSON.stringify({ type: 'subscribed', listID, revision: 0 }))
    })
  })
  const change = (room) => {
    room.revision += 1
    const { listID, itemID, revision } = room
    told(listID, revision)
    const message = JSON.stringify({ type: 'itemEdited', listID, revision, itemID })
    for (const socket of room.members) socket.send(message)
  }
  return { rooms, change }
}

const { rooms, change } = await (kind === 'bare' ? bare() : larder())

/** So many changes a second, evenly, wherever the clock has got to. */
function run(seconds) {
  started.length = 0
  const total = Number(rate) * seconds
  const begin = now()
  let done = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((now() - begin) / 1000) * Number(rate)))
      while (done < due) {
        void change(rooms[done % rooms.length])
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
  const invitations = rooms.map(({ listID, cookie }) => ({ listID, cookie }))
  process.send({ port: server.address().port, rooms: invitations, rss: mb() })
})
