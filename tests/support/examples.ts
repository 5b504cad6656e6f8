import { eq } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { findUser } from '#app/domain/accounts/users.ts'
import { newId } from '#app/domain/ids.ts'
import { clearDone } from '#app/domain/items/deleteItems.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { setCompanion } from '#app/domain/sharing/companions.ts'
import { offerList } from '#app/domain/sharing/handOver.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createInvite } from '#app/domain/sharing/invites.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { pauseSharing } from '#app/domain/sharing/pausedSharing.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { finish } from '#app/domain/trips/finish.ts'
import type { Services } from '#app/services.ts'
import { pausedSharing, users } from '#db/schema.ts'
import { photo } from './photos.ts'
import { addUser, CALLER } from './services.ts'

export interface Example {
  /** Relative to /api/v1, with parameters filled in. */
  path: string
  json?: unknown
  body?: FormData
}

const PASSWORD = 'correct horse battery'

export async function addOneList(services: Services, user: User): Promise<string> {
  return (await addList(services, user, { name: 'Market' })).id
}

async function addOneItem(services: Services, user: User, listId: string): Promise<string> {
  const item = { listId, name: 'Milk', quantity: 2000, price: '1.25', completed: false, at: undefined }
  return (await addItem(services, user, item)).id
}

async function addTickedList(services: Services, user: User): Promise<string> {
  const listId = await addOneList(services, user)
  const id = await addOneItem(services, user, listId)
  await setCompleted(services, user, { id, completed: true })
  return listId
}

/** A list that knows what it usually has. */
async function addUsed(services: Services, user: User): Promise<string> {
  const listId = await addTickedList(services, user)
  await clearDone(services, user, listId)
  return listId
}

async function addTrip(services: Services, user: User) {
  const listId = await addTickedList(services, user)
  const { trip } = await finish(services, user, listId, { paid: 249, store: 'Lidl', today: '2026-11-28' })
  return { listId, id: trip.id }
}

/** A list with an editor. */
export async function addSharedList(services: Services, user: User) {
  const listId = await addOneList(services, user)
  const member = await addUser(services, 'Grace')
  await services.write((tx) => addMember(tx, listId, { userId: member.id, role: 'editor', addedBy: user.id }))
  return { listId, member }
}

/** To the user. */
async function addOffer(services: Services, user: User) {
  const owner = await addUser(services, 'Barbara')
  const listId = await addOneList(services, owner)
  await services.write((tx) => addMember(tx, listId, { userId: user.id, role: 'editor', addedBy: owner.id }))
  await offerList(services, owner, listId, user.id, CALLER)
  return listId
}

/** What the user shared before a reset. */
async function addPaused(services: Services, user: User) {
  await addSharedList(services, user)
  await services.write(async (tx) => {
    await tx.delete(pausedSharing).run()
    await pauseSharing(tx, user.id)
  })
}

/** Somebody asks to share all new lists with the user. */
async function addAsk(services: Services, user: User) {
  const owner = await addUser(services, 'Barbara')
  const listId = await addOneList(services, owner)
  await services.write((tx) => addMember(tx, listId, { userId: user.id, role: 'editor', addedBy: owner.id }))
  await setCompanion(services, owner, listId, { userID: user.id, always: true }, CALLER)
  return owner.id
}

/** A user who can sign in with PASSWORD. */
async function addUserWithPassword(services: Services): Promise<User> {
  const user = await addUser(services, 'Grace')
  await setPassword(services, user)
  return user
}

async function setPassword(services: Services, user: User): Promise<void> {
  const hash = await services.passwords.hash(PASSWORD)
  await services.write((tx) =>
    tx.update(users).set({ passwordHash: hash }).where(eq(users.id, user.id)).run(),
  )
}

export function photoForm(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('receiptImage', new Blob([bytes]), 'receipt.jpg')
  return form
}

type MakeExample = (services: Services, user: User) => Promise<Example>

/** A valid request for each operation. */
export const EXAMPLES: Record<string, MakeExample> = {
  getList: async (_services, user) => ({ path: `/list?userID=${user.id}` }),
  postList: async () => ({ path: '/list', json: { name: 'Market' } }),
  getListId: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/list/${listId}` }
  },
  deleteListId: async (services, user) => ({ path: `/list/${await addOneList(services, user)}` }),
  patchListId: async (services, user) => ({
    path: `/list/${await addOneList(services, user)}`,
    json: { name: 'Saturday' },
  }),
  postListIdDuplicate: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/list/${listId}/duplicate`, json: { name: 'Saturday' } }
  },
  postListIdUntick: async (services, user) => {
    const listId = await addTickedList(services, user)
    return { path: `/list/${listId}/untick` }
  },
  getListIdAisle: async (services, user) => ({ path: `/list/${await addOneList(services, user)}/aisle` }),
  patchListIdAisle: async (services, user) => ({
    path: `/list/${await addOneList(services, user)}/aisle`,
    json: { category: 'frozen', before: 'produce' },
  }),
  getListIdUsual: async (services, user) => ({ path: `/list/${await addUsed(services, user)}/usual` }),
  deleteListIdUsual: async (services, user) => ({
    path: `/list/${await addUsed(services, user)}/usual?name=Milk&unit=`,
  }),
  postListIdCopy: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/list/${listId}/copy`, json: { to: await addOneList(services, user) } }
  },
  postItemIdMove: async (services, user) => ({
    path: `/item/${await addOneItem(services, user, await addOneList(services, user))}/move`,
    json: { listID: await addOneList(services, user) },
  }),
  postListIdFinish: async (services, user) => ({
    path: `/list/${await addTickedList(services, user)}/finish`,
    json: { paid: 2.49, store: 'Lidl', boughtOn: '2026-11-28' },
  }),
  getTrip: async (services, user) => {
    const { listId } = await addTrip(services, user)
    return { path: `/trip?listID=${listId}` }
  },
  getTripId: async (services, user) => ({ path: `/trip/${(await addTrip(services, user)).id}` }),
  patchTripId: async (services, user) => ({
    path: `/trip/${(await addTrip(services, user)).id}`,
    json: { paid: '2.30', store: 'Aldi' },
  }),
  deleteTripId: async (services, user) => ({ path: `/trip/${(await addTrip(services, user)).id}` }),
  postTrip: async () => ({ path: '/trip', json: { paid: 4.5, store: 'Bakery', currency: 'EUR' } }),
  getSpending: async (services, user) => {
    const { listId } = await addTrip(services, user)
    return { path: `/spending?listID=${listId}&from=2026-01-01` }
  },
  getItem: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/item?listID=${listId}` }
  },
  postItem: async (services, user) => ({
    path: `/item?listID=${await addOneList(services, user)}`,
    json: { name: 'Bread', quantity: 1.5, price: '2.10', completed: false },
  }),
  patchItemId: async (services, user) => ({
    path: `/item/${await addOneItem(services, user, await addOneList(services, user))}`,
    json: { name: 'Rye bread', quantity: '3', price: 4 },
  }),
  patchItemCheckboxId: async (services, user) => ({
    path: `/item/checkbox/${await addOneItem(services, user, await addOneList(services, user))}`,
    json: { completed: true },
  }),
  deleteItemId: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/item/${listId}` }
  },
  deleteItem: async (services, user) => ({
    path: `/item?itemID=${await addOneItem(services, user, await addOneList(services, user))}`,
  }),
  postGenerateItemsFromAi: async (services, user) => ({
    path: `/generateItemsFromAi?listID=${await addOneList(services, user)}`,
    json: { recipe: 'Pancakes' },
  }),
  getReceiptListID: async (services, user) => ({ path: `/receipt/${await addOneList(services, user)}` }),
  patchReceiptListID: async (services, user) => ({
    path: `/receipt/${await addOneList(services, user)}`,
    body: photoForm(new Uint8Array(await photo(40, 60).jpeg().toBuffer())),
  }),
  deleteReceiptListID: async (services, user) => {
    const listId = await addOneList(services, user)
    await setReceipt(services, user, listId, () => photo(40, 60).jpeg().toBuffer())
    return { path: `/receipt/${listId}` }
  },
  getListIdChange: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/list/${listId}/change` }
  },
  postChangeIdUndo: async (services, user) => {
    const { change } = await deleteList(services, user, await addOneList(services, user))
    return { path: `/change/${change}/undo`, json: { id: newId() } }
  },
  postAuthRegister: async () => ({
    path: '/auth/register',
    json: { name: 'Grace', email: `${newId()}@example.org`, password: PASSWORD },
  }),
  postAuthLogin: async (services) => {
    const { email } = await addUserWithPassword(services)
    return { path: '/auth/login', json: { email, password: PASSWORD } }
  },
  getAuthLogout: async () => ({ path: '/auth/logout' }),
  postAuthLogout: async () => ({ path: '/auth/logout' }),
  postAuthForgotPassword: async () => ({
    path: '/auth/forgot-password',
    json: { email: 'someone@example.org' },
  }),
  postAuthResetPassword: async (services) => {
    const { id, email } = await addUser(services, 'Grace')
    const token = await services.write((tx) => mintToken(tx, 'reset', id))
    return { path: '/auth/reset-password', json: { token, email, password: `${PASSWORD} 2` } }
  },
  postUserVerifyEmail: async (services) => {
    const { id, email } = await addUserWithPassword(services)
    const verificationToken = await services.write((tx) => mintToken(tx, 'verify', id))
    return { path: '/user/verify-email', json: { verificationToken, email, password: PASSWORD } }
  },
  getUserCurrentUser: async () => ({ path: '/user/current-user' }),
  // Another one each time.
  patchUser: async ({ db }, { id }) => ({
    path: '/user',
    json: { language: (await findUser(db, id))?.language === 'de' ? 'fr' : 'de', timeZone: 'Europe/Zurich' },
  }),
  getUserExport: async () => ({ path: '/user/export' }),
  getToken: async (services, user) => {
    await createToken(services, user, { name: 'A script' }, CALLER)
    return { path: '/token' }
  },
  deleteTokenId: async (services, user) => {
    const id = newId()
    await createToken(services, user, { id, name: 'An old script' }, CALLER)
    return { path: `/token/${id}` }
  },
  getListIdMember: async (services, user) => ({ path: `/list/${await addOneList(services, user)}/member` }),
  patchListIdMemberUserId: async (services, user) => {
    const { listId, member } = await addSharedList(services, user)
    return { path: `/list/${listId}/member/${member.id}`, json: { role: 'viewer', always: true } }
  },
  deleteListIdMemberUserId: async (services, user) => {
    const { listId, member } = await addSharedList(services, user)
    return { path: `/list/${listId}/member/${member.id}` }
  },
  postListIdOwner: async (services, user) => {
    const { listId, member } = await addSharedList(services, user)
    return { path: `/list/${listId}/owner`, json: { userId: member.id } }
  },
  getOffer: async (services, user) => {
    await addOffer(services, user)
    return { path: '/offer' }
  },
  postListIdOffer: async (services, user) => ({ path: `/list/${await addOffer(services, user)}/offer` }),
  deleteListIdOffer: async (services, user) => ({ path: `/list/${await addOffer(services, user)}/offer` }),
  getPausedSharing: async (services, user) => {
    await addPaused(services, user)
    return { path: '/paused-sharing' }
  },
  postPausedSharing: async (services, user) => {
    await addPaused(services, user)
    return { path: '/paused-sharing' }
  },
  deletePausedSharing: async (services, user) => {
    await addPaused(services, user)
    return { path: '/paused-sharing' }
  },
  getSharer: async (services, user) => {
    await addAsk(services, user)
    return { path: '/sharer' }
  },
  postSharerUserId: async (services, user) => ({ path: `/sharer/${await addAsk(services, user)}` }),
  deleteSharerUserId: async (services, user) => ({ path: `/sharer/${await addAsk(services, user)}` }),
  getListIdInvite: async (services, user) => {
    const listId = await addOneList(services, user)
    await createInvite(services, user, listId, { role: 'editor' }, { caller: CALLER })
    return { path: `/list/${listId}/invite` }
  },
  postListIdInvite: async (services, user) => ({
    path: `/list/${await addOneList(services, user)}/invite`,
    json: { role: 'viewer' },
  }),
  deleteListIdInviteInviteId: async (services, user) => {
    const listId = await addOneList(services, user)
    const { id } = await createInvite(services, user, listId, { role: 'editor' }, { caller: CALLER })
    return { path: `/list/${listId}/invite/${id}` }
  },
  postInviteToken: async (services) => {
    const other = await addUser(services, 'Grace')
    const listId = await addOneList(services, other)
    const { token } = await createInvite(services, other, listId, { role: 'editor' }, { caller: CALLER })
    return { path: `/invite/${token}` }
  },
  getListIdLink: async (services, user) => {
    const listId = await addOneList(services, user)
    await createLink(services, user, listId, Link.parse({ label: 'Fridge' }), { caller: CALLER })
    return { path: `/list/${listId}/link` }
  },
  postListIdLink: async (services, user) => ({
    path: `/list/${await addOneList(services, user)}/link`,
    json: { role: 'viewer', expires: '7d', label: 'Fridge' },
  }),
  deleteListIdLinkLinkId: async (services, user) => {
    const listId = await addOneList(services, user)
    const { id } = await createLink(services, user, listId, Link.parse({}), { caller: CALLER })
    return { path: `/list/${listId}/link/${id}` }
  },
  postItemText: async (services, user) => ({
    path: `/item/text?listID=${await addOneList(services, user)}`,
    json: { text: '2 x Milk\n- Bread' },
  }),
  postItemLines: async (services, user) => {
    const listId = await addOneList(services, user)
    await addOneItem(services, user, listId)
    return { path: `/item/lines?listID=${listId}`, json: { lines: '3 milk 1.20\n2 kg potatoes\nFruit:' } }
  },
}
