import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listFor } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { columnsIn } from '#app/domain/items/itemColumns.ts'
import { itemsIn } from '#app/domain/items/items.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { receiptIn } from '#app/domain/receipts/receipts.ts'
import { latestTripsOf } from '#app/domain/trips/latest.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { latestToday, today } from '#app/words/format.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const listId = new URL(request.url).searchParams.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context, request)
  const { reader } = context
  const list = await listFor(services.db, user, listId, 'editAll')
  const ticked = (await itemsIn(services, list)).filter(({ completed }) => completed)
  const receipt = await receiptIn(services, list)
  const { stores } = await latestTripsOf(services, list)
  return {
    list: { id: list.id, name: list.name, currency: currencyOf(list.currency) },
    rows: ticked.map((item) => ({ id: item.id, ...columnsIn(item) })),
    receipt: receipt && { id: receipt.id, width: receipt.width, height: receipt.height },
    stores,
    today: today(reader),
    latest: latestToday(reader),
    nextId: newId(),
  }
}
