import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { deletedListsOf, restoreList } from '#app/domain/history/trash.ts'
import { addItem } from '#app/domain/items/items.ts'
import {
  MAX_LISTS_PER_USER,
  MAX_SHARED_LISTS_PER_USER,
  OFFER_LIFETIME,
} from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList, hasManyLists } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import type { Services } from '#app/services.ts'
import { lists, users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { newId } from '../ids.ts'
import {
  acceptSharer,
  askIntoHousehold,
  companionsOf,
  endSharer,
  setCompanion,
  sharersWith,
} from './companions.ts'
import { endAllSharing } from './endAllSharing.ts'
import { acceptOffer, endOffer, offerList, offersTo } from './handOver.ts'
import { sweepOffers } from './heirs.ts'
import {
  acceptInvite,
  createInvite,
  findInvitation,
  invitesOf,
  invitesToAllLists,
  withdrawInvite,
} from './invites.ts'
import { leaveList, removeFromAll, removeMember } from './leave.ts'
import { addMember, peopleOf, peopleOfLists } from './people.ts'

const PASSWORD = 'correct horse battery'

async function setUp(limits: { STORAGE_PER_ACCOUNT?: number } = {}) {
  const services = await testServices()
  Object.assign(services.config, limits)
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  await join(services, ada, ben, list.id)
  return { services, ada, ben, list }
}

async function join(services: Services, owner: User, other: User, listId: string, role = 'editor' as const) {
  const { token } = await createInvite(services, owner, listId, { role }, { caller: CALLER })
  await acceptInvite(services, other, token, CALLER)
}

async function leaveForGood(services: Services, user: User) {
  const passwordHash = await services.passwords.hash(PASSWORD)
  await services.write((tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, user.id)).run())
  return deleteAccount(services, user, { password: PASSWORD }, CALLER)
}

const ask = (services: Services, owner: User, listId: string, other: User) =>
  setCompanion(services, owner, listId, { userID: other.id, always: true }, CALLER)

async function fillLists(services: Services, { id }: User, count: number) {
  await services.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: id, createdAt: 1 }).run()
    }
  })
}

/** As many as a person can be on, but one. Returns all of them, the one left first. */
async function shareMany(services: Services, owner: User, { id: userId }: User) {
  await fillLists(services, owner, MAX_SHARED_LISTS_PER_USER)
  const all = await services.db.select().from(lists).where(eq(lists.createdBy, owner.id)).all()
  await services.write(async (tx) => {
    for (const { id } of all.slice(1)) await addMember(tx, id, { userId, role: 'viewer', addedBy: owner.id })
  })
  return all
}

const rowOf = (services: Services, id: string) =>
  services.db.select().from(lists).where(eq(lists.id, id)).get()

const ownOf = async (services: Services, user: User) =>
  (await listsOf(services, user)).filter(({ role }) => role === 'owner').map(({ name }) => name)

describe('after one invitation', () => {
  test('nobody gets lists that they did not accept', async () => {
    const { services, ada, ben, list } = await setUp()
    await addList(services, ben, { name: 'Mine' })
    expect(await ask(services, ada, list.id, ben)).toMatchObject({ name: 'Ben', state: 'asked' })
    for (let n = 0; n < 105; n++) await addList(services, ada, { name: `Spam ${n}` })
    expect(await listsOf(services, ben)).toHaveLength(2)
    expect(await leaveForGood(services, ada)).toEqual({ offered: 1 })
    expect(await ownOf(services, ben)).toEqual(['Mine'])
    expect(await listsOf(services, ben)).toHaveLength(2)
    expect(await sharersWith(services, ben)).toEqual([])
  })

  test('lists they accepted to see are only offered to them', async () => {
    const { services, ada, ben, list } = await setUp()
    await ask(services, ada, list.id, ben)
    await acceptSharer(services, ben, ada.id, CALLER)
    for (let n = 0; n < 105; n++) await addList(services, ada, { name: `Spam ${n}` })
    const stored = await storedBy(services.db, ben.id)
    await leaveForGood(services, ada)
    expect(await ownOf(services, ben)).toEqual([])
    expect(await listsOf(services, ben)).toHaveLength(106)
    expect(await hasManyLists(services, ben)).toBe(true)
    expect((await offersTo(services, ben, 3)).count).toBe(106)
    expect(await storedBy(services.db, ben.id)).toBe(stored)

    await fillLists(services, ben, MAX_LISTS_PER_USER - 1)
    await addList(services, ben, { name: 'Mine' })
    await expect(acceptOffer(services, ben, list.id, CALLER)).rejects.toMatchObject({
      code: 'too-many-lists',
      params: { max: MAX_LISTS_PER_USER },
    })
    expect((await listFor(services.db, ben, list.id, 'see')).role).toBe('editor')
  })
})

describe('an invitation to all lists', () => {
  const inviteToAll = async (services: Services, owner: User, listId: string, role = 'editor' as const) => {
    const invitation = { role, allLists: true }
    return (await createInvite(services, owner, listId, invitation, { caller: CALLER })).token
  }
  const namesOf = async (services: Services, user: User) =>
    (await listsOf(services, user)).map(({ name }) => name).sort()

  test('shares those that exist and new ones, once it is accepted', async () => {
    const { services, ada, list } = await setUp()
    await addList(services, ada, { name: 'Party' })
    const { id: deleted } = await addList(services, ada, { name: 'Deleted' })
    await deleteList(services, ada, deleted)
    const eve = await addUser(services, 'Eve')
    const token = await inviteToAll(services, ada, list.id)
    expect(await findInvitation(services, token, eve)).toMatchObject({ allLists: true, isMember: false })
    await addList(services, ada, { name: 'Before' })
    expect(await namesOf(services, eve)).toEqual([])
    expect(await acceptInvite(services, eve, token, CALLER)).toMatchObject({ allOf: 'Ada', isNew: true })
    await addList(services, ada, { name: 'After' })
    expect(await namesOf(services, eve)).toEqual(['After', 'Before', 'Market', 'Party'])
    expect(await sharersWith(services, eve)).toMatchObject([{ id: ada.id, role: 'editor', accepted: true }])
    await restoreList(services, ada, deleted)
    expect(await namesOf(services, eve)).toContain('Deleted')
    const ben = await addUser(services, 'Ben')
    await expect(acceptInvite(services, ben, token, CALLER)).rejects.toThrow('invite-not-found')
  })

  test('can be answered with all lists of the one who accepts', async () => {
    const { services, ada, list } = await setUp()
    const eve = await addUser(services, 'Eve')
    await addList(services, eve, { name: 'Hers' })
    const token = await inviteToAll(services, ada, list.id)
    await acceptInvite(services, eve, token, CALLER, { allLists: true })
    await addList(services, eve, { name: 'Later' })
    expect(await namesOf(services, ada)).toEqual(['Hers', 'Later', 'Market'])

    const { token: toOne } = await createInvite(
      services,
      ada,
      list.id,
      { role: 'editor' },
      { caller: CALLER },
    )
    const zoe = await addUser(services, 'Zoe')
    await addList(services, zoe, { name: 'Secret' })
    await acceptInvite(services, zoe, toOne, CALLER, { allLists: true })
    expect(await namesOf(services, ada)).not.toContain('Secret')
  })

  test('works for somebody who is on one list already', async () => {
    const { services, ada, ben, list } = await setUp()
    await addList(services, ada, { name: 'Party' })
    const token = await inviteToAll(services, ada, list.id)
    expect(await findInvitation(services, token, ben)).toMatchObject({ isMember: false })
    await acceptInvite(services, ben, token, CALLER)
    expect(await namesOf(services, ben)).toEqual(['Market', 'Party'])
    const again = await inviteToAll(services, ada, list.id)
    expect(await findInvitation(services, again, ben)).toMatchObject({ isMember: true })

    const [party] = (await listsOf(services, ben)).filter(({ name }) => name === 'Party')
    await leaveList(services, ben, party?.id, CALLER)
    expect(await findInvitation(services, again, ben)).toMatchObject({ isMember: false })
    await acceptInvite(services, ben, again, CALLER)
    expect(await namesOf(services, ben)).toEqual(['Market', 'Party'])
  })

  test('is to one list only, once its owner has given that one away', async () => {
    const { services, ada, ben, list } = await setUp()
    await addList(services, ada, { name: 'Party' })
    const token = await inviteToAll(services, ada, list.id)
    await offerList(services, ada, list.id, ben.id, CALLER)
    await acceptOffer(services, ben, list.id, CALLER)
    const eve = await addUser(services, 'Eve')
    expect(await findInvitation(services, token, eve)).toMatchObject({ allLists: false })
    await acceptInvite(services, eve, token, CALLER)
    expect(await namesOf(services, eve)).toEqual(['Market'])
    expect(await sharersWith(services, eve)).toEqual([])
  })

  test('can be withdrawn by the new owner of its list, for whom it is to that list', async () => {
    const { services, ada, ben, list } = await setUp()
    await inviteToAll(services, ada, list.id)
    expect(await invitesOf(services, ada, list.id)).toMatchObject([{ allLists: true }])
    await offerList(services, ada, list.id, ben.id, CALLER)
    await acceptOffer(services, ben, list.id, CALLER)
    expect(await invitesToAllLists(services, ben)).toEqual([])
    const [invite] = await invitesOf(services, ben, list.id)
    expect(invite).toMatchObject({ allLists: false })
    await withdrawInvite(services, ben, list.id, invite?.id, CALLER)
    expect(await invitesOf(services, ben, list.id)).toEqual([])
  })

  test('changes nothing if it would be too many lists', async () => {
    const { services, ada, list } = await setUp()
    const eve = await addUser(services, 'Eve')
    await shareMany(services, await addUser(services, 'Zoe'), eve)
    await addList(services, ada, { name: 'Party' })
    const token = await inviteToAll(services, ada, list.id)
    await expect(acceptInvite(services, eve, token, CALLER)).rejects.toThrow('too-many-shared-lists')
    expect(await namesOf(services, eve)).not.toContain('Market')
    expect(await sharersWith(services, eve)).toEqual([])
  })

  test('is ended by removing the person from all lists', async () => {
    const { services, ada, ben, list } = await setUp()
    await addList(services, ada, { name: 'Party' })
    await acceptInvite(services, ben, await inviteToAll(services, ada, list.id), CALLER)
    await addList(services, ben, { name: 'Mine' })
    const { id: deleted } = await addList(services, ada, { name: 'Deleted' })
    await offerList(services, ada, deleted, ben.id, CALLER)
    await deleteList(services, ada, deleted)
    await removeFromAll(services, ada, ben.id, CALLER)
    await addList(services, ada, { name: 'After' })
    await restoreList(services, ada, deleted)
    expect((await offersTo(services, ben, 3)).count).toBe(0)
    expect(await namesOf(services, ben)).toEqual(['Mine'])
  })

  test('shows both ways and ends, also for somebody who has no list yet', async () => {
    const { services, ada, list } = await setUp()
    const eve = await addUser(services, 'Eve')
    const token = await inviteToAll(services, ada, list.id)
    expect(await invitesToAllLists(services, ada)).toMatchObject([{ listId: list.id, role: 'editor' }])
    expect(await invitesToAllLists(services, eve)).toEqual([])
    await acceptInvite(services, eve, token, CALLER, { allLists: true })
    expect(await invitesToAllLists(services, ada)).toEqual([])
    const accepted = { role: 'editor', accepted: true }
    expect(await companionsOf(services, ada)).toEqual([{ id: eve.id, name: 'Eve', ...accepted }])
    expect(await companionsOf(services, eve)).toEqual([{ id: ada.id, name: 'Ada', ...accepted }])
    await removeFromAll(services, eve, ada.id, CALLER)
    expect(await companionsOf(services, eve)).toEqual([])
    await expect(removeFromAll(services, eve, ada.id, CALLER)).rejects.toThrow('member-not-found')
  })
})

describe('always sharing', () => {
  test('waits for the other one, who can stop it later', async () => {
    const { services, ada, ben, list } = await setUp()
    await ask(services, ada, list.id, ben)
    expect(await sharersWith(services, ben)).toEqual([
      { id: ada.id, name: 'Ada', role: 'editor', accepted: false },
    ])
    expect((await peopleOf(services, ada, list.id))[1]).toMatchObject({ always: true, alwaysAccepted: false })
    await acceptSharer(services, ben, ada.id, CALLER)
    expect(await ask(services, ada, list.id, ben)).toMatchObject({ state: 'on' })
    await addList(services, ada, { name: 'Next' })
    expect(await listsOf(services, ben)).toHaveLength(2)
    await endSharer(services, ben, ada.id, CALLER)
    await addList(services, ada, { name: 'Last' })
    expect(await listsOf(services, ben)).toHaveLength(2)
    await expect(acceptSharer(services, ben, ada.id, CALLER)).rejects.toThrow('ask-not-found')
  })

  test('can be asked again however often it was accepted or taken back', async () => {
    const { services, ada, ben, list } = await setUp()
    const askAndDecline = async () => {
      await ask(services, ada, list.id, ben)
      await endSharer(services, ben, ada.id, CALLER)
    }
    await askAndDecline()
    for (let n = 0; n < 3; n++) {
      await ask(services, ada, list.id, ben)
      await acceptSharer(services, ben, ada.id, CALLER)
      await endSharer(services, ben, ada.id, CALLER)
      await ask(services, ada, list.id, ben)
      await setCompanion(services, ada, list.id, { userID: ben.id, always: false }, CALLER)
    }
    await askAndDecline()
  })

  test('can be asked twice a day of someone who declines', async () => {
    const { services, ada, ben, list } = await setUp()
    for (let n = 0; n < 2; n++) {
      await ask(services, ada, list.id, ben)
      // Asked already
      await ask(services, ada, list.id, ben)
      await endSharer(services, ben, ada.id, CALLER)
    }
    await expect(ask(services, ada, list.id, ben)).rejects.toMatchObject({ code: 'too-many-requests' })
    expect(await sharersWith(services, ben)).toEqual([])
  })

  test('leaves out people who are on as many lists of others as they can be', async () => {
    const { services, ada, ben, list } = await setUp()
    await ask(services, ada, list.id, ben)
    await acceptSharer(services, ben, ada.id, CALLER)
    const eve = await addUser(services, 'Eve')
    const [unshared] = await shareMany(services, eve, ben)
    const { id } = await addList(services, ada, { name: 'Next' })
    expect(await peopleOf(services, ada, id)).toHaveLength(1)
    await expect(join(services, eve, ben, unshared?.id ?? '')).rejects.toMatchObject({
      code: 'too-many-shared-lists',
      params: { max: MAX_SHARED_LISTS_PER_USER },
    })
    await leaveList(services, ben, list.id, CALLER)
    await join(services, eve, ben, unshared?.id ?? '')
  })
})

describe('asking into a household', () => {
  const askIn = (services: Services, user: User, other: User, always = true) =>
    askIntoHousehold(services, user, { userID: other.id, always }, CALLER)

  test('is for those who share a list with the user, with the role they have', async () => {
    const { services, ada, ben, list } = await setUp()
    const [eve, zoe] = [await addUser(services, 'Eve'), await addUser(services, 'Zoe')]
    await services.write(async (tx) => {
      await addMember(tx, list.id, { userId: eve.id, role: 'viewer', addedBy: ada.id })
    })
    for (const other of [ben, eve])
      expect(await askIn(services, ada, other)).toMatchObject({ state: 'asked' })
    expect(await companionsOf(services, ada)).toMatchObject([
      { name: 'Ben', role: 'editor', accepted: false },
      { name: 'Eve', role: 'viewer', accepted: false },
    ])
    // The owner of a list that one is on.
    expect(await askIn(services, eve, ada)).toMatchObject({ name: 'Ada', state: 'asked' })
    expect(await sharersWith(services, ada)).toMatchObject([{ name: 'Eve', role: 'editor' }])
    for (const [user, other] of [
      [eve, ben],
      [ada, zoe],
      [zoe, ada],
    ] as const) {
      await expect(askIn(services, user, other)).rejects.toThrow('member-not-found')
    }

    const { id } = await addList(services, ada, { name: 'Party' })
    await services.write((tx) => addMember(tx, id, { userId: eve.id, role: 'editor', addedBy: ada.id }))
    await askIn(services, ada, eve, false)
    await askIn(services, ada, eve)
    expect(await sharersWith(services, eve)).toMatchObject([{ name: 'Ada', role: 'editor' }])
  })

  test('is, once accepted, about all lists that exist and new ones, like an invitation', async () => {
    const { services, ada, ben, list } = await setUp()
    const { id: older } = await addList(services, ada, { name: 'Older' })
    await askIn(services, ada, ben)
    expect(await listsOf(services, ben)).toHaveLength(1)
    const changed: string[] = []
    services.events.onEvent(({ listID }) => changed.push(listID))
    await acceptSharer(services, ben, ada.id, CALLER)
    await acceptSharer(services, ben, ada.id, CALLER)
    expect(changed).toEqual([list.id, older])
    await endSharer(services, ben, ada.id, CALLER)
    expect(changed).toEqual([list.id, older, list.id])
    await askIn(services, ada, ben)
    await acceptSharer(services, ben, ada.id, CALLER)
    expect(await peopleOf(services, ada, older)).toMatchObject([{}, { name: 'Ben', role: 'editor' }])
    await addList(services, ada, { name: 'Newer' })
    expect((await listsOf(services, ben)).map(({ name }) => name).sort()).toEqual([
      'Market',
      'Newer',
      'Older',
    ])
  })

  test('changes nothing if it would be too many lists', async () => {
    const { services, ada, ben, list } = await setUp()
    await addList(services, ada, { name: 'Older' })
    await askIn(services, ada, ben)
    await shareMany(services, await addUser(services, 'Zoe'), ben)
    await expect(acceptSharer(services, ben, ada.id, CALLER)).rejects.toThrow('too-many-shared-lists')
    expect(await sharersWith(services, ben)).toMatchObject([{ accepted: false }])
    expect((await listFor(services.db, ben, list.id, 'see')).role).toBe('editor')
  })

  test('is over once the person is removed, and is taken back from one who has left', async () => {
    const { services, ada, ben, list } = await setUp()
    await askIn(services, ada, ben)
    await removeMember(services, ada, list.id, ben.id, CALLER)
    await expect(acceptSharer(services, ben, ada.id, CALLER)).rejects.toThrow('ask-not-found')
    await expect(askIn(services, ada, ben, false)).rejects.toThrow('member-not-found')

    await join(services, ada, ben, list.id)
    await askIn(services, ada, ben)
    await leaveList(services, ben, list.id, CALLER)
    expect(await askIn(services, ada, ben, false)).toMatchObject({ name: 'Ben', state: 'off' })
    await expect(acceptSharer(services, ben, ada.id, CALLER)).rejects.toThrow('ask-not-found')
  })
})

describe('a list that its owner offers to a member', () => {
  test('stays theirs until it is accepted', async () => {
    const { services, ada, ben, list } = await setUp()
    await offerList(services, ada, list.id, ben.id, CALLER)
    expect((await listFor(services.db, ada, list.id, 'own')).role).toBe('owner')
    expect((await listFor(services.db, ben, list.id, 'see')).role).toBe('editor')
    expect(await offersTo(services, ben, 3)).toMatchObject({
      offers: [{ listId: list.id, name: 'Market', from: { userId: ada.id, name: 'Ada' } }],
      count: 1,
    })
    expect(await acceptOffer(services, ben, list.id, CALLER)).toMatchObject({ name: 'Market', isNew: true })
    expect(await acceptOffer(services, ben, list.id, CALLER)).toMatchObject({ isNew: false })
    expect((await listFor(services.db, ben, list.id, 'own')).role).toBe('owner')
    expect((await listFor(services.db, ada, list.id, 'see')).role).toBe('editor')
    expect(await offersTo(services, ben, 3)).toEqual({ offers: [], count: 0 })
    await expect(acceptOffer(services, ada, list.id, CALLER)).rejects.toThrow('offer-not-found')
  })

  test.each(['declined', 'taken back', 'left', 'removed'])(
    'is no longer offered once it is %s',
    async (how) => {
      const { services, ada, ben, list } = await setUp()
      await offerList(services, ada, list.id, ben.id, CALLER)
      if (how === 'declined') await endOffer(services, ben, list.id, CALLER)
      else if (how === 'taken back') await endOffer(services, ada, list.id, CALLER)
      else if (how === 'left') await leaveList(services, ben, list.id, CALLER)
      else await removeMember(services, ada, list.id, ben.id, CALLER)
      if (how === 'left' || how === 'removed') await join(services, ada, ben, list.id)
      expect(await offersTo(services, ben, 3)).toEqual({ offers: [], count: 0 })
      await expect(acceptOffer(services, ben, list.id, CALLER)).rejects.toThrow('offer-not-found')
      expect((await listFor(services.db, ada, list.id, 'own')).role).toBe('owner')
    },
  )

  test('is not ended by other members', async () => {
    const { services, ada, ben, list } = await setUp()
    const eve = await addUser(services, 'Eve')
    await join(services, ada, eve, list.id)
    await offerList(services, ada, list.id, ben.id, CALLER)
    await endOffer(services, eve, list.id, CALLER)
    expect((await offersTo(services, ben, 3)).count).toBe(1)
  })

  test('is refused by a full storage, in the words of the new owner', async () => {
    const { services, ada, ben, list } = await setUp()
    await addItem(services, ben, { ...MILK, listId: list.id })
    await offerList(services, ada, list.id, ben.id, CALLER)
    const full = { ...services, config: { ...services.config, STORAGE_PER_ACCOUNT: 5 } }
    await expect(acceptOffer(full, ben, list.id, CALLER)).rejects.toThrow('storage-limit-reached')
    expect((await listFor(services.db, ada, list.id, 'own')).role).toBe('owner')
  })
})

const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }

describe('a list whose owner deleted their account', () => {
  async function ownerless() {
    const { services, ada, ben, list } = await setUp()
    const eve = await addUser(services, 'Eve')
    await join(services, ada, eve, list.id)
    await leaveForGood(services, ada)
    return { services, ben, eve, list }
  }

  test('has no owner until it is accepted', async () => {
    const { services, ben, eve, list } = await ownerless()
    for (const user of [ben, eve]) {
      await expect(listFor(services.db, user, list.id, 'own')).rejects.toThrow('owner-only')
      await expect(deleteList(services, user, list.id)).rejects.toThrow('owner-only')
      expect(await listsOf(services, user)).toMatchObject([{ id: list.id, role: 'editor', ownerName: '' }])
    }
    const people = [
      { name: 'Ben', role: 'editor' },
      { name: 'Eve', role: 'editor' },
    ]
    expect(await peopleOf(services, ben, list.id)).toMatchObject(people)
    expect((await peopleOfLists(services, [list.id])).get(list.id)).toMatchObject(people)
    expect(await offersTo(services, ben, 3)).toMatchObject({ offers: [{ from: undefined }], count: 1 })

    await acceptOffer(services, ben, list.id, CALLER)
    expect(await peopleOf(services, ben, list.id)).toMatchObject([{ name: 'Ben', role: 'owner' }, people[1]])
    expect(await ownOf(services, ben)).toEqual(['Market'])
    expect(await storedBy(services.db, ben.id)).toBeGreaterThan(0)
  })

  test('is bounded by a storage of its own', async () => {
    const { services, ben, eve, list } = await ownerless()
    const full = { ...services, config: { ...services.config, STORAGE_PER_ACCOUNT: 1_000 } }
    const add = async () => {
      for (let n = 0; n < 200; n++) await addItem(full, eve, { ...MILK, name: `Milk ${n}`, listId: list.id })
    }
    await expect(add()).rejects.toThrow('storage-limit-reached')
    expect(await storedBy(services.db, ben.id)).toBe(0)
    await addList(full, ben, { name: 'Mine' })
  })

  test.each(['declines', 'leaves', 'deletes their account', 'ends all sharing', 'waits too long'])(
    'is offered to the next editor if the first one %s, then it is deleted',
    async (how) => {
      const { services, ben, eve, list } = await ownerless()
      const events: string[] = []
      services.events.onEvent(({ type }) => events.push(type))
      async function refuse(user: User) {
        if (how === 'declines') await endOffer(services, user, list.id, CALLER)
        else if (how === 'leaves') await leaveList(services, user, list.id, CALLER)
        else if (how === 'deletes their account') await leaveForGood(services, user)
        else if (how === 'ends all sharing') await services.write((tx) => endAllSharing(tx, user.id))
        else await sweepOffers(services, Date.now() + OFFER_LIFETIME + 1000)
      }
      await sweepOffers(services)
      expect(await rowOf(services, list.id)).toMatchObject({ offeredTo: ben.id })
      await refuse(ben)
      expect(await rowOf(services, list.id)).toMatchObject({ createdBy: eve.id, offeredTo: eve.id })
      await expect(acceptOffer(services, ben, list.id, CALLER)).rejects.toThrow(
        /offer-not-found|list-not-found/,
      )
      await refuse(eve)
      for (const user of [ben, eve]) {
        await expect(listFor(services.db, user, list.id, 'see')).rejects.toThrow('list-not-found')
        await expect(restoreList(services, user, list.id)).rejects.toThrow('list-not-found')
        expect(await listsOf(services, user)).toEqual([])
        expect(await deletedListsOf(services, user)).toEqual([])
      }
      await sweepDeleted(services)
      expect(await rowOf(services, list.id)).toBeUndefined()
      if (how !== 'ends all sharing') expect(events).toEqual(['membersChanged', 'listDeleted'])
    },
  )

  test('can still be accepted by the next editor', async () => {
    const { services, ben, eve, list } = await ownerless()
    await endOffer(services, ben, list.id, CALLER)
    await acceptOffer(services, eve, list.id, CALLER)
    expect(await peopleOf(services, eve, list.id)).toMatchObject([
      { name: 'Eve', role: 'owner' },
      { name: 'Ben', role: 'editor' },
    ])
  })
})
