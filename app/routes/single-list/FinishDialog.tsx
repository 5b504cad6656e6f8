import { type FormEvent, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { FinishForm } from '#app/routes/finish/FinishForm.tsx'
import { PhotoField } from '#app/routes/finish/PhotoField.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { finish } from '#app/words/en/finish.ts'
import { today } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { useAccountData } from './pageData.ts'
import { type Refused, sendFinish } from './sendFinish.ts'

export function FinishDialog({ rows, onClose }: { rows: Row[]; onClose(): void }) {
  const words = useWords(finish)
  const reader = useReader()
  const access = useListAccess()
  const account = useAccountData()
  // What others tick meanwhile isn't seen here.
  const [ticked] = useState(() => rows.filter(({ completed }) => completed))
  const [refused, setRefused] = useState<Refused>()
  const [typed] = useState(typedBefore)
  const [isPending, setPending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    const refused = await sendFinish(
      access,
      reader,
      ticked.map(({ id }) => id),
      new FormData(event.currentTarget),
    )
    setPending(false)
    setRefused(refused)
    if (!refused) onClose()
  }

  const list = { id: access.listID, currency: access.currency ?? DOLLAR }
  return (
    <Dialog title={words.title} closeTo={access.home} onClose={() => !isPending && onClose()}>
      <FinishForm
        list={list}
        rows={ticked}
        stores={account?.stores ?? []}
        today={today(reader)}
        latest={today(reader)}
        refused={refused ?? typed}
        pending={isPending}
        onSubmit={send}
      >
        <PhotoField listID={access.listID} hasReceipt={account?.receipt !== undefined} onUpload={setPending}>
          <p className="signature">{words.photoLater}</p>
        </PhotoField>
      </FinishForm>
    </Dialog>
  )
}

/** Into the panel of a list that is all done. */
function typedBefore() {
  if (typeof document === 'undefined') return undefined
  const field = document.querySelector<HTMLInputElement>('.all-done [name=paid]')
  return field ? { values: { paid: field.value } } : undefined
}
