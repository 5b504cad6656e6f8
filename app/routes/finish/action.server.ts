import type { ActionFunctionArgs } from '@remix-run/node'
import { isMissingRight } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { Operation, Repeatable } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { type Finishing, finish, finishWithPhoto } from '#app/domain/trips/finish.ts'
import { Finish } from '#app/domain/trips/inputs.ts'
import { latestTripsOf } from '#app/domain/trips/latest.ts'
import type { Trip } from '#app/domain/trips/tripRows.ts'
import { tripFor } from '#app/domain/trips/trips.ts'
import { formOrOutboxOp, isRepeated, type Repeated } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { formData, photoIn, textFields } from '#app/http/in/body.ts'
import { type Done, done, refused, refusedHere } from '#app/http/out/replies.ts'
import { listIdIn, listPath } from '#app/protocol/paths.ts'
import { latestToday, today } from '#app/words/format.ts'
import { finishedText } from '#app/words/trips.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // As the account reads.
  const { reader } = context
  const listId = listIdIn(new URL(request.url).search)
  let values: Record<string, string> = {}
  try {
    if (context.uploadError) throw context.uploadError
    const data = await formData(context)
    const series = SERIES.filter((name) => data.has(name)).map((name) => [name, joined(data, name)])
    values = { ...textFields(data), ...Object.fromEntries(series) }
    const { op } = parse(Repeatable, values)
    const { id } = parse(Operation, values)
    const { boughtOn, ...input } = parse(Finish, { ...values, items: idsIn(values.items) })
    const store = input.store ?? (await latestTripsOf(services, { id: listId })).stores[0]
    const finishing: Finishing = {
      ...input,
      store,
      boughtOn: boughtOn || today(reader),
      today: latestToday(reader),
      timeZone: reader.timeZone,
      checked: checkedIn(values),
    }
    const operation = formOrOutboxOp(services, user, { op, id }, 'finish', [listId, values])
    const photo = photoIn(data)
    const upload = async () => new Uint8Array((await photo?.arrayBuffer()) ?? [])
    const result = photo
      ? await finishWithPhoto(
          services,
          user,
          listId,
          finishing,
          { upload, closed: context.closed },
          operation,
        )
      : await finish<Repeated>(services, user, listId, finishing, operation)
    const trip = isRepeated(result) ? await tripOf(result) : result.trip
    const reply: Done = { change: result.change, ...(trip && { message: finishedText(reader, trip) }) }
    return done(context, listPath(listId), reply)
  } catch (error) {
    if (context.wantsJson) return refused(context, error, listPath(listId))
    if (isMissingRight(error)) throw error
    return refusedHere(context, error, values)
  }

  /** Finished before. Somebody may have taken it back since. */
  async function tripOf({ items: [first] }: Repeated): Promise<Trip | undefined> {
    const found = tripFor(services, user, first?.tripId ?? undefined)
    return found.then(
      ({ trip }) => trip,
      (error) => {
        if (error instanceof DomainError) return undefined
        throw error
      },
    )
  }
}

/** Of rows, in their order. Scripts send each as one field. */
const SERIES = ['items', 'shown', 'quantity', 'price']

const joined = (data: FormData, name: string) => data.getAll(name).map(String).join('\n')

const idsIn = (items = '') => {
  const ids = items.split(/\s+/).filter(Boolean)
  return ids.length > 0 ? ids : undefined
}

function checkedIn({ items = '', shown, quantity = '', price = '' }: Record<string, string>) {
  if (!shown) return undefined
  const lines = (text: string) => text.split(/\r?\n/)
  return { items: idsIn(items) ?? [], shown: lines(shown), quantities: lines(quantity), prices: lines(price) }
}
