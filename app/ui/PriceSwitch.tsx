import { editForm } from '#app/acts/edit.ts'
import { isMeasure } from '#app/domain/items/amounts.ts'
import { money } from '#app/messages/format.ts'
import { formValues } from '#app/messages/formValues.ts'
import { submit } from '#app/offline/page/send.ts'
import type { Message } from './browser/messages.ts'
import { HiddenFields } from './HiddenFields.tsx'
import { useListAccess } from './listAccess.ts'

/** '12 eggs 2.99' may mean either. */
export function PriceSwitch({ item }: { item: NonNullable<Message['unclear']> }) {
  const { id, unit, priceCents, updatedAt } = item
  const access = useListAccess()
  const values = formValues(item)
  const isForAll = values.priceFor === 'all'
  const edit = editForm(access, id, { ...values, priceFor: isForAll ? 'one' : 'all' }, { values, updatedAt })
  const each = isMeasure(unit) ? `per ${unit}` : 'each'
  return (
    <form
      method="post"
      action={edit.path}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(edit)
      }}
    >
      <HiddenFields of={edit.fields} />
      <button type="submit" className="button quiet">
        {money(priceCents)} {isForAll ? each : 'for all'}
      </button>
    </form>
  )
}
