import { z } from 'zod/v4'
import { type List, listFor, type User } from '#app/domain/access/access.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import { code, id } from '#app/domain/inputs.ts'
import { insertItems } from '#app/domain/items/itemRows.ts'
import { MAX_ITEMS_AT_ONCE } from '#app/domain/limitsAndLifetimes.ts'
import { creationOf, insertList } from '#app/domain/lists/lists.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { cleanLine, isShort } from '#app/domain/text.ts'
import { type Op, write } from '#app/domain/write.ts'
import type { Shared } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import { hasContent } from './readAmounts.ts'
import { readLine } from './readLine.ts'
import { readText } from './readText.ts'

/** The title, usually that of a web page, is used only if there is nothing else. */
export function readShared({ text, title }: Shared, currency: Currency) {
  const read = readText(text, currency)
  return read.items.length > 0 ? read : readText(title, currency)
}

export const AddShared = z.object({
  id,
  listID: z.string().optional(),
  newList: z.string().transform(cleanLine).refine(isShort, code('name-too-long')).optional(),
  lines: z
    .array(z.string())
    .min(1, code('lines-required'))
    .max(MAX_ITEMS_AT_ONCE, code('too-many-lines'))
    // Piped, so that the number is checked first.
    .pipe(z.array(z.string().transform(cleanLine).refine(hasContent, code('line-empty')))),
})

export async function addShared(
  services: Services,
  user: User,
  { id, newList, listID, lines, currency }: z.infer<typeof AddShared> & { currency?: string | undefined },
  op?: Op,
): Promise<List & WithChange> {
  const { listId, change } = await write(services, {
    actor: user,
    op,
    find: async (tx) => (newList ? {} : { list: await listFor(tx, user, listID, 'edit') }),
    async work(tx, found: { list?: List }) {
      const list = found.list ?? (await insertList(services, tx, user, { id, name: newList ?? '', currency }))
      const currencyOfLines = currencyOf(list.currency)
      // The right comes first, because reading many lines takes a while.
      const newItems = lines
        .map((line) => readLine(line, currencyOfLines))
        .map(({ hasQuantity: _, priceCents = 0, ...line }) => ({ ...line, priceCents }))
      const { change } = await insertItems(services, tx, user, list, newItems, {
        kind: 'share',
        type: 'itemCreated',
        effects: newList ? [creationOf(list)] : [],
      })
      return { result: { listId: list.id }, change }
    },
  })
  return { ...(await listFor(services.db, user, listId, 'see')), change }
}
