import { Camera, Check } from 'lucide'
import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { useReload } from '#app/browser/useReload.ts'
import { useUpload } from '#app/routes/single-list/useUpload.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { receipts } from '#app/words/en/receipts.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  listID: string
  hasReceipt: boolean
  error?: string | undefined
  onUpload(isRunning: boolean): void
  /** What is said while it can't be sent. */
  children?: ReactNode
}

/** With script, a photo is the list's receipt as soon as it is chosen: the form can wait without a connection. */
export function PhotoField({ listID, hasReceipt, error, onUpload, children }: Props) {
  const words = useWords(receipts)
  const needsConnection = useNeedsConnection()
  const { upload, progress } = useUpload()
  const reload = useReload()
  const [refused, setRefused] = useState(error)
  const id = useId()
  if (hasReceipt)
    return (
      <p className="receipt-goes">
        <Icon of={Check} size={20} /> {words.goes}
      </p>
    )

  async function send({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const photo = input.files?.[0]
    if (!photo) return
    setRefused(undefined)
    onUpload(true)
    const reply = await upload(`/add-receipt/${listID}`, photo)
    input.value = ''
    if (reply && !reply.ok) setRefused(reply.message)
    if (reply?.ok) await reload()
    onUpload(false)
  }

  const waiting = needsConnection(words.adding)
  return (
    <div className="receipt-form">
      <label htmlFor={id}>{words.photo}</label>
      <div className="photo">
        <input
          id={id}
          type="file"
          name="receiptImage"
          accept="image/jpeg,image/png,image/webp"
          disabled={progress !== undefined}
          onChange={send}
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? `${id}-error` : undefined}
          {...waiting}
        />
        <span className="needs-script" aria-hidden>
          <Icon of={Camera} />
          {words.choose}
        </span>
      </div>
      {progress !== undefined && (
        <progress max={1} value={progress < 1 ? progress : undefined} aria-label={words.upload} />
      )}
      {'title' in waiting && children}
      {refused && (
        <p id={`${id}-error`} className="error" role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}
