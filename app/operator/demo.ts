import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Config, publicUrl } from '#app/config/config.server.ts'
import { KEYS } from '#app/config/configKeys.ts'
import type { User } from '#app/domain/access/access.ts'
import { DEMO_EMAIL, hasNoUsers } from '#app/domain/accounts/registration.ts'
import { newId } from '#app/domain/ids.ts'
import { seedAgain, seedMemories } from '#app/domain/memory/seedMemories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { items, lists, users } from '#db/schema.ts'
import { urlOfServer } from '#db/sqlite/dataFolder.ts'
import { type DemoList, LISTS } from './demo/lists.ts'
import { OperatorError } from './errors.ts'

const DEMO_USER = { name: 'Demo', email: DEMO_EMAIL }

const NOT_EMPTY =
  'This Larder already has accounts, and the demo needs an empty one. Use a separate folder: DATA_DIR=./demo npm run demo, then DATA_DIR=./demo npm start.'

export async function addDemo(services: Services): Promise<string> {
  const password = newPassword()
  const passwordHash = await services.passwords.hash(password)
  const user = { id: newId(), ...DEMO_USER }
  const added = await services.write(async (tx) => {
    const now = Date.now()
    // Inside the transaction, so that sample data never mixes with real data.
    if (!(await hasNoUsers({ db: tx }))) throw new OperatorError(NOT_EMPTY)
    await tx
      .insert(users)
      .values({ ...user, passwordHash, emailVerifiedAt: now, createdAt: now - 30 * DAY })
      .run()
    const added = []
    for (const list of LISTS)
      added.push({ id: await addDemoList(tx, user, list, now), receipt: list.receipt })
    await seedAgain(tx)
    return added
  })
  for (const { id, receipt } of added) {
    if (receipt) await setReceipt(services, user, id, () => readFile(photoUrl(receipt)))
  }
  // The receipts would be the latest activity.
  await services.write((tx) =>
    tx
      .update(lists)
      .set({ changedAt: sql`${lists.createdAt}` })
      .where(live(lists))
      .run(),
  )
  await seedMemories(services)
  const isRunning = urlOfServer(services.config.DATA_DIR) !== undefined
  const open = isRunning ? 'Open' : `Start Larder (${startCommand(services.config)}), open`
  return [
    `Added ${LISTS.length} sample lists. ${open}`,
    `  ${publicUrl(services.config)}/login`,
    'and log in with',
    `  email     ${user.email}`,
    `  password  ${password}`,
    'To remove the sample data, delete this account on its settings page.',
  ].join('\n')
}

function startCommand({ DATA_DIR, PORT }: Config): string {
  const folder = DATA_DIR === resolve('data') ? [] : [`DATA_DIR=${DATA_DIR}`]
  const port = String(PORT) === KEYS.PORT.fallback ? [] : [`PORT=${PORT}`]
  return [...folder, ...port, 'npm start'].join(' ')
}

async function addDemoList(tx: Db, user: User, { name, age, open, done }: DemoList, now: number) {
  const id = newId()
  const createdAt = now - age * DAY
  const lines = [
    ...open.map((line) => ({ line, completed: false })),
    ...done.map((line) => ({ line, completed: true })),
  ]
  const rows = lines.map(({ line: [name, quantityMilli, priceCents, unit = ''], completed }, index) => {
    const at = createdAt + index
    return {
      id: newId(),
      listId: id,
      name,
      quantityMilli,
      unit,
      priceCents,
      completed,
      completedAt: completed ? at : 0,
      position: at,
      createdAt: at,
      updatedAt: at,
    }
  })
  const storedBytes = bytesOf(name, ...rows.map((row) => row.name))
  await tx.insert(lists).values({ id, name, createdBy: user.id, createdAt, storedBytes }).run()
  await tx.insert(items).values(rows).run()
  return id
}

/** The folder is next to this file in the source and next to the bundle in a build. */
const photoUrl = (name: string): URL => new URL(`./demo/${name}`, import.meta.url)

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 79 random bits, because a demo can be on a public server. */
function newPassword(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [four(), four(), four(), four()].join('-')
}
