import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import type { Right } from '#app/domain/access/rights.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { clearDone, deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList, hasManyLists } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { sweepSharing } from '#app/domain/sweeps/sweeps.ts'
import { formOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { companions, invites, listLinks, listMembers, lists } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { newId } from '../ids.ts'
import { DAY } from '../time.ts'
import { acceptSharer, setCompanion } from './companions.ts'
import { acceptOffer, offerList } from './handOver.ts'
import { acceptInvite, createInvite, findInvitation, invitesOf, withdrawInvite } from './invites.ts'
import { leaveList, removeMember } from './leave.ts'
import { createLink, guestFor, linksOf, revokeLink } from './links.ts'
import { addMember, peopleOf, setRole } from './people.ts'
import { newSecret } from './tokens.ts'

const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }
const RIGHTS: Right[] = ['see', 'seeAll', 'edit', 'editAll', 'own']

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  return { services, ada, ben, list }
}

async function join(services: Services, owner: User, other: User, listId: string, role: 'editor' | 'viewer') {
  const { token } = await createInvite(services, owner, listId, { role }, { caller: CALLER })
  await acceptInvite(services, other, token, CALLER)
}

async function guestOf(
  services: Services,
  owner: User,
  listId: string,
  role: 'editor' | 'viewer',
  name = '',
) {
  const input = { role, expires: undefined, label: '' }
  const { id, token } = await createLink(services, owner, listId, input, { caller: CALLER })
  return { linkId: id, token, guest: await guestFor(services, token, name, newSecret()) }
}

describe('rights', () => {
  test.each([
    ['editor', ['see', 'seeAll', 'edit', 'editAll']],
    ['viewer', ['see', 'seeAll']],
  ] as const)('a member as %s may %s', async (role, rights) => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, role)
    for (const right of RIGHTS) {
      const found = listFor(services.db, ben, list.id, right)
      if ((rights as readonly Right[]).includes(right)) expect((await found).role).toBe(role)
      else await expect(found).rejects.toMatchObject({ status: 403 })
    }
  })

  test.each([
    ['editor', ['see', 'edit']],
    ['viewer', ['see']],
  ] as const)('with a link for an %s people may %s', async (role, rights) => {
    const { services, ada, list } = await setUp()
    const { guest } = await guestOf(services, ada, list.id, role)
    for (const right of RIGHTS) {
      const found = listFor(services.db, guest, list.id, right)
      if ((rights as readonly Right[]).includes(right)) expect((await found).role).toBe(`link-${role}`)
      else await expect(found).rejects.toMatchObject({ status: 403 })
    }
  })

  test('a link opens its own list only', async () => {
    const { services, ada, list } = await setUp()
    const other = await addList(services, ada, { name: 'Other' })
    const { guest } = await guestOf(services, ada, list.id, 'editor')
    await expect(listFor(services.db, guest, other.id, 'see')).rejects.toThrow('list-not-found')
    const item = await addItem(services, ada, { ...MILK, listId: other.id })
    await expect(setCompleted(services, guest, { id: item.id, completed: true })).rejects.toThrow(
      'item-not-found',
    )
  })

  test('members see a deleted list no longer, and only its owner can restore it', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    const { guest } = await guestOf(services, ada, list.id, 'editor')
    const { change } = await deleteList(services, ada, list.id)
    expect(await listsOf(services, ben)).toEqual([])
    await expect(listFor(services.db, ben, list.id, 'see')).rejects.toThrow('list-not-found')
    await expect(listFor(services.db, guest, list.id, 'see')).rejects.toThrow('list-not-found')
    await expect(undoChange(services, ben, change ?? '')).rejects.toThrow('change-not-found')
    await undoChange(services, ada, change ?? '')
    expect(await listsOf(services, ben)).toMatchObject([{ id: list.id, role: 'editor', ownerName: 'Ada' }])
  })
})

describe('what members and guests do', () => {
  test('is signed with who did it', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    const { guest } = await guestOf(services, ada, list.id, 'editor', '  Anna ')
    const milk = await addItem(services, ben, { ...MILK, listId: list.id })
    const eggs = await addItem(services, guest, { ...MILK, name: 'Eggs', listId: list.id })
    await setCompleted(services, guest, { id: milk.id, completed: true })
    await setCompleted(services, ada, { id: eggs.id, completed: true })
    expect(await itemsOf(services, ada, list.id)).toMatchObject([
      { name: 'Milk', addedBy: ben.id, guestName: null, completedBy: null, completedGuest: 'Anna' },
      { name: 'Eggs', addedBy: null, guestName: 'Anna', completedBy: ada.id, completedGuest: null },
    ])
    await setCompleted(services, ada, { id: milk.id, completed: false })
    const [first] = await itemsOf(services, guest, list.id)
    expect(first).toMatchObject({ name: 'Milk', completedBy: null, completedGuest: null })
  })

  test('guests delete one item, not many, and undo only what they did themselves', async () => {
    const { services, ada, list } = await setUp()
    const { guest, token } = await guestOf(services, ada, list.id, 'editor', 'Anna')
    const milk = await addItem(services, ada, { ...MILK, listId: list.id })
    await addItem(services, ada, { ...MILK, name: 'Eggs', listId: list.id })
    await expect(deleteAllItems(services, guest, list.id)).rejects.toThrow('members-only')
    await expect(clearDone(services, guest, list.id)).rejects.toThrow('members-only')
    const byAda = await setCompleted(services, ada, { id: milk.id, completed: true })
    await expect(undoChange(services, guest, byAda.change ?? '')).rejects.toThrow('members-only')
    const byAnna = await deleteItem(services, guest, milk.id)
    const anotherAnna = await guestFor(services, token, 'Anna', newSecret())
    const unknown = await guestFor(services, token, 'Anna')
    for (const other of [anotherAnna, unknown])
      await expect(undoChange(services, other, byAnna.change ?? '')).rejects.toThrow('members-only')
    const renamed = { ...guest, name: 'Anne' }
    expect(await undoChange(services, renamed, byAnna.change ?? '')).toMatchObject({ restored: 1 })
    const withoutKey = await deleteItem(services, unknown, milk.id)
    await expect(undoChange(services, unknown, withoutKey.change ?? '')).rejects.toThrow('members-only')
  })

  test("a browser's key differs from link to link", async () => {
    const { services, ada, list } = await setUp()
    const secret = newSecret()
    const made = [1, 2].map(() => guestOf(services, ada, list.id, 'editor'))
    const tokens = (await Promise.all(made)).map(({ token }) => token)
    const keyOf = async (token?: string) => (await guestFor(services, token, 'Anna', secret)).key
    const keys = [await keyOf(tokens[0]), await keyOf(tokens[1])]
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(keys[0]).not.toBe(keys[1])
    expect(await keyOf(tokens[0])).toBe(keys[0])
  })

  test('viewers change nothing', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'viewer')
    const { guest } = await guestOf(services, ada, list.id, 'viewer')
    const milk = await addItem(services, ada, { ...MILK, listId: list.id })
    for (const actor of [ben, guest]) {
      await expect(addItem(services, actor, { ...MILK, listId: list.id })).rejects.toThrow('view-only')
      await expect(setCompleted(services, actor, { id: milk.id, completed: true })).rejects.toThrow(
        'view-only',
      )
      await expect(editItem(services, actor, milk.id, { name: 'Oat milk' })).rejects.toThrow('view-only')
      await expect(deleteItem(services, actor, milk.id)).rejects.toThrow('view-only')
    }
    expect(await itemsOf(services, ben, list.id)).toMatchObject([{ name: 'Milk', completed: false }])
  })
})

describe('invitations', () => {
  test('say who invites to what, and change nothing until they are accepted', async () => {
    const { services, ada, ben, list } = await setUp()
    const { token } = await createInvite(services, ada, list.id, { role: 'viewer' }, { caller: CALLER })
    for (let n = 0; n < 10; n += 1) {
      expect(await findInvitation(services, token, ben)).toMatchObject({
        listName: 'Market',
        inviter: 'Ada',
        role: 'viewer',
        isMember: false,
      })
    }
    expect(await listsOf(services, ben)).toEqual([])
    expect(await acceptInvite(services, ben, token, CALLER)).toMatchObject({ listId: list.id, isNew: true })
    expect(await listsOf(services, ben)).toMatchObject([{ id: list.id, role: 'viewer' }])
    expect(await findInvitation(services, token)).toBeUndefined()
  })

  test('accepted twice at once, work once', async () => {
    const { services, ada, list } = await setUp()
    const others = await Promise.all(['Ben', 'Clara', 'Dan'].map((name) => addUser(services, name)))
    const { token } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    const tries = await Promise.allSettled(others.map((user) => acceptInvite(services, user, token, CALLER)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await peopleOf(services, ada, list.id)).toHaveLength(2)
  })

  test('accepted again by the same person, lead to the list', async () => {
    const { services, ada, ben, list } = await setUp()
    const { token } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    await acceptInvite(services, ben, token, CALLER)
    expect(await acceptInvite(services, ben, token, CALLER)).toMatchObject({ listId: list.id, isNew: false })
    await removeMember(services, ada, list.id, ben.id, CALLER)
    await expect(acceptInvite(services, ben, token, CALLER)).rejects.toThrow('invite-not-found')
  })

  test('are not used up by somebody who is on the list already', async () => {
    const { services, ada, ben, list } = await setUp()
    const { token } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    expect(await acceptInvite(services, ada, token, CALLER)).toMatchObject({ isNew: false })
    expect(await acceptInvite(services, ben, token, CALLER)).toMatchObject({ isNew: true })
  })

  test('end after 7 days, when they are withdrawn, and with their list', async () => {
    const { services, ada, ben, list } = await setUp()
    const make = () => createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    const [late, withdrawn, gone] = [await make(), await make(), await make()]
    await services.write((tx) =>
      tx
        .update(invites)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(invites.id, late.id))
        .run(),
    )
    await withdrawInvite(services, ada, list.id, withdrawn.id, CALLER)
    expect(await invitesOf(services, ada, list.id)).toMatchObject([{ id: gone.id, token: gone.token }])
    expect(gone.expiresAt).toBe(gone.createdAt + 7 * DAY)
    await deleteList(services, ada, list.id)
    for (const { token } of [late, withdrawn, gone]) {
      await expect(acceptInvite(services, ben, token, CALLER)).rejects.toThrow('invite-not-found')
    }
  })

  test('up to 20 wait for somebody', async () => {
    const { services, ada, list } = await setUp()
    const make = () => createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
    for (let n = 0; n < 20; n += 1) await make()
    await expect(make()).rejects.toThrow('too-many-invites')
  })

  test('a repeated request makes one', async () => {
    const { services, ada, list } = await setUp()
    const id = newId()
    const make = () => {
      const op = formOp(services, ada, id, 'invite', list.id)
      return createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER, op })
    }
    const first = await make()
    expect(await make()).toEqual(first)
    expect(await invitesOf(services, ada, list.id)).toHaveLength(1)
  })
})

describe('links', () => {
  test('work until they are turned off or expire', async () => {
    const { services, ada, list } = await setUp()
    const { token, linkId } = await guestOf(services, ada, list.id, 'editor')
    const day = { role: 'viewer', expires: DAY, label: 'Party' } as const
    const short = await createLink(services, ada, list.id, day, { caller: CALLER })
    expect(short.expiresAt).toBe(short.createdAt + DAY)
    expect(await guestFor(services, short.token)).toMatchObject({ listId: list.id })
    expect(await linksOf(services, ada, list.id)).toMatchObject([{ id: linkId, token }, { label: 'Party' }])
    await revokeLink(services, ada, list.id, linkId, CALLER)
    await expect(guestFor(services, token)).rejects.toMatchObject({ code: 'link-gone' })
    expect(await linksOf(services, ada, list.id)).toMatchObject([{ label: 'Party' }])
  })

  test('the database has no token, and another key shows none', async () => {
    const { services, ada, list } = await setUp()
    const { token } = await guestOf(services, ada, list.id, 'editor')
    const rows = await services.db.query.listLinks.findMany()
    expect(JSON.stringify(rows)).not.toContain(token)
    const elsewhere = { ...services, linkKey: Buffer.alloc(32) }
    expect(await linksOf(elsewhere, ada, list.id)).toMatchObject([{ token: undefined }])
    expect(await guestFor(elsewhere, token)).toMatchObject({ listId: list.id })
  })

  test('a list has up to 20', async () => {
    const { services, ada, list } = await setUp()
    const make = () => guestOf(services, ada, list.id, 'viewer')
    const first = await make()
    for (let n = 1; n < 20; n += 1) await make()
    await expect(make()).rejects.toThrow('too-many-links')
    await revokeLink(services, ada, list.id, first.linkId, CALLER)
    await make()
  })
})

describe('people', () => {
  test('the owner removes members and changes their roles, nobody else does', async () => {
    const { services, ada, ben, list } = await setUp()
    const clara = await addUser(services, 'Clara')
    await join(services, ada, ben, list.id, 'editor')
    await join(services, ada, clara, list.id, 'viewer')
    expect(await peopleOf(services, clara, list.id)).toMatchObject([
      { name: 'Ada', role: 'owner' },
      { name: 'Ben', role: 'editor' },
      { name: 'Clara', role: 'viewer' },
    ])
    const toViewer = { userID: clara.id, role: 'viewer' } as const
    await expect(setRole(services, ben, list.id, toViewer, CALLER)).rejects.toThrow('owner-only')
    await expect(removeMember(services, ben, list.id, clara.id, CALLER)).rejects.toThrow('owner-only')
    await setRole(services, ada, list.id, { userID: clara.id, role: 'editor' }, CALLER)
    expect((await listFor(services.db, clara, list.id, 'editAll')).role).toBe('editor')
    await removeMember(services, ada, list.id, clara.id, CALLER)
    await expect(listFor(services.db, clara, list.id, 'see')).rejects.toThrow('list-not-found')
    await expect(removeMember(services, ada, list.id, clara.id, CALLER)).rejects.toThrow('member-not-found')
  })

  test('members leave; the owner only after handing the list over', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'viewer')
    await expect(leaveList(services, ada, list.id, CALLER)).rejects.toThrow('owner-must-stay')
    await offerList(services, ada, list.id, ben.id, CALLER)
    await acceptOffer(services, ben, list.id, CALLER)
    expect(await peopleOf(services, ada, list.id)).toMatchObject([
      { name: 'Ben', role: 'owner' },
      { name: 'Ada', role: 'editor' },
    ])
    await leaveList(services, ada, list.id, CALLER)
    expect(await listsOf(services, ada)).toEqual([])
    expect(await listsOf(services, ben)).toMatchObject([{ id: list.id, role: 'owner' }])
  })

  test('new lists are shared from the start with those with whom they always are', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    await setCompanion(services, ada, list.id, { userID: ben.id, always: true }, CALLER)
    await acceptSharer(services, ben, ada.id, CALLER)
    const next = await addList(services, ada, { name: 'Next week' })
    expect((await listsOf(services, ben)).map(({ name }) => name).sort()).toEqual(['Market', 'Next week'])
    await leaveList(services, ben, next.id, CALLER)
    expect(await listsOf(services, ben)).toHaveLength(1)
    await setCompanion(services, ada, list.id, { userID: ben.id, always: false }, CALLER)
    await addList(services, ada, { name: 'Mine' })
    expect(await listsOf(services, ben)).toHaveLength(1)
  })

  test('new lists are no longer shared with people who were removed from the last list', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    await setCompanion(services, ada, list.id, { userID: ben.id, always: true }, CALLER)
    await acceptSharer(services, ben, ada.id, CALLER)
    const next = await addList(services, ada, { name: 'Next week' })
    await removeMember(services, ada, next.id, ben.id, CALLER)
    const third = await addList(services, ada, { name: 'Party' })
    expect((await listsOf(services, ben)).map(({ name }) => name).sort()).toEqual(['Market', 'Party'])
    for (const { id } of [list, third]) await removeMember(services, ada, id, ben.id, CALLER)
    await addList(services, ada, { name: 'Mine' })
    expect(await listsOf(services, ben)).toEqual([])
  })

  test('new lists are always shared with up to 50', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    const others = await Promise.all(Array.from({ length: 50 }, (_, n) => addUser(services, `Friend ${n}`)))
    await services.write(async (tx) => {
      for (const { id: otherId } of others) {
        await tx.insert(companions).values({ userId: ada.id, otherId, role: 'viewer', acceptedAt: 1 }).run()
      }
    })
    const always = { userID: ben.id, always: true }
    await expect(setCompanion(services, ada, list.id, always, CALLER)).rejects.toThrow('too-many-members')
    const { id } = await addList(services, ada, { name: 'Party' })
    expect(await peopleOf(services, ada, id)).toHaveLength(51)
  })

  test('nobody gets a 501st list', async () => {
    const { services, ada, ben, list } = await setUp()
    await join(services, ada, ben, list.id, 'editor')
    await services.write(async (tx) => {
      for (let n = 0; n < MAX_LISTS_PER_USER; n += 1) {
        await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: ben.id, createdAt: 1 }).run()
      }
    })
    await offerList(services, ada, list.id, ben.id, CALLER)
    await expect(acceptOffer(services, ben, list.id, CALLER)).rejects.toMatchObject({
      code: 'too-many-lists',
      params: { max: 500 },
    })
    expect((await listFor(services.db, ada, list.id, 'own')).role).toBe('owner')
  })

  test('a list has up to 50 members', async () => {
    const { services, ada, ben, list } = await setUp()
    const others = await Promise.all(Array.from({ length: 50 }, (_, n) => addUser(services, `Friend ${n}`)))
    await services.write(async (tx) => {
      for (const { id } of others.slice(1)) {
        await tx
          .insert(listMembers)
          .values({ listId: list.id, userId: id, role: 'viewer', createdAt: 1 })
          .run()
      }
    })
    await join(services, ada, ben, list.id, 'editor')
    await expect(join(services, ada, others[0] as User, list.id, 'editor')).rejects.toThrow(
      'too-many-members',
    )
  })
})

test('links and invitations that ended long ago are swept', async () => {
  const { services, ada, list } = await setUp()
  const { linkId } = await guestOf(services, ada, list.id, 'editor')
  await guestOf(services, ada, list.id, 'viewer')
  await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
  await revokeLink(services, ada, list.id, linkId, CALLER)
  const rows = async () => [
    (await services.db.select().from(listLinks).all()).length,
    (await services.db.select().from(invites).all()).length,
  ]
  await sweepSharing(services)
  expect(await rows()).toEqual([2, 1])
  await sweepSharing(services, Date.now() + 15 * DAY)
  expect(await rows()).toEqual([2, 0])
  await sweepSharing(services, Date.now() + 31 * DAY)
  expect(await rows()).toEqual([1, 0])
})

test('own lists and those of others count alike for what is many', async () => {
  const { services, ada, ben } = await setUp()
  for (let n = 0; n < 60; n++) {
    await addList(services, ben, { name: 'Own' })
    const { id } = await addList(services, ada, { name: 'Shared' })
    await services.write((tx) => addMember(tx, id, { userId: ben.id, role: 'viewer', addedBy: ada.id }))
    if (n === 40) expect(await hasManyLists(services, ben)).toBe(false)
  }
  expect(await hasManyLists(services, ben)).toBe(true)
  expect(await hasManyLists(services, ada)).toBe(false)
})
