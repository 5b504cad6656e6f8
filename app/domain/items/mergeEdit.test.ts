import { describe, expect, test } from 'vitest'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, EditItem } from '#app/domain/inputs.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { outboxOp } from '#app/domain/write.ts'
import { formValues } from '#app/words/formValues.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { items as itemsTable } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { EMPTY_VALUES } from './itemFields.ts'
import { addItem, editItem, itemsOf } from './items.ts'

const MILK = { ...EMPTY_VALUES, name: 'Milk', unit: 'l', price: '1.20' }

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  const milk = await addItem(services, ada, { listId: list.id, ...AddItem.parse(MILK) })
  const edit = (fields: Record<string, unknown>) =>
    editItem(services, ada, milk.id, EditItem.parse(fields), outboxOp(newId()))
  const shown = async () =>
    (await itemsOf(services, ada, list.id)).map((item) => formValues(ENGLISH, item, DOLLAR))[0]
  return { services, ada, ben, list, milk, edit, shown }
}

/** What the dialog showed, as the form sends it. */
const saw = (values: typeof MILK) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`seen${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
  )

const SEEN = { ...MILK, price: '1.20' }
const OURS = { ...MILK, name: 'Oat milk', quantity: '2', unit: 'bottle', price: '1.99', priceFor: 'all' }
const THEIRS = { ...MILK, name: 'Soy milk', quantity: '3', unit: 'pack', price: '0.99' }

const GROUPS = {
  name: ['name'],
  amount: ['quantity', 'unit'],
  price: ['price', 'priceFor'],
} as const
type Group = keyof typeof GROUPS
const ALL = Object.keys(GROUPS) as Group[]

/** Milk with the groups of another version. */
function milkWith(groups: readonly Group[], version: typeof MILK): typeof MILK {
  const fields = groups.flatMap((group) => [...GROUPS[group]])
  return { ...SEEN, ...Object.fromEntries(fields.map((field) => [field, version[field]])) }
}

/** All subsets. */
const COMBINATIONS = Array.from({ length: 8 }, (_, bits) => ALL.filter((_group, bit) => bits & (1 << bit)))
const named = (groups: Group[]) => groups.join(' and ') || 'nothing'
const CASES = COMBINATIONS.flatMap((ours) =>
  COMBINATIONS.map((theirs) => [named(ours), named(theirs), ours, theirs] as const),
)

describe('an edit that says what its dialog showed', () => {
  test.each(CASES)('changing %s after somebody changed %s', async (_ours, _theirs, ours, theirs) => {
    const { services, ada, milk, edit, shown } = await setUp()
    if (theirs.length > 0) await editItem(services, ada, milk.id, EditItem.parse(milkWith(theirs, THEIRS)))
    const before = await shown()
    const sent = edit({ ...milkWith(ours, OURS), ...saw(SEEN), seen: 1 })
    const both = ours.filter((group) => theirs.includes(group))
    if (both.length > 0) {
      await expect(sent).rejects.toMatchObject({ code: 'item-changed', status: 409 })
      expect(await shown()).toEqual(before)
    } else {
      await sent
      expect(await shown()).toEqual({ ...before, ...only(ours, OURS) })
    }
  })

  test('changing the same to the same is no conflict', async () => {
    const { services, ada, milk, edit, shown } = await setUp()
    await editItem(services, ada, milk.id, EditItem.parse(OURS))
    expect(await edit({ ...OURS, ...saw(SEEN) })).toMatchObject({ change: null })
    expect(await shown()).toEqual(OURS)
  })

  test('a quantity and its unit belong together', async () => {
    const { services, ada, milk, edit, shown } = await setUp()
    await editItem(services, ada, milk.id, EditItem.parse({ ...MILK, unit: 'bottle' }))
    const late = edit({ ...MILK, quantity: '2', ...saw(SEEN) })
    await expect(late).rejects.toMatchObject({ code: 'item-changed' })
    expect(await shown()).toMatchObject({ quantity: '1', unit: 'bottle' })
  })

  test('other spellings of the same values are no change', async () => {
    const { services, ada, milk, edit, shown } = await setUp()
    await editItem(services, ada, milk.id, EditItem.parse(THEIRS))
    await edit({ ...MILK, name: ' Milk ', quantity: '1.0', price: '1,2', ...saw(SEEN) })
    expect(await shown()).toEqual(THEIRS)
  })

  test('an empty field changes nothing', async () => {
    const { edit, shown } = await setUp()
    await edit({ ...OURS, quantity: '', price: '', ...saw(SEEN) })
    expect(await shown()).toEqual({ ...OURS, quantity: '1', price: '1.20' })
  })

  test('the failure has the present version of the item', async () => {
    const { services, ada, milk, edit } = await setUp()
    const theirs = await editItem(services, ada, milk.id, EditItem.parse(THEIRS))
    const error = await edit({ ...OURS, ...saw(SEEN) }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(DomainError)
    expect(error.params.updatedAt).toBe(theirs.updatedAt)
    expect(formValues(ENGLISH, error.params, DOLLAR)).toEqual(THEIRS)
  })

  test('a repeated one after an edit by somebody else overwrites nothing', async () => {
    const { services, ada, milk, shown } = await setUp()
    const op = newId()
    const input = EditItem.parse({ ...milkWith(['name'], OURS), ...saw(SEEN) })
    await editItem(services, ada, milk.id, input, outboxOp(op))
    await editItem(services, ada, milk.id, EditItem.parse({ name: 'Rice milk' }))
    expect(await editItem(services, ada, milk.id, input, outboxOp(op))).toHaveProperty('isRepeated')
    expect(await shown()).toMatchObject({ name: 'Rice milk' })
  })
})

/** Only these groups of a version. */
function only(groups: readonly Group[], version: typeof MILK) {
  return Object.fromEntries(groups.flatMap((group) => GROUPS[group].map((field) => [field, version[field]])))
}

describe('a price that nobody has confirmed', () => {
  const unconfirmed = async () => {
    const world = await setUp()
    await world.services.write((tx) => tx.update(itemsTable).set({ priceRemembered: true }).run())
    const marks = async () => (await itemsOf(world.services, world.ada, world.list.id))[0]?.priceRemembered
    return { ...world, marks }
  }

  test('is confirmed by the dialog that showed it', async () => {
    const { edit, marks } = await unconfirmed()
    await edit({ ...milkWith(['name'], OURS), ...saw(SEEN) })
    expect(await marks()).toBe(false)
  })

  test('is confirmed by a new price', async () => {
    const { edit, marks } = await unconfirmed()
    await edit({ ...milkWith(['price'], OURS), ...saw(SEEN) })
    expect(await marks()).toBe(false)
  })

  test('is not confirmed by a dialog that showed another one', async () => {
    const { edit, marks, shown } = await unconfirmed()
    const old = { ...SEEN, price: '0.80' }
    await edit({ ...old, name: 'Oat milk', ...saw(old) })
    expect(await shown()).toMatchObject({ name: 'Oat milk', price: '1.20' })
    expect(await marks()).toBe(true)
  })

  test('is not confirmed by an edit without a price', async () => {
    const { edit, marks } = await unconfirmed()
    await edit({ name: 'Oat milk' })
    expect(await marks()).toBe(true)
  })
})

test('without what the dialog showed, an edit of a changed item conflicts as before', async () => {
  const { services, ada, milk, edit } = await setUp()
  await editItem(services, ada, milk.id, EditItem.parse({ ...MILK, price: '2' }))
  await expect(edit({ ...MILK, name: 'Oat milk', seen: milk.updatedAt })).rejects.toMatchObject({
    code: 'item-changed',
  })
})
