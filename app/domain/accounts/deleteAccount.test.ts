import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, itemsOf } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import type { AccessEnded } from '#app/domain/liveEvents.ts'
import { queueMail } from '#app/domain/mail/mailQueue.ts'
import { acceptOffer, offerList } from '#app/domain/sharing/handOver.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { addMember, peopleOf } from '#app/domain/sharing/people.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { addPurchase, linesOf } from '#app/domain/trips/trips.ts'
import type { Services } from '#app/services.ts'
import { items, listMembers, lists, outbox, tripItems, users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { addFullList, snapshot } from '#tests/support/testData.ts'
import { createToken, tokensOf, userOfToken } from './apiTokens.ts'
import { deleteAccount } from './deleteAccount.ts'
import { register } from './register.ts'
import { startSession, userOfSession } from './sessions.ts'
import { signIn } from './signIn.ts'

const PASSWORD = 'correct horse battery'

async function twoUsers() {
  const services = await testServices()
  const ada = await addUser(services)
  const bob = await addUser(services, 'Bob')
  const passwordHash = await services.passwords.hash(PASSWORD)
  await services.write((tx) => tx.update(users).set({ passwordHash }).run())
  await addFullList(services, bob)
  const before = await snapshot(services)
  return { services, ada, bob, before }
}

async function keysIn(services: Services) {
  const keys: string[] = []
  for await (const { key } of services.storage.list()) keys.push(key)
  return keys
}

// ASVS 8.4.1
test("deleting an account deletes all of its data and no one else's", async () => {
  const { services, ada, before } = await twoUsers()
  const others = await keysIn(services)
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  await addFullList(services, ada)
  const { id: listId } = await addFullList(services, ada)
  await addItem(services, ada, { name: 'Milk', quantity: 1000, price: 100, completed: true, listId })
  // The list's receipt goes with the trip.
  await finish(services, ada, listId, { today: '2026-11-29' })
  await addPurchase(services, ada, { paid: 450, today: '2026-11-29' })
  await services.write((tx) => queueMail(tx, 'verify', ada.email, {}, Date.now() + 60_000))
  const ended: AccessEnded[] = []
  services.events.onAccessEnded((access) => ended.push(access))

  await deleteAccount(services, ada, { password: PASSWORD }, CALLER)

  const left = await snapshot(services)
  expect(left.files).toEqual(before.files)
  expect(left.rows.map((rows) => rows.length)).toEqual(
    before.rows.map((rows, table) => (table === 0 ? rows.length - 1 : rows.length)),
  )
  expect(await keysIn(services)).toEqual(others)
  expect(await services.db.select().from(outbox).where(eq(outbox.email, ada.email)).all()).toEqual([])
  expect(await userOfSession(services, cookie)).toBeUndefined()
  expect(ended).toEqual([{ userId: ada.id }, { userId: ada.id }])
})

test.each([
  ['hand-over', 1],
  ['delete', 0],
] as const)('the owner chooses what happens to lists with editors: %s', async (sharedLists, offered) => {
  const { services, ada, bob } = await twoUsers()
  const eve = await addUser(services, 'Eve')
  const { id: shared } = await addFullList(services, ada)
  const { id: viewed } = await addList(services, ada, { name: 'Party' })
  const { id: theirs } = await addList(services, eve, { name: 'Hardware' })
  const since = Date.now()
  const join = (listId: string, { id }: User, role: 'editor' | 'viewer', createdAt = since) => ({
    listId,
    userId: id,
    role,
    createdAt,
  })
  await services.write((tx) =>
    tx
      .insert(listMembers)
      .values([
        join(shared, eve, 'editor'),
        join(shared, bob, 'editor', since - 1),
        join(viewed, bob, 'viewer'),
        join(theirs, ada, 'editor'),
      ])
      .run(),
  )
  const items = await itemsOf(services, bob, shared)
  const events: string[] = []
  services.events.onEvent(({ type, listID }) => events.push(`${type} ${listID}`))

  const done = await deleteAccount(services, ada, { password: PASSWORD, sharedLists }, CALLER)

  expect(done).toEqual({ offered })
  const kept = await services.db
    .select()
    .from(lists)
    .where(inArray(lists.id, [shared, viewed]))
    .all()
  expect(kept.map(({ id, offeredTo }) => [id, offeredTo])).toEqual(offered ? [[shared, bob.id]] : [])
  if (offered) {
    expect(await itemsOf(services, bob, shared)).toMatchObject(items.map(({ id }) => ({ id })))
    expect((await listFor(services.db, eve, shared, 'see')).role).toBe('editor')
  }
  const changed = offered ? `membersChanged ${shared}` : `listDeleted ${shared}`
  expect(events.sort()).toEqual([changed, `listDeleted ${viewed}`, `membersChanged ${theirs}`].sort())
})

test('a list is offered to no disabled account, which could not accept it', async () => {
  const { services, ada, bob } = await twoUsers()
  const eve = await addUser(services, 'Eve')
  const { id: listId } = await addFullList(services, ada)
  const join = ({ id: userId }: User, createdAt: number) => ({
    listId,
    userId,
    role: 'editor' as const,
    createdAt,
  })
  await services.write((tx) =>
    tx
      .insert(listMembers)
      .values([join(bob, 1), join(eve, 2)])
      .run(),
  )
  await services.write((tx) => tx.update(users).set({ disabledAt: 1 }).where(eq(users.id, bob.id)).run())
  await deleteAccount(services, ada, { password: PASSWORD }, CALLER)
  expect(await services.db.select().from(lists).where(eq(lists.id, listId)).get()).toMatchObject({
    offeredTo: eve.id,
  })
})

interface Household {
  services: Services
  owner: User
  leaving: User
  other: User
  listId: string
}

const setPassword = async (services: Services, ...people: User[]) => {
  const passwordHash = await services.passwords.hash(PASSWORD)
  const ids = people.map(({ id }) => id)
  await services.write((tx) => tx.update(users).set({ passwordHash }).where(inArray(users.id, ids)).run())
}

const invite = async ({ services, owner, listId }: Household, allLists = false) =>
  (await createInvite(services, owner, listId, { role: 'editor', allLists }, { caller: CALLER })).token ?? ''

const goes = ({ services }: Household, user: User) =>
  deleteAccount(services, user, { password: PASSWORD }, CALLER)

/** What may happen while somebody's account is being deleted. `prepare` comes before. */
const MEANWHILE: [
  what: string,
  prepare: (household: Household) => Promise<string>,
  act: (household: Household, token: string) => Promise<unknown>,
][] = [
  [
    'the owner of a list with them goes, too',
    async (household) => {
      await acceptInvite(household.services, household.leaving, await invite(household), CALLER)
      return ''
    },
    (household) => goes(household, household.owner),
  ],
  [
    'somebody who always shares with them makes a list and goes',
    async (household) => {
      await acceptInvite(household.services, household.leaving, await invite(household, true), CALLER)
      await acceptInvite(household.services, household.other, await invite(household, true), CALLER)
      return ''
    },
    async (household) => {
      const { services, owner } = household
      Object.assign(household, { listId: (await addList(services, owner, { name: 'New' })).id })
      await goes(household, owner)
    },
  ],
  [
    'they accept an invitation, and its sender goes',
    (household) => invite(household),
    async (household, token) => {
      await acceptInvite(household.services, household.leaving, token, CALLER).catch(() => {})
      await goes(household, household.owner)
    },
  ],
  [
    'they accept a list that was offered to them',
    async (household) => {
      const { services, owner, leaving, listId } = household
      await acceptInvite(services, leaving, await invite(household), CALLER)
      await offerList(services, owner, listId, leaving.id, CALLER)
      return ''
    },
    ({ services, leaving, listId }) => acceptOffer(services, leaving, listId, CALLER).catch(() => {}),
  ],
  [
    'they are offered a list',
    async (household) => {
      await acceptInvite(household.services, household.leaving, await invite(household), CALLER)
      return ''
    },
    ({ services, owner, leaving, listId }) =>
      offerList(services, owner, listId, leaving.id, CALLER).catch(() => {}),
  ],
]

/** With an act after the nth unit of work of the deletion. Returns false if there are fewer. */
async function deleteWith(household: Household, n: number, act: () => Promise<unknown>): Promise<boolean> {
  const { services, leaving } = household
  let count = 0
  const write: Services['write'] = async (work) => {
    const result = await services.write(work)
    count += 1
    if (count === n) await act()
    return result
  }
  await deleteAccount({ ...services, write }, leaving, { password: PASSWORD }, CALLER)
  return count >= n
}

// ASVS 8.4.1
test.each(MEANWHILE)(
  'no list of others goes with an account, if meanwhile %s',
  async (_what, prepare, act) => {
    let isMore = true
    for (let n = 1; isMore; n += 1) {
      const services = await testServices()
      const owner = await addUser(services, 'Ada')
      const leaving = await addUser(services, 'Ben')
      const other = await addUser(services, 'Cleo')
      await setPassword(services, owner, leaving)
      await addList(services, leaving, { name: 'Theirs' })
      const { id: listId } = await addList(services, owner, { name: 'Market' })
      const household = { services, owner, leaving, other, listId }
      const token = await prepare(household)
      await acceptInvite(services, other, await invite(household), CALLER)
      // After the one who is leaving, who would be asked to own the list first.
      const createdAt = Date.now() + 60_000
      await services.write((tx) =>
        tx.update(listMembers).set({ createdAt }).where(eq(listMembers.userId, other.id)).run(),
      )

      isMore = await deleteWith(household, n, () => act(household, token))

      expect(await services.db.select().from(users).where(eq(users.id, leaving.id)).get()).toBeUndefined()
      expect(await listFor(services.db, other, household.listId, 'edit')).toMatchObject({ deletedAt: null })
    }
  },
)

test('from the first moment of a deletion, the account is signed out and in no list', async () => {
  const { services, ada, bob } = await twoUsers()
  const { id: listId } = await addList(services, bob, { name: 'Market' })
  await addList(services, ada, { name: 'Hers' })
  await services.write((tx) => addMember(tx, listId, { userId: ada.id, role: 'editor', addedBy: bob.id }))
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  const token = await createToken(services, ada, { name: 'script' }, CALLER)
  const ended: AccessEnded[] = []
  services.events.onAccessEnded((access) => ended.push(access))
  const between: unknown[] = []
  const household = { services, owner: bob, leaving: ada, other: bob, listId }
  // The first unit of work counts the password.
  await deleteWith(household, 3, async () => {
    between.push(await userOfSession(services, cookie), await userOfToken(services, token))
    between.push(
      (await peopleOf(services, bob, listId)).map(({ name }) => name),
      [...ended],
    )
  })
  expect(between).toEqual([undefined, undefined, ['Bob'], [{ userId: ada.id }]])
})

test('long lists and trips are deleted in parts, so that others can write in between', async () => {
  const { services, ada } = await twoUsers()
  const { id: listId } = await addList(services, ada, { name: 'Market' })
  await addItem(services, ada, { name: 'Milk', quantity: 1000, price: 100, completed: true, listId })
  const { trip } = await finish(services, ada, listId, { today: '2026-11-29' })
  const [line] = await linesOf(services, trip)
  if (!line) throw new Error('the trip has no line')
  const lines = Array.from({ length: 1000 }, (_, n) => ({ ...line, position: n + 1 }))
  await services.write((tx) => tx.insert(tripItems).values(lines).run())
  const rows = Array.from({ length: 1000 }, (_, position) => ({
    id: newId(),
    listId,
    name: `Ingredient ${position}`,
    position,
    quantityMilli: 1000,
    priceCents: 0,
    createdAt: 1,
    updatedAt: 1,
  }))
  await services.write((tx) => tx.insert(items).values(rows).run())
  const write = vi.spyOn(services, 'write')
  await deleteAccount(services, ada, { password: PASSWORD }, CALLER)
  expect(write.mock.calls.length).toBeGreaterThan(20)
  expect(await services.db.select().from(items).where(eq(items.listId, listId)).all()).toEqual([])
  expect(await linesOf(services, trip)).toEqual([])
})

test('without the right password nothing is deleted, and attempts are limited', async () => {
  const { services, bob, before } = await twoUsers()
  for (let n = 0; n < 10; n += 1) {
    const attempt = deleteAccount(services, bob, { password: `wrong ${n}` }, CALLER)
    await expect(attempt).rejects.toMatchObject({
      code: 'wrong-password',
      fields: { password: { code: 'wrong-password' } },
    })
  }
  await expect(deleteAccount(services, bob, { password: PASSWORD }, CALLER)).rejects.toMatchObject({
    code: 'too-many-requests',
  })
  expect(await snapshot(services)).toEqual(before)
})

test("an account is deleted even if its files can't be deleted right away", async () => {
  const { services, bob } = await twoUsers()
  const storage = { ...services.storage, delete: () => Promise.reject(new Error('the bucket is gone')) }
  await deleteAccount({ ...services, storage }, bob, { password: PASSWORD }, CALLER)
  expect(await services.db.select().from(users).where(eq(users.id, bob.id)).get()).toBeUndefined()
})

test('parallel requests to delete an account all succeed', async () => {
  const { services, bob } = await twoUsers()
  await Promise.all([1, 2, 3].map(() => deleteAccount(services, bob, { password: PASSWORD }, CALLER)))
  expect(await services.db.select().from(users).where(eq(users.id, bob.id)).get()).toBeUndefined()
})

// ASVS 7.4.2
test("registering again with a deleted account's email starts empty, and its sessions and tokens stay invalid", async () => {
  const { services, bob } = await twoUsers()
  const script = await createToken(services, bob, { name: 'script' }, CALLER)
  const cookie = await services.write((tx) => startSession(tx, bob.id))
  await deleteAccount(services, bob, { password: PASSWORD }, CALLER)
  const visitor = { address: '192.0.2.1' }
  await register(services, visitor, { name: 'Bob', email: bob.email, password: PASSWORD })
  const again = await signIn(services, visitor, { email: bob.email, password: PASSWORD })
  const user = await userOfSession(services, again.cookie)
  if (!user) throw new Error('no user in the session')
  expect(user.id).not.toBe(bob.id)
  expect(await listsOf(services, user)).toEqual([])
  expect(await tokensOf(services, user)).toEqual([])
  expect(await userOfToken(services, script)).toBeUndefined()
  expect(await userOfSession(services, cookie)).toBeUndefined()
})
