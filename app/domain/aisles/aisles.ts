import { type Actor, listFor, ofList } from '#app/domain/access/access.ts'
import type { NewChange } from '#app/domain/history/changes.ts'
import { type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import type { Category } from './categories.ts'
import type { SortingEffect } from './effects.ts'
import { aislesIn, moved, orderOf } from './order.ts'
import { type Sorting, sortingOf } from './sorting.ts'
import { store } from './writeSorting.ts'

/** In the order of the list's shop. */
export async function aislesOf({ db }: Pick<Services, 'db'>, actor: Actor, listId: string | undefined) {
  const list = await listFor(db, actor, listId, 'see')
  const { aisles } = await sortingOf(db, list.id)
  return { list, aisles: aislesIn(aisles) }
}

export interface Move {
  category: Category
  /** Its new neighbor. Null for the end. */
  before: Category | null
}

/** In front of the named one, whatever others have moved meanwhile. */
export const moveAisle = (
  services: Services,
  actor: Actor,
  listId: string | undefined,
  { category, before }: Move,
  op?: Op,
) =>
  changeOrder(services, actor, listId, op, ({ aisles }) => {
    const order = orderOf(aisles)
    const next = moved(order, category, before)
    if (next.every((one, place) => one === order[place])) return []
    // Those that were moved before stay where people see them, which others may have shifted.
    const pinned = next.filter((one) => one === category || aisles.get(one)?.pinned)
    return pinned.flatMap((key): SortingEffect[] => {
      const known = aisles.get(key) ?? null
      const after = { position: next.indexOf(key), trips: known?.trips ?? 0, pinned: true }
      const isSame = known?.pinned && known.position === after.position
      return isSame ? [] : [{ kind: 'aisle', key, before: known, after }]
    })
  })

/** Forgets what was moved and learned. */
export const resetAisles = (services: Services, actor: Actor, listId: string | undefined, op?: Op) =>
  changeOrder(services, actor, listId, op, ({ aisles }) =>
    [...aisles].map(([key, before]) => ({ kind: 'aisle', key, before, after: null })),
  )

async function changeOrder(
  services: Services,
  actor: Actor,
  listId: string | undefined,
  op: Op | undefined,
  effectsOf: (sorting: Sorting) => SortingEffect[],
) {
  return write(services, {
    actor,
    op,
    find: ofList(actor, listId, 'editAll'),
    async work(tx, { list }) {
      const effects = effectsOf(await sortingOf(tx, list.id))
      const sorting = await store(tx, list.id, effects)
      const result = { aisles: aislesIn((await sortingOf(tx, list.id)).aisles) }
      if (sorting.length === 0) return { result }
      const event = { type: 'itemEdited' } as const
      const change: NewChange = { listId: list.id, kind: 'order', event, effects: [], sorting }
      return { result, change }
    },
  })
}
