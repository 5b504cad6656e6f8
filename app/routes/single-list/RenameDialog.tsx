import { type FormEvent, useState } from 'react'
import { renameListForm } from '#app/acts/lists.ts'
import { submitOrSay } from '#app/browser/send.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { listPath } from '#app/protocol/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Field } from '#app/ui/Field.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import type { Draft } from './useListDialogs.ts'

export function RenameDialog({ draft, onClose }: { draft: Draft | undefined; onClose(): void }) {
  const words = useWords(listWords)
  const { list } = usePageData()
  const access = useListAccess()
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const act = (name: string) => renameListForm(access, name, 'list')

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    setPending(true)
    const isDone = await submitOrSay(act(name), setRefused)
    setPending(false)
    if (isDone) onClose()
  }

  return (
    <Dialog title={words.renameList} closeTo={listPath(list.id)} onClose={onClose}>
      <form method="post" action={act('').path} onSubmit={send}>
        <Field
          label={words.name}
          name="name"
          defaultValue={draft?.values.name ?? list.name}
          error={refused ?? draft?.message}
          onFocus={(event) => event.currentTarget.select()}
          takesFocus
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          enterKeyHint="done"
        />
        <Button className="wide" pending={pending}>
          {words.rename}
        </Button>
      </form>
    </Dialog>
  )
}
