import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { openShareSheet } from '#app/browser/shareSheet.ts'
import { copyField } from '#app/words/en/copyField.ts'
import { useWords } from '#app/words/useWords.ts'

/** A browser scrolls to the end of what it selects, but people recognize a URL by its start. */
function selectFromStart(field: HTMLInputElement | null) {
  field?.setSelectionRange(0, field.value.length, 'backward')
  field?.scrollTo({ left: 0 })
}

interface Props {
  label: ReactNode
  value: string
  /** An address to send to others. */
  isAddress?: boolean
}

export function CopyField({ label, value, isAddress = false }: Props) {
  const words = useWords(copyField)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean>()
  const hydrated = useHydrated()
  const canSend = hydrated && isAddress && 'share' in navigator

  useEffect(() => {
    field.current?.focus()
    selectFromStart(field.current)
    field.current?.closest('.shown')?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function copy() {
    field.current?.select()
    // Browsers offer the clipboard only on HTTPS and localhost.
    const isCopied =
      'clipboard' in navigator
        ? await navigator.clipboard.writeText(value).then(
            () => true,
            () => false,
          )
        : document.execCommand('copy')
    setCopied(isCopied)
    if (isCopied) return
    field.current?.focus()
    selectFromStart(field.current)
  }

  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the text is what the user came for
          autoFocus
          onFocus={(event) => selectFromStart(event.currentTarget)}
        />
        {canSend && (
          <button type="button" className="button" onClick={() => openShareSheet({ url: value })}>
            {words.send}
          </button>
        )}
        {hydrated && (
          <button type="button" className={canSend ? 'button quiet' : 'button'} onClick={copy}>
            {copied ? words.copied : words.copy}
          </button>
        )}
      </div>
      <p role="status">{copied === false && words.copyByHand}</p>
    </div>
  )
}
