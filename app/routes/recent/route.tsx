import { type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { answeredForm, removeAtHomeForm } from '#app/acts/answeredActs.ts'
import { undoChangeForm } from '#app/acts/undo.ts'
import { useListEvents } from '#app/browser/useListEvents.ts'
import { listFor } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { deletedItemsOf } from '#app/domain/history/trash.ts'
import { newId } from '#app/domain/ids.ts'
import { Recent as Asked } from '#app/domain/inputs.ts'
import { DELETED_PER_PAGE, KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { parse } from '#app/domain/parse.ts'
import { briefly, thingsAtHome } from '#app/domain/recipes/atHome.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { listPath, recentPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { ActRow } from '#app/ui/ActRow.tsx'
import emptyArt from '#app/ui/art/empty-items.svg?raw'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { atHomeText } from '#app/words/atHome.ts'
import { recent } from '#app/words/en/recent.ts'
import { days } from '#app/words/format.ts'
import { sentenceOf } from '#app/words/history.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export const handle: PageHandle<SerializeFrom<typeof loader> | undefined> = {
  title: (reader, data) => (data ? `${wordsOf(reader, recent).tab(data.list)} · Larder` : 'Larder'),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const search = new URL(request.url).searchParams
  const listId = search.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context, request)
  const { id, name, revision, role } = await listFor(services.db, user, listId, 'seeAll')
  await queuePage(context, user)
  const { before, deleted: skip } = parse(Asked, Object.fromEntries(search))
  const { changes, next } = skip ? { changes: [] } : await historyOf(services, user, id, { before })
  const most = DELETED_PER_PAGE + 1
  const asked = changes.filter(({ kind, undoneAt }) => kind === 'ai' && undoneAt === null)
  const atHome = await thingsAtHome(
    services.db,
    asked.map(({ id }) => id),
  )
  const deleted = before ? [] : await deletedItemsOf(services, user, id, { skip, most })
  return {
    list: { id, name, revision },
    mayEdit: hasRight(role, 'editAll'),
    userId: user.id,
    changes: changes.map((change) => ({
      id: change.id,
      text: sentenceOf(context.reader, change, user.id),
      at: change.createdAt,
      undone: change.undoneAt !== null,
      nextId: newId(),
      ...atHomeText(context.reader, change.id, (atHome.get(change.id) ?? []).map(briefly)),
    })),
    next,
    skipped: skip ?? 0,
    hasMoreDeleted: deleted.length === most,
    deleted: deleted
      .slice(0, DELETED_PER_PAGE)
      .map(({ id, name, deletedAt }) => ({ id, name, at: deletedAt ?? 0 })),
  }
}

export default function Recent() {
  const { list, mayEdit, userId, changes, next, deleted, skipped, hasMoreDeleted } =
    useLoaderData<typeof loader>()
  const words = useWords(recent)
  const time = days(useReader(), KEEP_DELETED_FOR)
  const place = { account: userId, listID: list.id }
  useListEvents({ ...list, leaveTo: listPath(list.id) })
  return (
    <>
      <NavBar page={{ title: list.name, listId: list.id, offersUndo: true }} />
      <main className="page recent">
        {skipped === 0 && (
          <section>
            <header>
              <h2>{words.changes}</h2>
              {deleted.length > 0 && <a href="#deleted">{words.deletedItems}</a>}
            </header>
            {changes.length === 0 ? (
              <EmptyState art={emptyArt} text={words.noChanges({ time })} />
            ) : (
              <ul className="acts card">
                {changes.map((change) => (
                  <ActRow
                    key={change.id}
                    text={change.text}
                    at={change.at}
                    className={change.undone ? 'undone' : undefined}
                  >
                    {change.undone ? (
                      <span className="hint">{words.undone}</span>
                    ) : (
                      mayEdit && (
                        <ActForm
                          act={() => undoChangeForm(place, change.id, { id: change.nextId, from: 'recent' })}
                        >
                          <button
                            type="submit"
                            className="button plain"
                            aria-label={words.undoChange({ change: change.text })}
                          >
                            {words.undo}
                          </button>
                        </ActForm>
                      )
                    )}
                    {mayEdit && change.atHome && (
                      <ActForm
                        className="at-home"
                        act={(id) => removeAtHomeForm(place, change.id, { id, from: 'recent' })}
                        nextId={change.nextId}
                      >
                        <p className="hint" id={`at-home-${change.id}`}>
                          {change.atHome.label} {change.atHome.things.map(({ name }) => name).join(', ')}
                        </p>
                        <button
                          type="submit"
                          className="button plain"
                          aria-describedby={`at-home-${change.id}`}
                        >
                          {change.atHome.remove}
                        </button>
                      </ActForm>
                    )}
                  </ActRow>
                ))}
              </ul>
            )}
            {next && (
              <p className="list-links">
                <Link to={`${recentPath(list.id)}&before=${next}`}>{words.olderChanges}</Link>
              </p>
            )}
          </section>
        )}
        {deleted.length > 0 && (
          <section>
            <h2 id="deleted">{words.deletedItems}</h2>
            <ul className="acts card">
              {deleted.map((item) => (
                <ActRow key={item.id} text={item.name} at={item.at}>
                  {mayEdit && (
                    <>
                      <ActForm
                        act={() =>
                          answeredForm(place, 'restoreItem', `/restore-item/${item.id}`, { listID: list.id })
                        }
                      >
                        <button type="submit" className="button plain" aria-label={words.restoreNamed(item)}>
                          {words.restore}
                        </button>
                      </ActForm>
                      <ActForm
                        act={() => answeredForm(place, 'purgeItem', `/purge/${item.id}`, { listID: list.id })}
                      >
                        <button
                          type="submit"
                          className="button danger"
                          aria-label={words.deleteNamedForGood(item)}
                        >
                          {words.deleteForGood}
                        </button>
                      </ActForm>
                    </>
                  )}
                </ActRow>
              ))}
            </ul>
            <p className="hint">{words.itemsStay({ time })}</p>
            {hasMoreDeleted && (
              <p className="list-links">
                <Link to={`${recentPath(list.id)}&deleted=${skipped + DELETED_PER_PAGE}`}>
                  {words.earlierItems}
                </Link>
              </p>
            )}
          </section>
        )}
      </main>
    </>
  )
}
