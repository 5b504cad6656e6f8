import { newSecret } from '#app/domain/sharing/tokens.ts'
import { DAY, MINUTE } from '#app/domain/time.ts'
import { accessByAccount, accessByLink } from '#app/ui/listAccess.ts'
import { addPerson, type Larder } from '#tests/support/larder.ts'
import { addItems, addList } from '#tests/support/rows.ts'
import { addLink, addMember } from '#tests/support/sharing.ts'
import { createPlainBrowser } from './plainBrowser.ts'
import { createRandom } from './random.ts'
import { createShopper, type Shopper } from './shopper.ts'

const STEPS = 60
/** The server's limit of writes a minute. */
const WRITES = 120

export type World = Awaited<ReturnType<typeof createWorld>>

/** Two phones and a browser without script on one list. */
async function createWorld(larder: Larder, seed: number) {
  const random = createRandom(seed)
  const ada = addPerson(larder, 'Ada')
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ada, 'Market')
  addMember(larder, listId, ben)
  const link = addLink(larder, listId, 'editor')
  const { id: linkId } = larder.database
    .prepare('SELECT id FROM list_links WHERE list_id = ?')
    .get(listId) as { id: string }
  addItems(larder, listId, [
    ...[{ name: 'Milk' }, { name: 'Eggs' }, { name: 'Bread' }, { name: 'Salt', price: 1.2 }],
    ...[
      { name: 'Tea', completed: true },
      { name: 'Rice', quantity: 2 },
      { name: 'Soap', completed: true },
    ],
  ])
  const clockOffset = random.chance(0.2) ? random.pick([-DAY, DAY]) : 0
  const options = { url: larder.url, listId, random, clockOffset }
  const phone = await createShopper({
    ...options,
    access: accessByAccount(ada.id, listId, 'owner'),
    headers: { Cookie: `session=${ada.cookie}` },
    actorId: ada.id,
  })
  const guestPhone = await createShopper({
    ...options,
    clockOffset: 0,
    access: accessByLink(link.slice('/s/'.length), listId, 'link-editor', 'Anna'),
    headers: { 'X-Forwarded-For': `10.1.${seed % 250}.1`, Cookie: `guest-key=${newSecret()}` },
    actorId: linkId,
  })
  const plainUser = random.chance(0.5) ? ben : ada
  const { id: userId, cookie } = plainUser
  const plain = createPlainBrowser({ larder, userId, cookie, listId, random })
  return { larder, seed, random, listId, phone, guestPhone, phones: [phone, guestPhone], plain, plainUser }
}

/** Uses up what the guest may send from this network. */
async function exhaustWrites({ network, access }: Shopper, url: string) {
  const post = () => fetch(`${url}${access.completed}`, { method: 'POST', headers: network.headers })
  for (let n = 0; n < WRITES; n += 8) await Promise.all(Array.from({ length: 8 }, post))
}

export async function run(larder: Larder, seed: number): Promise<World> {
  const world = await createWorld(larder, seed)
  const { random, phones, guestPhone, plain } = world
  await Promise.all(phones.map((phone) => phone.quiet()))
  const jumpAt = random.chance(0.15) ? random.int(STEPS) : -1
  const limitAt = seed % 20 === 0 ? random.int(STEPS) : -1
  for (let n = 0; n < STEPS; n++) {
    if (n === jumpAt) random.pick(phones).jumpClock(random.pick([-DAY, DAY, -MINUTE]))
    if (n === limitAt) await exhaustWrites(guestPhone, larder.url)
    if (random.chance(0.15)) await plain.step()
    else await random.pick(phones).step()
  }
  await plain.finish()
  // In another network, the limit is another.
  guestPhone.network.headers['X-Forwarded-For'] = `10.2.${seed % 250}.1`
  for (const phone of phones) await phone.finish()
  for (const phone of phones) await phone.restart()
  return world
}
