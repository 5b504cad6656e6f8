import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { purgeItem, restoreItem } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { moveItem } from '#app/domain/lists/move.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createLink, guestFor } from '#app/domain/sharing/links.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { newSecret } from '#app/domain/sharing/tokens.ts'
import { outboxOp } from '#app/domain/write.ts'
import { textOf } from '#app/words/errorText.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { users } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { clearDone, deleteAllItems, deleteItem } from './deleteItems.ts'
import { addItem, editItem, itemsOf, setCompleted } from './items.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const [ben, vera, eve] = await Promise.all(['Ben', 'Vera', 'Eve'].map((name) => addUser(services, name)))
  if (!ben || !vera || !eve) throw new Error('no users')
  const list = await addList(services, ada, { name: 'Market' })
  await services.write(async (tx) => {
    await addMember(tx, list.id, { userId: ben.id, role: 'editor', addedBy: ada.id })
    await addMember(tx, list.id, { userId: vera.id, role: 'viewer', addedBy: ada.id })
  })
  const guestWith = async (role: string, name?: string) => {
    const link = await createLink(services, ada, list.id, Link.parse({ role }), { caller: CALLER })
    return guestFor(services, link.token, name, newSecret())
  }
  const input = AddItem.parse({ name: 'Milk', completed: true })
  const milk = await addItem(services, ada, { listId: list.id, ...input })
  /** The failure of a tick that arrives too late. */
  const lateTick = async (actor: Actor, op: string | undefined = newId()) => {
    const error: unknown = await setCompleted(
      services,
      actor,
      { id: milk.id, completed: true },
      outboxOp(op),
    ).catch((thrown) => thrown)
    return error instanceof DomainError ? error : undefined
  }
  const sentence = async (actor: Actor) => {
    const error = await lateTick(actor)
    return error && textOf(ENGLISH, error)
  }
  return { services, ada, ben, vera, eve, list, milk, guestWith, lateTick, sentence }
}

test('a late tick and a late edit say who deleted the item', async () => {
  const { services, ada, ben, milk, lateTick, sentence } = await setUp()
  await deleteItem(services, ben, milk.id)
  expect(await sentence(ada)).toBe('Ben deleted “Milk”.')
  expect(await sentence(ben)).toBe('You deleted “Milk”.')
  expect(await lateTick(ada)).toMatchObject({ status: 410, params: { itemID: milk.id, mayRestore: true } })
  const edit = editItem(services, ada, milk.id, { name: 'Oat milk' }, outboxOp(newId()))
  await expect(edit).rejects.toMatchObject({ code: 'item-deleted', params: { by: { name: 'Ben' } } })
})

test('what moved is on another list: nobody is asked to restore it', async () => {
  const { services, ada, ben, milk, lateTick } = await setUp()
  const other = await addList(services, ada, { name: 'Market' })
  const { change } = await moveItem(services, ada, { itemId: milk.id, listId: other.id })
  expect(await lateTick(ben)).toMatchObject({ params: { by: { name: 'Ada' }, mayRestore: false } })
  await undoChange(services, ada, change ?? '')
  await deleteItem(services, ada, milk.id)
  expect(await lateTick(ben)).toMatchObject({ params: { mayRestore: true } })
})

test('without an operation, the item is only not found', async () => {
  const { services, ada, milk } = await setUp()
  await deleteItem(services, ada, milk.id)
  const tick = setCompleted(services, ada, { id: milk.id, completed: true })
  await expect(tick).rejects.toMatchObject({ code: 'item-not-found' })
})

test('it is said whichever way the item was deleted', async () => {
  const { services, ada, ben, list, milk, sentence } = await setUp()
  await clearDone(services, ben, list.id)
  expect(await sentence(ada)).toBe('Ben deleted “Milk”.')
  await restoreItem(services, ada, milk.id)
  await deleteAllItems(services, ada, list.id)
  expect(await sentence(ada)).toBe('You deleted “Milk”.')
})

test('the newest deletion counts, and an undo of an undo too', async () => {
  const { services, ada, ben, milk, sentence } = await setUp()
  const deletion = await deleteItem(services, ada, milk.id)
  const restored = await undoChange(services, ada, deletion.change ?? '')
  await undoChange(services, ben, restored.change ?? '')
  expect(await sentence(ada)).toBe('Ben deleted “Milk”.')
})

test('guests are named by the name they gave, and learn no names themselves', async () => {
  const { services, ada, ben, milk, guestWith, sentence } = await setUp()
  const [anna, nameless] = await Promise.all([guestWith('editor', 'Anna'), guestWith('editor')])
  await deleteItem(services, anna, milk.id)
  expect(await sentence(ada)).toBe('Anna (guest) deleted “Milk”.')
  expect(await sentence(anna)).toBe('You deleted “Milk”.')
  expect(await sentence({ ...anna, name: 'Bea' })).toBe('You deleted “Milk”.')
  expect(await sentence({ ...nameless, name: 'Anna' })).toBe('Somebody deleted “Milk”.')
  expect(await sentence(nameless)).toBe('Somebody deleted “Milk”.')
  await restoreItem(services, nameless, milk.id)
  await deleteItem(services, nameless, milk.id)
  expect(await sentence(ben)).toBe('A guest deleted “Milk”.')
  expect(await sentence(nameless)).toBe('You deleted “Milk”.')
  await restoreItem(services, ben, milk.id)
  await deleteItem(services, ben, milk.id)
  expect(await sentence(anna)).toBe('Somebody deleted “Milk”.')
})

test('nobody is named whose account is gone', async () => {
  const { services, ada, ben, milk, sentence } = await setUp()
  await deleteItem(services, ben, milk.id)
  await services.write((tx) => tx.delete(users).where(eq(users.id, ben.id)).run())
  expect(await sentence(ada)).toBe('Somebody deleted “Milk”.')
})

test('those who may not edit learn nothing new', async () => {
  const { services, ada, vera, eve, milk, guestWith, lateTick } = await setUp()
  const viewer = await guestWith('viewer')
  await deleteItem(services, ada, milk.id)
  expect((await lateTick(vera))?.code).toBe('view-only')
  expect((await lateTick(viewer))?.code).toBe('view-only')
  expect((await lateTick(eve))?.code).toBe('item-not-found')
})

test('what is gone for good can be deleted again, but not ticked', async () => {
  const { services, ada, ben, milk, lateTick } = await setUp()
  const deleteLate = () => deleteItem(services, ben, milk.id, outboxOp(newId()))
  await deleteItem(services, ada, milk.id)
  expect(await deleteLate()).toMatchObject({ change: null })
  await purgeItem(services, ada, milk.id)
  expect(await deleteLate()).toEqual({ isRepeated: true, change: null, items: [] })
  expect(await lateTick(ada)).toMatchObject({ code: 'item-not-found', status: 404 })
})

test('what can no longer be restored is said', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { services, ada, milk, lateTick } = await setUp()
    await deleteItem(services, ada, milk.id)
    vi.advanceTimersByTime(KEEP_DELETED_FOR)
    expect(await lateTick(ada)).toMatchObject({ params: { mayRestore: false } })
    await expect(restoreItem(services, ada, milk.id)).rejects.toMatchObject({ code: 'item-not-found' })
  } finally {
    vi.useRealTimers()
  }
})

test('a guest who may edit can restore items of their list only', async () => {
  const { services, ada, milk, guestWith, list } = await setUp()
  const [editor, viewer] = await Promise.all([guestWith('editor', 'Anna'), guestWith('viewer')])
  const other = await addList(services, ada, { name: 'Secret' })
  const cake = await addItem(services, ada, { listId: other.id, ...AddItem.parse({ name: 'Cake' }) })
  await deleteItem(services, ada, milk.id)
  await deleteItem(services, ada, cake.id)
  await expect(restoreItem(services, viewer, milk.id)).rejects.toMatchObject({ code: 'view-only' })
  await expect(restoreItem(services, editor, cake.id)).rejects.toMatchObject({ code: 'item-not-found' })
  expect(await restoreItem(services, editor, milk.id)).toMatchObject({ name: 'Milk', deletedAt: null })
  expect(await itemsOf(services, ada, list.id)).toHaveLength(1)
})
