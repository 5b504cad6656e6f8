import { Camera } from 'lucide'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { showFailure, showMessage, toast } from '#app/browser/messages.ts'
import { useReload } from '#app/browser/useReload.ts'
import { receiptPath } from '#app/protocol/paths.ts'
import { NOT_AN_IMAGE } from '#app/protocol/reply.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { MessageSlot } from '#app/ui/Messages.tsx'
import { receipts } from '#app/words/en/receipts.ts'
import { useWords } from '#app/words/useWords.ts'
import { useAccountData, usePageData } from './pageData.ts'
import { ReceiptImage } from './ReceiptImage.tsx'
import { loadPhotoCode, useUpload } from './useUpload.ts'

interface Props {
  /** Sent without JavaScript, the file was no image. */
  isRefused: boolean
  onClose(): void
}

export function ReceiptDialog({ isRefused, onClose }: Props) {
  const words = useWords(receipts)
  const { list } = usePageData()
  const receipt = useAccountData()?.receipt
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [chosen, setChosen] = useState<File>()
  /** What was sent here, and the receipt before it. Its message is in the dialog. */
  const [sent, setSent] = useState<{ before?: string | undefined } | undefined>(isRefused ? {} : undefined)
  const { upload, progress } = useUpload()
  const reload = useReload()
  const preview = usePreview(chosen)
  const access = useListAccess()
  const mayEdit = access.may('editAll')
  const pending = progress !== undefined

  // The file may have been chosen before hydration.
  useEffect(() => setChosen(input.current?.files?.[0]), [])
  // The file input was disabled during the upload, which took the focus away.
  useEffect(() => {
    if (sent && !pending) input.current?.focus()
  }, [sent, pending])
  // Keep the preview until the new receipt is loaded.
  useEffect(() => {
    if (sent && sent.before !== receipt?.id) setChosen(undefined)
  }, [sent, receipt?.id])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const photo = input.current?.files?.[0]
    if (!photo || pending) return
    const reply = await upload(form.action, photo)
    if (!reply) return
    if (!reply.ok && reply.code !== NOT_AN_IMAGE) {
      toast.error(reply.message)
      return onClose()
    }
    // Empties the file input, which hides the button.
    form.reset()
    setSent({ before: receipt?.id })
    if (!reply.ok) {
      setChosen(undefined)
      return showFailure(reply.message)
    }
    if (reply.message) showMessage({ kind: 'success', text: reply.message, change: reply.change })
    void reload()
  }

  const [label, pendingLabel] = receipt ? [words.update, words.updatePending] : [words.add, words.addPending]
  return (
    <Dialog title={words.title} closeTo={access.home} onClose={onClose}>
      {preview ? (
        <img className="receipt-preview" src={preview} alt={words.preview} />
      ) : (
        receipt && (
          <ReceiptImage
            key={receipt.id}
            src={receiptPath(list.id, receipt.id)}
            width={receipt.width}
            height={receipt.height}
            alt={words.of({ name: list.name })}
          />
        )
      )}
      {mayEdit && (
        <form
          className="receipt-form"
          method="post"
          action={`/add-receipt/${list.id}`}
          encType="multipart/form-data"
          onSubmit={onSubmit}
        >
          <label htmlFor={inputId}>{receipt ? words.replace : words.photo}</label>
          <div className="photo">
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
                setSent(undefined)
                setChosen(event.currentTarget.files?.[0])
              }}
            />
            <span className="needs-script" aria-hidden>
              <Icon of={Camera} />
              {receipt ? words.chooseOther : words.choose}
            </span>
          </div>
          {pending && (
            <progress max={1} value={progress < 1 ? progress : undefined} aria-label={words.upload} />
          )}
          {/* ReceiptDialog.css shows it once a file is chosen. */}
          <Button className="wide" pending={pending} pendingText={pendingLabel}>
            {label}
          </Button>
          <p id={`${inputId}-hint`} className="hint">
            {words.hint}
          </p>
        </form>
      )}
      {/* The one in the footer is behind the dialog. */}
      {sent && <MessageSlot />}
      {mayEdit && receipt && !chosen && (
        <ActForm
          className="receipt-form"
          act={() => answeredForm(access, 'removeReceipt', `/delete-receipt/${list.id}`)}
          onSend={onClose}
        >
          <Button variant="danger" className="wide">
            {words.remove}
          </Button>
        </ActForm>
      )}
    </Dialog>
  )
}

/** A blob URL for the chosen file, if the browser can decode it. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    let current = true
    loadPhotoCode()
      .then(({ canDecode }) => canDecode(file))
      .then(
        (decodes) => current && decodes && setUrl(created),
        () => {},
      )
    return () => {
      current = false
      setUrl(undefined)
      URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
