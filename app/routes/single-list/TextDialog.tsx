import { useRef } from 'react'
import type { Row } from '#app/acts/row.ts'
import { toast } from '#app/browser/messages.ts'
import { listPath } from '#app/protocol/paths.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { plainText } from '#app/words/amounts.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'

export function TextDialog({ rows, onClose }: { rows: Row[]; onClose(): void }) {
  const words = useWords(listWords)
  const reader = useReader()
  const { list } = usePageData()
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    field.current?.select()
    try {
      // Only on https and localhost.
      await navigator.clipboard.writeText(field.current?.value ?? '')
    } catch {
      document.execCommand('copy')
    }
    toast.success(words.copied)
    onClose()
  }

  return (
    <Dialog title={words.shareText} closeTo={listPath(list.id)} onClose={onClose}>
      <div className="field">
        <textarea
          ref={field}
          aria-label={words.listAsText}
          readOnly
          rows={Math.min(rows.length + 1, 10)}
          defaultValue={plainText(reader, list.name, rows)}
          data-takes-focus
        />
      </div>
      <button type="button" className="button wide needs-script" onClick={copy}>
        {words.copy}
      </button>
    </Dialog>
  )
}
