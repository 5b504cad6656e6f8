import { Check } from 'lucide'
import { type FormEvent, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { finishPath } from '#app/protocol/paths.ts'
import { PhotoField } from '#app/routes/finish/PhotoField.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { FinishLink } from './FinishLink.tsx'
import { useAccountData } from './pageData.ts'
import { type Refused, sendFinish } from './sendFinish.ts'
import { unpricedOf } from './Total.tsx'

interface Props {
  rows: Row[]
  /** Kept outside: what is sent leaves the list at once, and this with it. */
  refused: Refused | undefined
  onRefused(refused: Refused | undefined): void
  onFinish(): void
}

/** In place of the open items when there are none left: what it cost, and the end of the trip. */
export function AllDone({ rows, ...finishing }: Props) {
  const words = useWords(listWords)
  const reader = useReader()
  const { may, currency } = useListAccess()
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
      {may('editAll') && <Finish rows={rows} {...finishing} />}
    </section>
  )
}

/** The store is the last one, the date today. */
function Finish({ rows, refused, onRefused, onFinish }: Props) {
  const words = useWords(listWords)
  const reader = useReader()
  const access = useListAccess()
  const { nextId, receipt } = useAccountData() ?? {}
  const [isUploading, setUploading] = useState(false)
  const ids = rows.map(({ id }) => id)
  const { paid } = refused?.fields ?? {}

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onRefused(await sendFinish(access, reader, ids, new FormData(event.currentTarget)))
  }

  return (
    <>
      <form method="post" action={finishPath(access.listID)} encType="multipart/form-data" onSubmit={send}>
        <HiddenFields of={{ ...(nextId && { id: nextId }), items: ids.join(' ') }} />
        {!paid && <FormError>{refused?.message}</FormError>}
        <Field
          label={words.paid}
          name="paid"
          defaultValue={refused?.values.paid}
          error={paid}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
        />
        <PhotoField listID={access.listID} hasReceipt={receipt !== undefined} onUpload={setUploading} />
        <Button className="wide" pending={isUploading}>
          {words.finish.toUpperCase()}
        </Button>
      </form>
      <FinishLink onFinish={onFinish}>{words.storeAndDate}</FinishLink>
    </>
  )
}
