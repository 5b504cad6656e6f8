import type { AppLoadContext } from '@remix-run/node'
import type { Item } from '#app/domain/items/findItem.ts'
import { itemAbove } from '#app/domain/items/items.ts'
import { itemIn, type Repeated } from '#app/domain/write.ts'

/** The list; for the form of its rows, scrolled to the row above the one that left its place. */
export async function scrolledTo(
  { services }: AppLoadContext,
  { home, form }: { home: string; form: Record<string, string> },
  result: Item | Repeated | undefined,
  wasCompleted: (item: Item) => boolean,
): Promise<string> {
  const item = result && itemIn(result)
  if (form.scroll !== 'above' || !item) return home
  const above = await itemAbove(services, item, wasCompleted(item))
  return `${home}#${above ? `item-${above.id}` : 'items'}`
}
