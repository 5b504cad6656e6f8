import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { setCompanion } from '#app/domain/sharing/companions.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createInvite } from '#app/domain/sharing/invites.ts'
import { removeMember } from '#app/domain/sharing/leave.ts'
import { createLink, guestFor } from '#app/domain/sharing/links.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { addPurchase } from '#app/domain/trips/trips.ts'
import type { Services } from '#app/services.ts'
import { memories } from '#db/schema.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { addFullList, putReceipt } from '#tests/support/testData.ts'
import { unzip } from '#tests/support/unzip.ts'
import { createToken } from './apiTokens.ts'
import { csvLine } from './csv.ts'
import { exportData } from './export.ts'

async function exported(services: Services, user: User) {
  return unzip(await buffer(await exportData(services, user, CALLER)))
}

// ASVS 8.2.2
test("users get all of their own data and no one else's", async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const bob = await addUser(services, 'Bob')
  await addFullList(services, bob)
  const list = await addList(services, ada, { name: 'Saturday & Sunday' })
  const photo = Buffer.from('a photo')
  await putReceipt(services, list.id, photo)
  const milk = AddItem.parse({ name: 'Milch, 3.5 %', quantity: '1.5', price: '2.39' })
  await createToken(services, ada, { name: 'script' }, CALLER)
  const item = await addItem(services, ada, { listId: list.id, ...milk })
  await setCompleted(services, ada, { id: item.id, completed: true })

  const files = await exported(services, ada)
  const receipt = 'receipts/001 Saturday _ Sunday.webp'
  expect([...files.keys()]).toEqual([receipt, 'data.json', 'items.csv', 'trips.csv'])
  expect(files.get(receipt)).toEqual(photo)
  const data = JSON.parse(String(files.get('data.json')))
  expect(data.account).toMatchObject({ _id: ada.id, name: 'Ada', email: ada.email })
  expect(data.account.apiTokens).toEqual([{ name: 'script', createdAt: expect.any(String), lastUsed: null }])
  expect(data.lists).toHaveLength(1)
  expect(data.lists[0]).toMatchObject({ _id: list.id, name: 'Saturday & Sunday', total: '3.59', receipt })
  expect(data.lists[0].items).toMatchObject([
    {
      name: 'Milch, 3.5 %',
      quantity: 1.5,
      unit: '',
      price: 2.39,
      priceFor: 'one',
      priceGuessed: false,
      priceRemembered: false,
      completed: true,
    },
  ])
  expect(data.remembered).toEqual([
    {
      name: 'Milch, 3.5 %',
      unit: '',
      uses: 1,
      lastUsedAt: expect.any(String),
      price: 2.39,
      priceFor: 'one',
      currency: 'USD',
    },
  ])
  expect(String(files.get('items.csv'))).toBe(
    `\ufefflist,item,quantity,price,amount,completed,added,unit,price for,currency,note,category\r\nSaturday & Sunday,"Milch, 3.5 %",1.5,2.39,3.59,yes,${new Date(item.createdAt).toISOString()},,one,USD,,dairy\r\n`,
  )
})

test('own trips are exported with their lines and photos, also what was bought without a list', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  for (const [user, name] of [
    [ben, 'Hardware'],
    [ada, 'Saturday'],
  ] as const) {
    const list = await addList(services, user, { name })
    const milk = AddItem.parse({ name: 'Milk', quantity: '2', price: '1.19' })
    await addItem(services, user, { listId: list.id, ...milk, completed: true })
    await putReceipt(services, list.id, Buffer.from(name))
    const today = '2026-11-29'
    await finish(services, user, list.id, { paid: 250, store: 'Lidl', boughtOn: '2026-11-28', today })
  }
  await addPurchase(services, ada, { paid: 500, boughtOn: '2026-11-29', today: '2026-11-29' })

  const files = await exported(services, ada)
  const receipt = 'receipts/001 2026-11-28 Lidl.webp'
  expect(String(files.get(receipt))).toBe('Saturday')
  const data = JSON.parse(String(files.get('data.json')))
  expect(data.trips).toMatchObject([
    {
      ...{ listName: 'Saturday', store: 'Lidl', boughtOn: '2026-11-28' },
      ...{ paid: 2.5, estimate: 2.38, currency: 'USD', deletedAt: null, receipt },
      items: [{ name: 'Milk', quantity: 2, unit: '', price: 1.19, amount: 2.38, priceGuessed: false }],
    },
    { list: null, listName: '', paid: 5, boughtOn: '2026-11-29', receipt: null, items: [] },
  ])
  expect(String(files.get('trips.csv'))).toBe(
    '\ufeffdate,store,list,items,paid,estimate,currency\r\n2026-11-28,Lidl,Saturday,1,2.50,2.38,USD\r\n2026-11-29,,,0,5.00,0.00,USD\r\n',
  )
})

test('the people and links of own lists are exported, and the lists of others, but no secrets', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const own = await addList(services, ada, { name: 'Market' })
  const others = await addList(services, ben, { name: 'Hardware' })
  const milk = AddItem.parse({ name: 'Milk' })
  await services.write(async (tx) => {
    await addMember(tx, own.id, { userId: ben.id, role: 'viewer', addedBy: ada.id })
    await addMember(tx, others.id, { userId: ada.id, role: 'editor', addedBy: ben.id })
  })
  await setCompanion(services, ada, own.id, { userID: ben.id, always: true }, CALLER)
  const input = Link.parse({ label: 'Fridge', expires: '7d' })
  const link = await createLink(services, ada, own.id, input, { caller: CALLER })
  const invite = await createInvite(services, ada, own.id, { role: 'editor' }, { caller: CALLER })
  const guest = await guestFor(services, link.token, 'Anna')
  const { id } = await addItem(services, guest, { listId: own.id, ...milk })
  await setCompleted(services, ada, { id, completed: true, at: undefined })
  await addItem(services, ada, { listId: others.id, ...milk, name: 'Nails' })
  const gone = await addItem(services, ben, { listId: others.id, ...milk, name: 'Screws' })
  await deleteItem(services, ben, gone.id)

  const text = String((await exported(services, ada)).get('data.json'))
  const data = JSON.parse(text)
  expect(data.account.alwaysSharesWith).toEqual([{ name: 'Ben', role: 'viewer', acceptedAt: null }])
  const { members, links, invitations, items } = data.lists[0]
  expect(members).toEqual([{ name: 'Ben', role: 'viewer', since: expect.any(String) }])
  expect(links).toMatchObject([{ label: 'Fridge', role: 'editor', revokedAt: null }])
  expect(invitations).toMatchObject([{ role: 'editor', accepted: false }])
  expect(items).toMatchObject([{ addedBy: null, addedByGuest: 'Anna', completedBy: 'Ada' }])
  expect(data.sharedWithYou).toMatchObject([
    {
      _id: others.id,
      name: 'Hardware',
      owner: 'Ben',
      role: 'editor',
      items: [{ name: 'Nails', addedBy: 'Ada' }],
    },
  ])
  expect(data.sharedWithYou[0]).not.toHaveProperty('members')
  for (const secret of [link.token, invite.token]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/[0-9a-f]{64}/)
  expect(data.changes.map(({ list }: { list: string }) => list)).toContain(others.id)

  await removeMember(services, ben, others.id, ada.id, CALLER)
  // Without this, both may be of the same millisecond.
  await services.write((tx) =>
    tx.update(memories).set({ lastUsedAt: 1 }).where(eq(memories.name, 'Milk')).run(),
  )
  const { remembered, ...rest } = JSON.parse(String((await exported(services, ada)).get('data.json')))
  expect(JSON.stringify(rest)).not.toMatch(/Hardware|Nails/)
  // What she added herself, wherever that was, the newest first.
  expect(remembered.map(({ name }: { name: string }) => name)).toEqual(['Nails', 'Milk'])
})

test('an account without lists can be exported too', async () => {
  const services = await testServices()
  const files = await exported(services, await addUser(services))
  expect(JSON.parse(String(files.get('data.json'))).lists).toEqual([])
})

// ASVS 5.4.1 5.4.2
test('lists with equal or unusual names get separate receipt files', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  for (const name of ['Aldi', 'Aldi', '../../etc/passwd', 'CON: <"|?*>', '日用品 🛒', '.'.repeat(200)]) {
    const list = await addList(services, ada, { name })
    await putReceipt(services, list.id, Buffer.from(name))
  }
  const names = [...(await exported(services, ada)).keys()].filter((name) => name.startsWith('receipts/'))
  expect(names).toEqual([
    'receipts/001 Aldi.webp',
    'receipts/002 Aldi.webp',
    'receipts/003 _etc_passwd.webp',
    'receipts/004 CON_ _.webp',
    'receipts/005 日用品 _.webp',
    'receipts/006 _.webp',
  ])
})

test('text that a spreadsheet would run as a formula stays text', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: '=SUM(A1:A9)' })
  const item = await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'x' }) })
  await editItem(services, ada, item.id, { name: '@cmd|"/c calc"!A1', quantity: 1000, price: '0' })
  const csv = String((await exported(services, ada)).get('items.csv'))
  expect(csv).toContain(`\r\n'=SUM(A1:A9),"'@cmd|""/c calc""!A1",1,0.00,0.00,no,`)
})

test('every value stays in one cell, whatever it contains', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', '+1', '-1', '\tx', '\rx', '＝1', 'a=b'])).toBe(
    `"a,b","say ""hi""","two\nlines",'+1,'-1,'\tx,"'\rx",'＝1,a=b\r\n`,
  )
  expect(csvLine([-1, true])).toBe('-1,true\r\n')
})

test('the eleventh export of an hour is refused', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  for (let n = 0; n < 10; n += 1) await exportData(services, ada, CALLER)
  await expect(exportData(services, ada, CALLER)).rejects.toMatchObject({ code: 'too-many-requests' })
})
