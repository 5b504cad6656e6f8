import type { ActionFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { parse } from '#app/domain/parse.ts'
import { CorrectTrip } from '#app/domain/trips/inputs.ts'
import { correctTrip, deleteTripPhoto } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readFormWithPhoto } from '#app/http/in/body.ts'
import { done, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { tripPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { TripForm } from '#app/routes/spending/TripForm.tsx'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { ActForm } from '#app/ui/ActForm.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { trips } from '#app/words/en/trips.ts'
import { today } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import type { loader, TripData } from './loader.server.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle<TripData | undefined> = {
  title: (_reader, data) => (data ? `${data.title}, ${data.day} · Larder` : 'Larder'),
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, closed } = context
  const user = await requireUser(context, request)
  const { reader } = context
  const { id } = params
  const path = tripPath(id ?? '')
  const words = wordsOf(reader, trips)
  let typed: Record<string, string> = {}
  try {
    const { values, photo } = await readFormWithPhoto(context)
    typed = values
    if (values.intent === 'remove-photo') {
      const { change } = await deleteTripPhoto(services, user, id)
      return await done(context, path, { message: words.photoRemoved, change })
    }
    const input = { ...parse(CorrectTrip, changed(values)), today: today(reader) }
    const upload = photo && { upload: photo, closed }
    const { change } = await correctTrip(services, user, id, input, upload)
    const text = words.tripSaved
    return await redirectWith(context, path, {
      message: { kind: 'success', text, ...(change && { change }) },
    })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

/** Only what was changed here: somebody else may have corrected the rest since. Emptied, the sum isn't known. */
function changed({ paid, store, boughtOn, seenPaid, seenStore, seenBoughtOn }: Record<string, string>) {
  return {
    ...(paid !== seenPaid && { paid: paid?.trim() === '' ? null : paid }),
    ...(store !== seenStore && { store }),
    ...(boughtOn !== seenBoughtOn && { boughtOn }),
  }
}

export default function TripPage() {
  const data = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  // The form says why the server refused it.
  const message = useMessage(refusalOf(result) ? undefined : result)
  const { labels, title, day, back, list, listName, mayEdit, trip, sum, nextId } = data
  return (
    <>
      <NavBar
        page={{ title, subtitle: day, above: { path: back, label: labels.backToSpending }, offersUndo: true }}
        message={message}
      />
      <main className="page settings trip">
        <section className="card" aria-label={labels.paid}>
          <p className="paid-sum">
            <b>{sum}</b>
            {listName && ' · '}
            {list ? (
              <Link to={list.to} dir="auto">
                {listName}
              </Link>
            ) : (
              <span dir="auto">{listName}</span>
            )}
          </p>
          {mayEdit && <Corrections key={trip.updatedAt} data={data} />}
        </section>
        <Photo {...data} />
        <Lines {...data} />
        {mayEdit && (
          <ActForm
            act={() => answeredForm(placeOf(data), 'deleteTrip', `/delete-trip/${trip.id}`)}
            nextId={nextId}
          >
            <button type="submit" className="button danger">
              {labels.deleteTrip}
            </button>
          </ActForm>
        )}
      </main>
    </>
  )
}

const placeOf = ({ userId, list }: TripData) => ({ account: userId, listID: list?.id ?? '' })

function Corrections({ data }: { data: TripData }) {
  const { labels, trip, values, hint, stores, today, photo } = data
  const { paid: seenPaid, store: seenStore, boughtOn: seenBoughtOn } = values
  return (
    <TripForm
      action={tripPath(trip.id)}
      labels={{
        ...labels,
        photo: photo ? labels.replacePhoto : labels.addPhoto,
        submit: labels.save,
        submitting: labels.saving,
      }}
      values={values}
      hint={hint}
      stores={stores}
      today={today}
      hidden={{ seenPaid, seenStore, seenBoughtOn }}
      refusal={refusalOf(useActionData<typeof action>())}
    />
  )
}

function Photo(data: TripData) {
  const { photo, labels, mayEdit, trip } = data
  if (!photo) return null
  const { src, width, height, alt } = photo
  return (
    <section className="card trip-photo" aria-labelledby="photo">
      <h2 id="photo">{labels.receipt}</h2>
      <a href={src} aria-label={labels.viewPhoto}>
        <img src={src} width={width} height={height} alt={alt} />
      </a>
      {mayEdit && (
        <ActForm
          act={() =>
            answeredForm(placeOf(data), 'removePhoto', tripPath(trip.id), { intent: 'remove-photo' })
          }
        >
          <button type="submit" className="button danger">
            {labels.removePhoto}
          </button>
        </ActForm>
      )}
    </section>
  )
}

function Lines(data: TripData) {
  const { lines, labels, estimate, addAgain, trip, nextId } = data
  if (lines.length === 0) return null
  return (
    <section className="card trip-column" aria-labelledby="lines">
      <h2 id="lines">{labels.items}</h2>
      <table className="sum-table">
        <tbody>
          {lines.map(({ name, amount, cost, isGuess }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trip's lines never change
            <tr key={at}>
              <th scope="row" dir="auto">
                {name}
                {amount && <small>{amount}</small>}
              </th>
              <td className={isGuess ? 'estimated' : undefined}>
                {cost}
                {isGuess && <small>{labels.guess}</small>}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="sum-foot">
          <tr>
            <th scope="row">{labels.total}</th>
            <td>{estimate}</td>
          </tr>
        </tfoot>
      </table>
      {addAgain && (
        <ActForm
          act={(id) => answeredForm(placeOf(data), 'addAgain', `/add-again/${trip.id}`, { id })}
          nextId={nextId}
        >
          <button type="submit" className="button quiet">
            {addAgain}
          </button>
        </ActForm>
      )}
    </section>
  )
}
