import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { listPath } from '#app/protocol/paths.ts'
import type { Reply } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Field } from '#app/ui/Field.tsx'
import { list as listWords } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import type { Draft } from './useListDialogs.ts'

export function RenameDialog({ draft, onClose }: { draft: Draft | undefined; onClose(): void }) {
  const words = useWords(listWords)
  const { list } = usePageData()
  const { state, data, Form } = useFetcher<Reply>()
  const pending = state !== 'idle'
  useEffect(() => {
    if (state === 'idle' && data?.ok) onClose()
  }, [state, data, onClose])

  return (
    <Dialog title={words.renameList} closeTo={listPath(list.id)} onClose={onClose}>
      <Form
        method="post"
        action={`/rename-list/${list.id}`}
        onSubmit={(event) => pending && event.preventDefault()}
      >
        <Field
          label={words.name}
          name="name"
          defaultValue={draft?.values.name ?? list.name}
          error={data && !data.ok ? data.message : draft?.message}
          onFocus={(event) => event.currentTarget.select()}
          takesFocus
          required
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
        />
        <Button className="wide" pending={pending}>
          {words.rename}
        </Button>
      </Form>
    </Dialog>
  )
}
