import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { removeAccount } from '#app/domain/accounts/deleteAccount.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { acceptOffer } from '#app/domain/sharing/handOver.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { addPurchase } from '#app/domain/trips/trips.ts'
import { storage } from '#app/words/limits.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { withDeleted } from '#db/database.ts'
import { trips } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { allUsers } from './users.ts'

const PHOTO = 20_000_000

test('what an account stores has its trips, those of an offered list once it is accepted', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const { id: listId } = await addList(services, ada, { name: 'Groceries' })
  const { token } = await createInvite(services, ada, listId, { role: 'editor' }, { caller: CALLER })
  await acceptInvite(services, ben, token, CALLER)
  await addItem(services, ada, { name: 'Milk', quantity: 1000, price: 100, completed: true, listId })
  const stored = async (user: User) => {
    const shown = (await allUsers(services)).find(({ email }) => email === user.email)?.stored
    const bytes = await storedBy(services.db, user.id)
    expect(shown).toBe(storage(ENGLISH, bytes, services.config.STORAGE_PER_ACCOUNT))
    return bytes
  }
  await finish(services, ada, listId, { today: '2026-11-29' })
  await services.write((tx) => tx.update(trips).set({ storedBytes: PHOTO }).where(withDeleted(trips)).run())
  expect(await stored(ada)).toBeGreaterThan(PHOTO)
  await addPurchase(services, ben, { paid: 450, today: '2026-11-29' })
  const before = await stored(ben)
  await removeAccount(services, ada, {}, CALLER)
  expect(await stored(ben)).toBe(before)
  await acceptOffer(services, ben, listId, CALLER)
  expect(await stored(ben)).toBeGreaterThan(before + PHOTO)
})
