import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { clearDone } from '#app/domain/items/deleteItems.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { LANGUAGES, type Language } from '#app/domain/locale/locale.ts'
import { quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { nameKey } from '#app/domain/text.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { commonThings } from './commonThings.ts'
import { readsBack } from './memories.ts'
import { suggestionsFor } from './suggestions.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const add = (lines: string, user = ada) => quickAdd(services, user, { listId: list.id, id: newId(), lines })
  const suggested = async (text: string, user = ada, listId: string | undefined = list.id) => {
    const found = await suggestionsFor(services, user, listId, text)
    return found.map(({ name, unit }) => [unit, name].filter(Boolean).join(' '))
  }
  return { services, ada, list, add, suggested }
}

test('what the user bought comes before what shops sell, each name once', async () => {
  const { add, suggested } = await setUp()
  const pantry = await suggested('car')
  expect(pantry).toContain('carrots')
  await add('Carrots\ncardigan wash')
  await add('carrots x2\n2 kg carrots')
  const found = await suggested('car')
  expect(found.slice(0, 2)).toEqual(['Carrots', 'cardigan wash'])
  expect(found.filter((name) => /carrots/i.test(name))).toHaveLength(1)
  expect(found.length).toBeGreaterThan(2)
})

test('what the list usually has comes first, also for somebody who has bought nothing yet', async () => {
  const { services, ada, list, add, suggested } = await setUp()
  const ben = await addUser(services, 'Ben')
  await services.write((tx) => addMember(tx, list.id, { userId: ben.id, role: 'editor', addedBy: ada.id }))
  await add('zzz carrots\nzzz cardamom')
  const item = { name: 'zzz car wash', quantity: 1000, price: 0, completed: true }
  await addItem(services, ada, { listId: list.id, ...item })
  await clearDone(services, ada, list.id)
  expect(await suggested('zzz c', ben)).toEqual(['zzz car wash'])
  expect((await suggested('zzz c'))[0]).toBe('zzz car wash')
})

test('names that begin so come before those with a word that does, the most used first', async () => {
  const { add, suggested } = await setUp()
  await add('zzz oat milk\nmilkshake zzz\nzzz-milk\nmilk zzz')
  for (let n = 0; n < 3; n += 1) await add('zzz oat milk x1')
  await add('milk zzz x2')
  expect((await suggested('milk')).slice(0, 3)).toEqual(['milk zzz', 'milkshake zzz', 'zzz oat milk'])
  // In the middle of a word.
  expect(await suggested('ilkshake z')).toEqual([])
})

test('case, composition and spaces make no difference', async () => {
  const { add, suggested } = await setUp()
  await add('Cr\u00e8me   DOUBLE zzz')
  for (const text of ['cre\u0300me double z', ' CR\u00c8ME  Double Z', 'double zz'])
    expect(await suggested(text)).toEqual(['Crème DOUBLE zzz'])
})

test('% and _ and \\ are characters like any other', async () => {
  const { add, suggested } = await setUp()
  await add('2% milk zzz\na_b zzz\nc\\d zzz\nplain zzz')
  expect(await suggested('%')).toEqual([])
  expect(await suggested('_')).toEqual([])
  expect(await suggested('2% m')).toEqual(['2% milk zzz'])
  expect(await suggested('2_ m')).toEqual([])
  expect(await suggested('a_')).toEqual(['a_b zzz'])
  expect(await suggested('a%b')).toEqual([])
  expect(await suggested('c\\')).toEqual(['c\\d zzz'])
})

test('there are up to six, with their units', async () => {
  const { add, suggested } = await setUp()
  await add(Array.from({ length: 9 }, (_, n) => `2 kg zzz no. ${n}!`).join('\n'))
  const found = await suggested('zzz')
  expect(found).toHaveLength(6)
  for (const name of found) expect(name).toMatch(/^kg zzz no/)
})

test('nothing typed suggests nothing', async () => {
  const { add, suggested } = await setUp()
  await add('milk')
  for (const text of ['', '  ']) expect(await suggested(text)).toEqual([])
})

test("only one's own history is searched, and only for a list that one may edit", async () => {
  const { services, ada, list, add, suggested } = await setUp()
  await add('zzz secret')
  const eve = await addUser(services, 'Eve')
  const notFound = { code: 'list-not-found' }
  await expect(suggested('zzz', eve)).rejects.toMatchObject(notFound)
  await expect(suggestionsFor(services, ada, undefined, 'zzz')).rejects.toMatchObject({ status: 404 })
  const own = await addList(services, eve, { name: 'Hers' })
  expect(await suggested('zzz', eve, own.id)).toEqual([])
  await services.write((tx) => addMember(tx, list.id, { userId: eve.id, role: 'viewer', addedBy: ada.id }))
  await expect(suggested('zzz', eve)).rejects.toMatchObject({ status: 403 })
})

test('what shops sell is suggested in the language of the reader', async () => {
  const { services, ada, list } = await setUp()
  const inGerman = await suggestionsFor(services, ada, list.id, 'zwie', 'de')
  expect(inGerman.map(({ name }) => name)).toContain('Zwiebeln')
  const inSpanish = await suggestionsFor(services, ada, list.id, 'ceb', 'es')
  expect(inSpanish.map(({ name }) => name)).toContain('cebollas')
})

test('so is what is in few recipes, before what is in some', async () => {
  const { services, ada, list } = await setUp()
  const first = async (text: string, language: Language) =>
    (await suggestionsFor(services, ada, list.id, text, language))[0]?.name
  expect(await first('wat', 'en')).toBe('water')
  expect(await first('chee', 'en')).toBe('cheese')
  expect(await first('toi', 'de')).toBe('Toilettenpapier')
  expect(await first('papel', 'es')).toBe('papel higiénico')
  expect(await first('denti', 'fr')).toBe('dentifrice')
})

test.each(LANGUAGES)('what is suggested in %s is read as a name, each once', (language) => {
  const names = commonThings(language)
  expect(new Set(names.map(nameKey)).size).toBe(names.length)
  for (const name of names) expect(readsBack(name, { name, unit: '' }), name).toBe(true)
})

test('a plural suggests the remembered singular, and no name comes twice for it', async () => {
  const { add, suggested } = await setUp()
  await add('Tomato\nÄpfel zzz')
  for (const text of ['tomato', 'tomatoes']) {
    const found = await suggested(text)
    expect(found[0]).toBe('Tomato')
    expect(found).not.toContain('tomatoes')
  }
  expect(await suggested('äpf')).toEqual(['Äpfel zzz'])
})
