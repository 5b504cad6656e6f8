import { clearDone } from '#app/acts/listActs.ts'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { usePageData } from './pageData.ts'

/** In place of the open items when there are none left. The receipt's button in the footer stands out then. */
export function AllDone() {
  const { list, nextId } = usePageData()
  const { may } = useListAccess()
  const needsConnection = useNeedsConnection()
  return (
    <section className="all-done card" id="items">
      <h2>All done</h2>
      {may('seeAll') && (
        <div>
          <ActForm action={`/duplicate-list/${list.id}`} nextId={nextId} fields={{ name: list.name }}>
            <button type="submit" className="button quiet" {...needsConnection('Start again')}>
              Start again from this list
            </button>
          </ActForm>
          {may('editAll') && (
            <ActForm action={clearDone.path(list.id)}>
              <button type="submit" className="button quiet" {...needsConnection('Clear done')}>
                Clear done
              </button>
            </ActForm>
          )}
        </div>
      )}
    </section>
  )
}
