import { useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { expirePageCache } from '#app/ui/pageCache.ts'
import { receiptPath } from '#app/ui/paths.ts'
import { ReceiptImage } from './ReceiptImage.tsx'
import { canBeDrawn } from './shrink.ts'
import { useUpload } from './upload.ts'

interface Props {
  list: { id: string; name: string }
  receipt: { id: string; width: number; height: number } | undefined
  closeTo: string
  onClose(): void
}

export function ReceiptDialog({ list, receipt, closeTo, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [chosen, setChosen] = useState<File>()
  const [replaced, setReplaced] = useState<{ id: string | undefined }>()
  const { send, sent } = useUpload()
  const revalidator = useRevalidator()
  const preview = usePreview(chosen)
  const pending = sent !== undefined

  // A file that was chosen before this script ran.
  useEffect(() => setChosen(input.current?.files?.[0]), [])
  // The preview stays until the real picture is here.
  useEffect(() => {
    if (replaced && replaced.id !== receipt?.id) setChosen(undefined)
  }, [replaced, receipt?.id])

  async function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const photo = input.current?.files?.[0]
    if (!photo || pending) return
    const reply = await send(form.action, photo)
    if (!reply) return
    if (!reply.ok) {
      toast.error(reply.message)
      onClose()
      return
    }
    // Empty again, it hides its button.
    form.reset()
    setReplaced({ id: receipt?.id })
    expirePageCache()
    revalidator.revalidate()
  }

  const [idle, busy] = receipt ? ['CLICK HERE TO UPDATE', 'UPDATING...'] : ['CLICK HERE TO ADD', 'ADDING...']
  return (
    <Dialog title="RECEIPT" closeTo={closeTo} onClose={onClose}>
      {preview ? (
        <img className="receipt-preview" src={preview} alt="What you have chosen" />
      ) : (
        receipt && (
          <ReceiptImage
            key={receipt.id}
            src={receiptPath(list.id, receipt.id)}
            width={receipt.width}
            height={receipt.height}
            alt={`Receipt of ${list.name}`}
          />
        )
      )}
      <form
        className="receipt-form"
        method="post"
        action={`/add-receipt/${list.id}`}
        encType="multipart/form-data"
        onSubmit={upload}
      >
        <label htmlFor={inputId}>{receipt ? 'Another photo' : 'Photo of the receipt'}</label>
        <input
          ref={input}
          id={inputId}
          type="file"
          name="receiptImage"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={`${inputId}-hint`}
          data-takes-focus={receipt ? undefined : true}
          required
          disabled={pending}
          onChange={(event) => {
            setReplaced(undefined)
            setChosen(event.currentTarget.files?.[0])
          }}
        />
        {pending && <progress max={1} value={sent < 1 ? sent : undefined} aria-label="Upload" />}
        {/* Shown once a file is chosen: see receipt.css. */}
        <Button className="wide" pending={pending} pendingText={busy}>
          {idle}
        </Button>
        <p id={`${inputId}-hint`} className="hint">
          JPEG, PNG or WebP, 10 MB at the most.
        </p>
      </form>
    </Dialog>
  )
}

/** An address for a file of this device, given back when it is not shown any more. */
function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    let wanted = true
    canBeDrawn(file).then((drawn) => wanted && drawn && setAddress(made))
    return () => {
      wanted = false
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
