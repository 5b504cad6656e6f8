import { Check } from 'lucide'
import { clearDone } from '#app/acts/listActs.ts'
import type { Row } from '#app/acts/row.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { money, plural } from '#app/messages/format.ts'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { usePageData } from './pageData.ts'

/** In place of the open items when there are none left. The receipt's button in the footer stands out then. */
export function AllDone({ rows }: { rows: Row[] }) {
  const { list, nextId } = usePageData()
  const { may } = useListAccess()
  const needsConnection = useNeedsConnection()
  const total = totalOf(rows)
  return (
    <section className="all-done" id="items">
      <i className="medal">
        <Icon of={Check} size={52} />
      </i>
      <h2>All done</h2>
      <p>{plural(rows.length, 'item')} in the basket</p>
      {total > 0 && <p className="sum">{money(total)}</p>}
      {may('seeAll') && (
        <div>
          <ActForm action={`/duplicate-list/${list.id}`} nextId={nextId}>
            <button type="submit" className="button" {...needsConnection('Start again')}>
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
