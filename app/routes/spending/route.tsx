import type { ActionFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { Plus, X } from 'lucide'
import { parse } from '#app/domain/parse.ts'
import { Purchase } from '#app/domain/trips/inputs.ts'
import { addPurchase, addPurchaseWithPhoto } from '#app/domain/trips/trips.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readFormWithPhoto } from '#app/http/in/body.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { RECENTLY_DELETED, SPENDING, spendingPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import emptyArt from '#app/ui/art/empty-list.svg?raw'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { trips } from '#app/words/en/trips.ts'
import { today } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import type { loader, SpendingData } from './loader.server.ts'
import { Sums } from './Sums.tsx'
import { TripForm } from './TripForm.tsx'
import { Trips } from './Trips.tsx'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle<SpendingData | undefined> = {
  title: (_reader, data) =>
    data ? `${data.list ? `${data.title}: ${data.list.name}` : data.title} · Larder` : 'Larder',
}

/** Adds a purchase that was on no list. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, closed } = context
  const user = await requireUser(context, request)
  const { reader } = context
  let typed: Record<string, string> = {}
  try {
    const { values, photo } = await readFormWithPhoto(context)
    typed = values
    const { id, ...input } = parse(Purchase, values)
    const { currency } = reader
    const purchase = { ...(currency && { currency }), ...input, today: today(reader) }
    const op = formOp(services, user, id, 'purchase', [purchase, photo !== undefined])
    const { trip } = photo
      ? await addPurchaseWithPhoto(services, user, purchase, { upload: photo, closed }, op)
      : await addPurchase(services, user, purchase, op)
    const text = wordsOf(reader, trips).purchaseAdded
    const path = spendingPath({ year: trip.boughtOn.slice(0, 4) })
    return await redirectWith(context, path, { message: { kind: 'success', text } })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export default function Spending() {
  const data = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  // The form says why the server refused it.
  const message = useMessage(refusalOf(result) ? undefined : result)
  const { userId, labels, list, title, period, sums, none } = data
  const hasTrips = data.trips.length > 0
  return (
    <>
      <NavBar
        page={{
          title,
          ...(list ? { listId: list.id, subtitle: list.name } : { ownerId: userId }),
          offersUndo: true,
        }}
        message={message}
      />
      <main className="page settings spending">
        <header className="spending-head">
          <h2>{period}</h2>
          <Years {...data} />
        </header>
        <Chosen {...data} />
        {!list && <AddPurchase key={data.nextId} data={data} />}
        {sums.map((sum) => (
          <Sums key={sum.currency} {...sum} labels={labels} isOneOfSeveral={sums.length > 1} />
        ))}
        {hasTrips ? (
          <Trips {...data} />
        ) : data.years.length === 0 ? (
          <EmptyState art={emptyArt} text={labels.noneYet}>
            <small>{labels.howToStart}</small>
          </EmptyState>
        ) : (
          <p>{none}</p>
        )}
        <p className="spending-links">
          {hasTrips && (
            <>
              <a href={data.csv} download>
                {labels.download}
              </a>
              <button type="button" className="needs-script" onClick={() => print()}>
                {labels.print}
              </button>
            </>
          )}
          {data.hasDeleted && <Link to={RECENTLY_DELETED}>{labels.recentlyDeleted}</Link>}
        </p>
      </main>
    </>
  )
}

function Years({ years, labels }: SpendingData) {
  if (years.length < 2) return null
  return (
    <nav aria-label={labels.years}>
      {years.map(({ year, to, isShown }) => (
        <Link key={year} to={to} aria-current={isShown ? 'true' : undefined}>
          {year}
        </Link>
      ))}
    </nav>
  )
}

/** A month or a store, until it's left out again. */
function Chosen({ wholeYear, allStores, store, labels }: SpendingData) {
  if (!wholeYear && !allStores) return null
  return (
    <p className="chosen">
      {wholeYear && <Link to={wholeYear.to}>{wholeYear.label}</Link>}
      {allStores && (
        <Link to={allStores} aria-label={labels.allStores}>
          <span dir="auto">{store}</span>
          <Icon of={X} size={16} />
        </Link>
      )}
    </p>
  )
}

function AddPurchase({ data }: { data: SpendingData }) {
  const { labels, today, nextId, stores, currency } = data
  const refusal = refusalOf(useActionData<typeof action>())
  return (
    <details className="card add-purchase" open={refusal !== undefined}>
      <summary>
        <Icon of={Plus} />
        {labels.addPurchase}
      </summary>
      <TripForm
        action={SPENDING}
        labels={{ ...labels, photo: labels.receipt, submit: labels.add, submitting: labels.adding }}
        values={{ paid: '', store: '', boughtOn: today }}
        stores={stores}
        today={today}
        hidden={{ id: nextId, currency }}
        refusal={refusal}
      />
    </details>
  )
}
