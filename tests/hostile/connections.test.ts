import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import { type Larder, startLarder } from '../support/larder.ts'
import { startOpenAiServer } from '../support/openAiServer.ts'
import { photo } from '../support/photos.ts'
import { addItems } from '../support/rows.ts'
import { size } from '../support/size.ts'
import { type Script, script } from './connections.ts'
import { heldMb, INSPECTED, residentMb } from './memory.ts'
import type { TestUser } from './requests.ts'
import { addTestUser } from './testUser.ts'

const COUNT = size('HOSTILE_CONNECTIONS', { short: 20, full: 2_000 })
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Connections per user, few enough to stay below the rate limits. */
const EACH = 25
const AT_ONCE = 8
/** Allowed growth after the first half, which warms the process up. */
const MOST_MORE_MB = 5

/** A user whose pages, downloads and receipts take more than one packet. */
function addOwner(larder: Larder): TestUser {
  const user = addTestUser(larder)
  addItems(
    larder,
    user.listId,
    Array.from({ length: 300 }, (_, n) => ({ name: `Something to buy ${n}` })),
  )
  const key = newStorageKey()
  const folder = join(larder.dataDir, 'receipts', key.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, key), Buffer.alloc(2_000_000, 7))
  larder.database
    .prepare(
      `INSERT INTO receipts (id, list_id, storage_key, content_type, bytes, width, height, created_at)
       VALUES (?, ?, ?, 'image/webp', 2000000, 9, 9, ?)`,
    )
    .run(newId(), user.listId, key, Date.now())
  return user
}

/** A 503 is expected: it refuses parallel uploads of one user. */
const isUnexpected = (line: string) =>
  /"level":"(?:error|fatal)"|Warning/.test(line) && !/"status":503/.test(line)

/** Resolves when the connection is closed. */
async function play(port: number, { pieces, after, how }: Script): Promise<void> {
  const socket = connect({ port, host: 'localhost', allowHalfOpen: true }).on('error', () => {})
  const over = new Promise((resolve) => socket.once('close', resolve))
  const leave = () => {
    if (how === 'reset') socket.resetAndDestroy()
    else if (how === 'half-close') socket.end()
    else socket.destroy()
  }
  // This client doesn't even read that the server has closed the connection.
  if (how === 'never-read') socket.pause()
  let read = 0
  if (how !== 'never-read') {
    socket.on('data', (chunk) => {
      read += chunk.length
      if (read >= after.bytes) leave()
    })
    socket.on('end', () => socket.end())
  }
  const timeout = setTimeout(leave, after.ms)
  for (const { bytes, pause } of pieces) {
    if (pause > 0) await wait(pause)
    if (socket.writable) socket.write(bytes)
  }
  // A half-closed connection ends when the server has sent the rest.
  const end = setTimeout(() => socket.destroy(), 8_000)
  await over
  clearTimeout(timeout)
  clearTimeout(end)
}

test(`${COUNT} broken connections (seed ${SEED}) neither stop the server nor leak memory or files`, {
  timeout: 120_000 + COUNT * 300,
}, async () => {
  const ai = await startOpenAiServer()
  const { larder, server, stop } = await startLarder({
    ...INSPECTED,
    LOG_LEVEL: 'warn',
    OPENAI_BASE_URL: ai.url,
  })
  const port = Number(new URL(larder.url).port)
  const picture = await photo(900, 1200).jpeg().toBuffer()
  const openFiles = () => readdirSync(`/proc/${server.pid}/fd`).length
  const visitor = addTestUser(larder)
  const visit = async () => {
    const page = await fetch(`${larder.url}/single-list?listID=${visitor.listId}`, {
      headers: { Cookie: `session=${visitor.cookie}` },
    })
    expect([page.status, (await page.text()).includes('Bread')]).toEqual([200, true])
  }
  /** Loads the client of the AI (7 MB), which few of the broken connections stay for. */
  const cook = async () => {
    const answer = await fetch(`${larder.url}/generateAI-response?listID=${visitor.listId}`, {
      method: 'POST',
      headers: { Cookie: `session=${visitor.cookie}`, Accept: 'application/x-ndjson' },
      body: new URLSearchParams({ recipe: 'Pancakes' }),
    })
    expect([answer.status, (await answer.text()).includes('"')]).toEqual([200, true])
  }
  let user = addOwner(larder)
  let next = 0
  const playUntil = async (last: number) => {
    const client = async () => {
      while (next < last) {
        const n = next++
        if (n % EACH === 0) user = addOwner(larder)
        await play(port, script(SEED, n, { user, photo: picture }))
        if (n % 100 === 99) await visit()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
  }
  try {
    await visit()
    await cook()
    const files = openFiles()
    await playUntil(Math.ceil(COUNT / 2))
    const before = await heldMb(larder)
    const resident = residentMb(server.pid)
    await playUntil(COUNT)
    await visit()
    expect(server.exitCode).toBeNull()
    expect(larder.output().split('\n').filter(isUnexpected)).toEqual([])
    await expect.poll(openFiles, { timeout: 30_000 }).toBeLessThanOrEqual(files + 10)
    const held = async () => (await heldMb(larder)) - before
    await expect.poll(held, { timeout: 60_000, interval: 1_000 }).toBeLessThan(MOST_MORE_MB)
    const lines = [
      `held ${before.toFixed(1)} → ${(await heldMb(larder)).toFixed(1)} MB`,
      `resident ${Math.round(resident)} → ${Math.round(residentMb(server.pid))} MB`,
      `open files ${files} → ${openFiles()}`,
    ]
    process.stdout.write(`${COUNT} connections: ${lines.join(', ')}\n`)
  } finally {
    await stop()
    await ai.close()
  }
})
