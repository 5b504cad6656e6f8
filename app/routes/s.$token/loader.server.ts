import type { LoaderFunctionArgs } from '@remix-run/node'
import { rowsToText } from '#app/acts/row.ts'
import { VIEWS } from '#app/domain/aisles/views.ts'
import { newId } from '#app/domain/ids.ts'
import { itemsIn } from '#app/domain/items/items.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { guestOfNetwork, listOfGuest, requireGuest } from '#app/http/in/auth.ts'
import { viewCookie } from '#app/http/in/cookies.ts'
import { markSeenAfterResponse } from '#app/http/out/markSeen.ts'
import { listInTurn } from '#app/routes/single-list/listInTurn.server.ts'
import { categoryIn, sortedRows } from '#app/routes/single-list/sorted.server.ts'

/** The list for people without an account. Everyone with the link can read this data, so it says nothing about people. */
export async function loader({ request, params: { token = '' }, context }: LoaderFunctionArgs) {
  const guest = await requireGuest(context, request, token)
  const list = await listInTurn(context, guestOfNetwork(context, guest), () => listOfGuest(context, guest))
  const { id, name, revision, role } = list
  const items = await itemsIn(context.services, list)
  const view = VIEWS.find((one) => one === viewCookie(context.services.config).read(request))
  const { rows, sorting } = await sortedRows(context, { id, view }, items)
  // Messengers open links for a preview, without a name.
  if (guest.name !== null) markSeenAfterResponse(context, request, guest, list)
  return {
    token,
    guest: guest.name ?? '',
    list: { id, name, revision, role, currency: currencyOf(list.currency) },
    items: rowsToText(rows),
    ...(sorting && { sorting }),
    ...(await categoryIn(context, request, list, items)),
    now: Date.now(),
    nextId: newId(),
  }
}
