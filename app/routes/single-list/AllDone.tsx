import { Check } from 'lucide'
import { duplicateListForm } from '#app/acts/lists.ts'
import type { Row } from '#app/acts/row.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import { unpricedOf } from './Total.tsx'

/** In place of the open items when there are none left: what it cost, and the same again. The receipt is in the foot. */
export function AllDone({ rows }: { rows: Row[] }) {
  const words = useWords(listWords)
  const reader = useReader()
  const { nextId } = usePageData()
  const access = useListAccess()
  const { may, currency } = access
  const needsConnection = useNeedsConnection()
  const total = totalOf(rows)
  const unpriced = unpricedOf(rows)
  return (
    <section className="all-done" id="items">
      <i className="medal">
        <Icon of={Check} size={52} />
      </i>
      <h2>{words.allDone}</h2>
      <p>{words.inTheBasket({ n: rows.length })}</p>
      {total > 0 && <p className="sum">{money(reader, total, currency)}</p>}
      {total > 0 && unpriced > 0 && <p>{words.withoutPrice({ n: unpriced })}</p>}
      {may('seeAll') && (
        <ActForm act={(id) => duplicateListForm(access, id, 'list')} nextId={nextId}>
          <button type="submit" className="button quiet" {...needsConnection(words.startAgain)}>
            {words.startAgainFrom}
          </button>
        </ActForm>
      )}
    </section>
  )
}
