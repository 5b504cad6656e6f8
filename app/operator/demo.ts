import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, publicUrl } from '#app/config.server.ts'
import { newId } from '#app/domain/ids.ts'
import { setReceipt } from '#app/domain/receipts.ts'
import { isFresh } from '#app/domain/registration.ts'
import type { User } from '#app/domain/sessions.ts'
import { bytesOf } from '#app/domain/storageBudget.ts'
import type { Services } from '#app/services.server.ts'
import { items, lists, users } from '#db/schema.ts'
import { type DemoList, LISTS } from './demo/lists.ts'
import { OperatorError } from './sentence.ts'

const DAY = 86_400_000
const WHO = { name: 'Demo', email: 'demo@larder.example' }

type Db = Services['db']

/** A household as it might be after some weeks; says how to sign in. */
export async function fillDemo(services: Services): Promise<string> {
  const password = newPassword()
  const passwordHash = await services.passwords.hash(password)
  const user = { id: newId(), ...WHO }
  const made = await services.write((tx) => {
    const now = Date.now()
    // Asked inside: whatever somebody has written down is not mixed with things that nobody wants.
    if (!isFresh({ config: services.config, db: tx })) throw notEmpty()
    tx.insert(users)
      .values({ ...user, passwordHash, emailVerifiedAt: now, createdAt: now - 30 * DAY })
      .run()
    return LISTS.map((list) => ({ id: addDemoList(tx, user, list, now), receipt: list.receipt }))
  })
  for (const { id, receipt } of made) {
    if (receipt) await setReceipt(services, user, id, () => readFile(pictureOf(receipt)))
  }
  return [
    `There are ${LISTS.length} lists to try out now. Start Larder (${starting(services.config)}), open`,
    `  ${publicUrl(services.config)}/login`,
    'and sign in with',
    `  email     ${user.email}`,
    `  password  ${password}`,
    'When you have seen enough, delete the account on its settings page, or start with another DATA_DIR.',
  ].join('\n')
}

function starting({ DATA_DIR }: Config): string {
  return DATA_DIR === resolve('data') ? 'npm start' : `DATA_DIR=${DATA_DIR} npm start`
}

function notEmpty() {
  return new OperatorError(
    'Somebody has an account in this Larder already, and the demo wants an empty one. Give it a folder of its own: DATA_DIR=./demo npm run demo, and start that with DATA_DIR=./demo npm start.',
  )
}

/** Answers with its id. Written as if somebody had done it on that day. */
function addDemoList(tx: Db, user: User, { name, age, open, done }: DemoList, now: number): string {
  const id = newId()
  const createdAt = now - age * DAY
  const lines = [
    ...open.map((line) => ({ line, completed: false })),
    ...done.map((line) => ({ line, completed: true })),
  ]
  const rows = lines.map(({ line: [name, quantityMilli, priceCents], completed }, index) => {
    const at = createdAt + index
    return {
      id: newId(),
      listId: id,
      name,
      quantityMilli,
      priceCents,
      completed,
      completedAt: completed ? at : 0,
      position: at,
      createdAt: at,
      updatedAt: at,
    }
  })
  const storedBytes = bytesOf(name, ...rows.map((row) => row.name))
  tx.insert(lists).values({ id, name, createdBy: user.id, createdAt, storedBytes }).run()
  tx.insert(items).values(rows).run()
  return id
}

/** Beside this file in the source and beside the bundle when built. */
function pictureOf(name: string): URL {
  return new URL(`./demo/${name}`, import.meta.url)
}

// Without those that look like each other.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Somebody may try this on a server that everybody reaches: 79 random bits. */
function newPassword(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [four(), four(), four(), four()].join('-')
}
