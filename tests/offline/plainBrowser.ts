import { newId } from '#app/domain/ids.ts'
import { accessByAccount } from '#app/ui/listAccess.ts'
import type { Larder } from '#tests/support/larder.ts'
import { createNetwork } from './network.ts'
import type { Random } from './random.ts'
import { COUNTED } from './shopper.ts'

// Somebody whose browser runs no scripts: each act is a form, sent when they press its button.

export interface StoredItem {
  id: string
  name: string
  quantity_milli: number
  unit: string
  price_cents: number
  price_for: string
  completed: number
  completed_at: number
  updated_at: number
}

export function itemsOf({ database }: Larder, listId: string): StoredItem[] {
  return database
    .prepare(`SELECT * FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY completed, position, id`)
    .all(listId) as StoredItem[]
}

interface Form {
  path: string
  fields: Record<string, string>
  /** How much it adds, and to what. */
  name?: string
  amount?: number
}

interface Options {
  larder: Larder
  userId: string
  listId: string
  cookie: string
  random: Random
}

export type PlainBrowser = ReturnType<typeof createPlainBrowser>

export function createPlainBrowser({ larder, userId, listId, cookie, random }: Options) {
  const network = createNetwork(larder.url, random, { Cookie: `session=${cookie}`, Accept: 'text/html' })
  const access = accessByAccount(userId, listId, 'owner')
  const forms: Form[] = []
  /** The page as it was opened last. */
  let page = itemsOf(larder, listId)

  function nextForm(): Form {
    const free = page.filter(({ name }) => !COUNTED.includes(name))
    const row = free.length > 0 ? random.pick(free) : undefined
    const id = newId()
    if (random.chance(0.25)) {
      const [name, amount] = [random.pick(COUNTED), 1 + random.int(4)]
      return { path: access.quickAdd, fields: { id, lines: `${name} x${amount}` }, name, amount }
    }
    if (!row || random.chance(0.2)) {
      const fields = {
        id,
        name: `Plain ${id.slice(9)}`,
        quantity: '1',
        unit: '',
        price: '0',
        priceFor: 'one',
      }
      return { path: access.add, fields }
    }
    if (random.chance(0.5)) {
      const fields = { id: row.id, listID: listId, completed: row.completed ? 'false' : 'on' }
      return { path: access.completed, fields }
    }
    if (random.chance(0.3)) return { path: access.delete(row.id), fields: {} }
    const values = {
      name: `${row.name.split(' ')[0]} ${random.int(90)}`,
      quantity: '1',
      unit: '',
      price: '0',
    }
    return { path: access.edit(row.id), fields: { ...values, priceFor: 'one', seen: String(row.updated_at) } }
  }

  async function post(form: Form) {
    const { status } = await network.request(form.path, {
      method: 'POST',
      body: String(new URLSearchParams(form.fields)),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    if (status >= 400) throw new Error(`${form.path} was answered with ${status}`)
  }

  async function step() {
    if (random.chance(0.5)) page = itemsOf(larder, listId)
    const form = nextForm()
    forms.push(form)
    const sending = post(form).catch((error) => {
      if (!(error instanceof TypeError)) throw error
    })
    // A late one is on its way when they leave the page.
    await Promise.race([sending, ...(network.held.length > 0 ? [Promise.resolve()] : [])])
  }

  async function finish() {
    network.isHealed = true
    for (const deliver of network.held.splice(0)) await deliver()
  }

  /** The rows of the page. */
  async function read() {
    const html = await (await network.request(access.home)).text()
    const rows = html.matchAll(
      /<li id="item-([^"]+)"[\s\S]*?aria-checked="(true|false)"[\s\S]*?class="name"[^>]*>([^<]*)</g,
    )
    return [...rows].map(([, id, checked, name]) => ({ id, name, completed: checked === 'true' }))
  }

  return { step, finish, read, forms, network }
}
