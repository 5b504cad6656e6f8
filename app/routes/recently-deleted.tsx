import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NO_PLACE } from '#app/acts/act.ts'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { deletedListsOf } from '#app/domain/history/trash.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { deletedTripsOf } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { ActRow } from '#app/ui/ActRow.tsx'
import emptyArt from '#app/ui/art/empty-list.svg?raw'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { recent } from '#app/words/en/recent.ts'
import { days } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import { tripName } from '#app/words/tripName.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, recent).recentlyDeleted} · Larder` }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  await queuePage(context, user)
  const lists = await deletedListsOf(services, user)
  const trips = await deletedTripsOf(services, user)
  return {
    userId: user.id,
    lists: lists.map(({ id, name, deletedAt }) => ({ id, name, at: deletedAt ?? 0 })),
    trips: trips.map((trip) => ({
      id: trip.id,
      name: tripName(context.reader, trip),
      at: trip.deletedAt ?? 0,
      mayRestore: trip.mayRestore,
    })),
  }
}

export default function RecentlyDeleted() {
  const { userId, lists, trips } = useLoaderData<typeof loader>()
  const words = useWords(recent)
  const time = days(useReader(), KEEP_DELETED_FOR)
  return (
    <>
      <NavBar page={{ title: words.recentlyDeleted, ownerId: userId, offersUndo: true }} />
      <main className="page recent">
        {lists.length + trips.length === 0 ? (
          <EmptyState art={emptyArt} text={words.nothingDeleted({ time })} />
        ) : (
          <>
            <ul className="acts card">
              {lists.map((list) => (
                <ActRow key={list.id} text={list.name} at={list.at}>
                  <ActForm
                    act={() =>
                      answeredForm({ account: userId, listID: list.id }, 'restoreList', `/restore/${list.id}`)
                    }
                  >
                    <button type="submit" className="button plain" aria-label={words.restoreNamed(list)}>
                      {words.restore}
                    </button>
                  </ActForm>
                </ActRow>
              ))}
              {trips.map((trip) => (
                <ActRow key={trip.id} text={trip.name} at={trip.at}>
                  {trip.mayRestore && (
                    <ActForm act={() => answeredForm(NO_PLACE, 'restoreTrip', `/restore-trip/${trip.id}`)}>
                      <button type="submit" className="button plain" aria-label={words.restoreNamed(trip)}>
                        {words.restore}
                      </button>
                    </ActForm>
                  )}
                </ActRow>
              ))}
            </ul>
            <p className="hint">{words.everythingStays({ time })}</p>
          </>
        )}
      </main>
    </>
  )
}
