import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deletedListsOf } from '#app/domain/history/trash.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { days } from '#app/messages/format.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { ActRow } from '#app/ui/ActRow.tsx'
import emptyArt from '#app/ui/art/empty-list.svg?raw'
import { usePreloadActions } from '#app/ui/browser/preloadActions.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'

export const meta: MetaFunction = () => [{ title: 'Recently deleted · Larder' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  await queuePage(context, user)
  const lists = await deletedListsOf(services, user)
  return {
    userId: user.id,
    lists: lists.map(({ id, name, deletedAt }) => ({ id, name, at: deletedAt ?? 0 })),
  }
}

const KEPT = days(KEEP_DELETED_FOR)
const ACTIONS = ['restore.$id', 'undo.$id']

export default function RecentlyDeleted() {
  const { userId, lists } = useLoaderData<typeof loader>()
  usePreloadActions(ACTIONS)
  return (
    <>
      <NavBar page={{ ownerId: userId }} />
      <main className="page recent">
        <h1>Recently deleted</h1>
        {lists.length === 0 ? (
          <EmptyState art={emptyArt}>{`No lists were deleted in the last ${KEPT}.`}</EmptyState>
        ) : (
          <>
            <p className="hint">{`Deleted lists stay here for ${KEPT}.`}</p>
            <ul className="acts card">
              {lists.map((list) => (
                <ActRow key={list.id} text={list.name} at={list.at}>
                  <ActForm action={`/restore/${list.id}`}>
                    <button type="submit" className="button plain" aria-label={`Restore ${list.name}`}>
                      Restore
                    </button>
                  </ActForm>
                </ActRow>
              ))}
            </ul>
          </>
        )}
      </main>
    </>
  )
}
