import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { MAX_MEMBERS_PER_LIST, OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { aroundLists } from '#app/domain/lists/aroundLists.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import type { AccessEnded } from '#app/domain/liveEvents.ts'
import type { Services } from '#app/services.ts'
import { listLinks, lists, pausedSharing, users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { acceptSharer, companionsOf, setCompanion, sharersWith } from './companions.ts'
import { acceptOffer, offerList, offersTo } from './handOver.ts'
import { sweepOffers } from './heirs.ts'
import { Link } from './inputs.ts'
import { acceptInvite, createInvite, isInvited } from './invites.ts'
import { createLink, guestFor, linksOf, revokeLink } from './links.ts'
import { keepSharing, pausedSharingOf, stopSharing } from './pausedSharing.ts'
import { addMember, peopleOf } from './people.ts'

const PASSWORD = 'correct horse battery'

async function reset(services: Services, { id, email }: User) {
  const token = await services.write((tx) => mintToken(tx, 'reset', id))
  return resetPassword(services, CALLER, { token, email, password: PASSWORD })
}

/** Ada's email was never confirmed. She shares Market with Ben, who shares Garden with her. */
async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const market = await addList(services, ada, { name: 'Market' })
  const garden = await addList(services, ben, { name: 'Garden' })
  await join(services, ada, ben, market.id)
  await join(services, ben, ada, garden.id)
  return { services, ada, ben, market, garden }
}

async function join(services: Services, owner: User, other: User, listId: string, allLists = false) {
  const invite = { role: 'editor', allLists } as const
  const { token } = await createInvite(services, owner, listId, invite, { caller: CALLER })
  await acceptInvite(services, other, token, CALLER)
}

const namesOf = async (services: Services, user: User) =>
  (await listsOf(services, user)).map(({ name }) => name).sort()

const seesNot = (services: Services, user: User, id: string) =>
  expect(listFor(services.db, user, id, 'see')).rejects.toThrow('list-not-found')

const hasQuestions = async (services: Services, user: User) =>
  (await aroundLists(services, user)).hasQuestions

describe('after a reset of an account that was never confirmed', () => {
  // security: paused-sharing
  test('nobody reads a list of the account, old or new, until its owner answers', async () => {
    const { services, ada, ben, market, garden } = await setUp()
    await join(services, ada, ben, market.id, true)
    const { token: link } = await createLink(services, ada, market.id, Link.parse({}), { caller: CALLER })
    const { token: invite } = await createInvite(
      services,
      ada,
      market.id,
      { role: 'editor' },
      { caller: CALLER },
    )
    const ended: AccessEnded[] = []
    services.events.onAccessEnded((one) => ended.push(one))
    await reset(services, ada)
    const next = await addList(services, ada, { name: 'Next' })
    for (const { id } of [market, next]) await seesNot(services, ben, id)
    await seesNot(services, ada, garden.id)
    await expect(guestFor(services, link)).rejects.toThrow('link-gone')
    expect(await isInvited(services, invite)).toBe(false)
    expect(await namesOf(services, ben)).toEqual(['Garden'])
    expect(await namesOf(services, ada)).toEqual(['Market', 'Next'])
    expect(ended).toContainEqual({ listId: market.id, userId: ben.id })
    expect(services.audit.counts).toMatchObject({ 'sharing-paused': 1, 'sharing-ended': 0 })
    expect(await hasQuestions(services, ada)).toBe(true)
    expect(await hasQuestions(services, ben)).toBe(false)
    expect(await pausedSharingOf(services, ada)).toEqual({ lists: 2, names: ['Ben'], byLink: true })
    expect(await pausedSharingOf(services, ben)).toBeUndefined()
  })

  test('Keep brings everything back: roles, links and invitations with their URLs, “always share” and offers', async () => {
    const { services, ada, ben, market, garden } = await setUp()
    await join(services, ada, ben, market.id, true)
    await setCompanion(services, ben, garden.id, { userID: ada.id, always: true }, CALLER)
    await acceptSharer(services, ada, ben.id, CALLER)
    const { token: link } = await createLink(services, ada, market.id, Link.parse({ label: 'Fridge' }), {
      caller: CALLER,
    })
    const { token: invite } = await createInvite(
      services,
      ada,
      market.id,
      { role: 'viewer' },
      { caller: CALLER },
    )
    await offerList(services, ada, market.id, ben.id, CALLER)
    const before = {
      people: await peopleOf(services, ada, market.id),
      links: await linksOf(services, ada, market.id),
      household: await companionsOf(services, ada),
      sharers: await sharersWith(services, ada),
      offers: await offersTo(services, ben, 3),
    }
    await reset(services, ada)
    // A second reset, before she answers: the email is proven by now.
    await reset(services, ada)
    await keepSharing(services, ada, CALLER)
    expect({
      people: await peopleOf(services, ada, market.id),
      links: await linksOf(services, ada, market.id),
      household: await companionsOf(services, ada),
      sharers: await sharersWith(services, ada),
      offers: await offersTo(services, ben, 3),
    }).toEqual(before)
    expect(await guestFor(services, link)).toMatchObject({ listId: market.id })
    expect(await isInvited(services, invite)).toBe(true)
    expect(await namesOf(services, ada)).toEqual(['Garden', 'Market'])
    expect(services.audit.counts).toMatchObject({ 'sharing-resumed': 1 })
    expect(await hasQuestions(services, ada)).toBe(false)
    await expect(keepSharing(services, ada, CALLER)).rejects.toThrow('paused-sharing-not-found')
  })

  test('lists made before the answer stay private, also if it is Keep', async () => {
    const { services, ada, ben, market } = await setUp()
    await join(services, ada, ben, market.id, true)
    await reset(services, ada)
    const { id } = await addList(services, ada, { name: 'Surprise for Ben' })
    await keepSharing(services, ada, CALLER)
    await seesNot(services, ben, id)
    expect((await listFor(services.db, ben, market.id, 'see')).role).toBe('editor')
  })

  test('Stop ends it for good', async () => {
    const { services, ada, ben, market, garden } = await setUp()
    await reset(services, ada)
    await stopSharing(services, ada, CALLER)
    await seesNot(services, ben, market.id)
    await seesNot(services, ada, garden.id)
    expect(await services.db.select().from(pausedSharing).all()).toEqual([])
    await expect(keepSharing(services, ada, CALLER)).rejects.toThrow('paused-sharing-not-found')
    await expect(stopSharing(services, ada, CALLER)).rejects.toThrow('paused-sharing-not-found')
  })

  test('of two answers at the same moment, one counts', async () => {
    const { services, ada, ben, market } = await setUp()
    await reset(services, ada)
    const answers = [keepSharing, stopSharing, keepSharing].map((answer) => answer(services, ada, CALLER))
    const settled = await Promise.allSettled(answers)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const isKept = settled[1]?.status !== 'fulfilled'
    expect(await namesOf(services, ben)).toEqual(isKept ? ['Garden', 'Market'] : ['Garden'])
    expect(market.id).toHaveLength(36)
  })
})

test('an account whose email was confirmed keeps its sharing, and nothing is asked', async () => {
  const { services, ada, ben, market } = await setUp()
  await services.write((tx) => tx.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, ada.id)).run())
  await reset(services, ada)
  expect((await listFor(services.db, ben, market.id, 'see')).role).toBe('editor')
  expect(await hasQuestions(services, ada)).toBe(false)
})

test('an account that shared nothing is asked nothing', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  await addList(services, ada, { name: 'Mine' })
  await reset(services, ada)
  expect(await hasQuestions(services, ada)).toBe(false)
  expect(services.audit.counts['sharing-paused']).toBe(0)
})

describe('Keep brings back what is still possible', () => {
  const leaveForGood = async (services: Services, user: User) => {
    const passwordHash = await services.passwords.hash(PASSWORD)
    await services.write((tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, user.id)).run())
    await deleteAccount(services, user, { password: PASSWORD }, CALLER)
  }

  test('without people and lists that have gone', async () => {
    const { services, ada, ben, market } = await setUp()
    const eve = await addUser(services, 'Eve')
    await join(services, ada, eve, market.id)
    await reset(services, ada)
    await leaveForGood(services, ben)
    expect(await pausedSharingOf(services, ada)).toEqual({ lists: 1, names: ['Eve'], byLink: false })
    await keepSharing(services, ada, CALLER)
    expect((await peopleOf(services, ada, market.id)).map(({ name }) => name)).toEqual(['Ada', 'Eve'])
  })

  test('with nobody left, nothing is asked', async () => {
    const { services, ada, ben, market } = await setUp()
    await reset(services, ada)
    await leaveForGood(services, ben)
    await services.write((tx) => tx.delete(lists).where(eq(lists.id, market.id)).run())
    expect(await pausedSharingOf(services, ada)).toBeUndefined()
  })

  test('not on a list that has another owner by now', async () => {
    const { services, ada, ben, market } = await setUp()
    const eve = await addUser(services, 'Eve')
    await reset(services, ada)
    await join(services, ada, eve, market.id)
    await offerList(services, ada, market.id, eve.id, CALLER)
    await acceptOffer(services, eve, market.id, CALLER)
    await keepSharing(services, ada, CALLER)
    await seesNot(services, ben, market.id)
  })

  test('with the role that somebody got since', async () => {
    const { services, ada, ben, market } = await setUp()
    await reset(services, ada)
    await services.write((tx) =>
      addMember(tx, market.id, { userId: ben.id, role: 'viewer', addedBy: ada.id }),
    )
    await keepSharing(services, ada, CALLER)
    expect((await listFor(services.db, ben, market.id, 'see')).role).toBe('viewer')
  })

  test('without links that have expired, or that their owner wanted to turn off', async () => {
    const { services, ada, market } = await setUp()
    const create = () =>
      createLink(services, ada, market.id, Link.parse({ expires: '1d' }), { caller: CALLER })
    const { id, token } = await create()
    await services.write((tx) =>
      tx
        .update(listLinks)
        .set({ expiresAt: Date.now() + 60_000 })
        .where(eq(listLinks.id, id))
        .run(),
    )
    await reset(services, ada)
    await expect(revokeLink(services, ada, market.id, id, CALLER)).rejects.toThrow('link-not-found')
    const row = await services.db.select().from(pausedSharing).get()
    const late = row?.snapshot.replace(/"expiresAt":\d+/g, '"expiresAt":1') ?? ''
    await services.write((tx) => tx.update(pausedSharing).set({ snapshot: late }).run())
    await keepSharing(services, ada, CALLER)
    await expect(guestFor(services, token)).rejects.toThrow('link-gone')
  })

  test('within the limits of a list', async () => {
    const { services, ada, ben, market } = await setUp()
    await reset(services, ada)
    for (let n = 0; n < MAX_MEMBERS_PER_LIST; n++) {
      const { id: userId } = await addUser(services, `Guest ${n}`)
      await services.write((tx) => addMember(tx, market.id, { userId, role: 'viewer', addedBy: ada.id }))
    }
    await keepSharing(services, ada, CALLER)
    expect(await peopleOf(services, ada, market.id)).toHaveLength(MAX_MEMBERS_PER_LIST + 1)
    await seesNot(services, ben, market.id)
  })

  test('on a deleted list, which can still be restored', async () => {
    const { services, ada, ben, market } = await setUp()
    await reset(services, ada)
    await deleteList(services, ada, market.id)
    await keepSharing(services, ada, CALLER)
    await services.write((tx) =>
      tx.update(lists).set({ deletedAt: null }).where(eq(lists.id, market.id)).run(),
    )
    expect((await listFor(services.db, ben, market.id, 'see')).role).toBe('editor')
  })
})

describe('a list without an owner that is offered to the account', () => {
  async function offered() {
    const services = await testServices()
    const owner = await addUser(services, 'Zoe')
    const ada = await addUser(services)
    const eve = await addUser(services, 'Eve')
    const list = await addList(services, owner, { name: 'Secret plans' })
    await join(services, owner, ada, list.id)
    const passwordHash = await services.passwords.hash(PASSWORD)
    await services.write((tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, owner.id)).run())
    return {
      services,
      owner,
      ada,
      eve,
      list,
      leave: () => deleteAccount(services, owner, { password: PASSWORD }, CALLER),
    }
  }

  const rowOf = (services: Services, id: string) =>
    services.db.select().from(lists).where(eq(lists.id, id)).get()

  test('is not lost, nor shown to the person who reset the password', async () => {
    const { services, ada, list, leave } = await offered()
    await leave()
    await reset(services, ada)
    expect(await offersTo(services, ada, 3)).toEqual({ offers: [], count: 0 })
    await seesNot(services, ada, list.id)
    await expect(acceptOffer(services, ada, list.id, CALLER)).rejects.toThrow('list-not-found')
    expect(await rowOf(services, list.id)).toMatchObject({ deletedAt: null, offeredTo: ada.id })
    await keepSharing(services, ada, CALLER)
    expect((await offersTo(services, ada, 3)).offers).toMatchObject([{ name: 'Secret plans' }])
    await acceptOffer(services, ada, list.id, CALLER)
  })

  test('goes to the next editor after Stop, or after 30 days without an answer', async () => {
    for (const end of ['stop', 'wait'] as const) {
      const { services, owner, ada, eve, list, leave } = await offered()
      await join(services, owner, eve, list.id)
      await leave()
      await reset(services, ada)
      if (end === 'stop') await stopSharing(services, ada, CALLER)
      else await sweepOffers(services, Date.now() + OFFER_LIFETIME + 1000)
      expect(await rowOf(services, list.id)).toMatchObject({ createdBy: eve.id, offeredTo: eve.id })
      await seesNot(services, ada, list.id)
    }
  })
})
