import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { type FormEvent, useId, useState } from 'react'
import { MAX_STORE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'

interface Labels {
  paidIn: string
  store: string
  date: string
  photo: string
  photoHint: string
  submit: string
  submitting: string
}

interface Values {
  paid: string
  store: string
  boughtOn: string
}

interface Props {
  action: string
  labels: Labels
  values: Values
  /** Below the sum. */
  hint?: string
  /** Suggested. */
  stores?: string[]
  today: string
  hidden: Record<string, string>
  refusal: Refusal | undefined
}

/** What a trip cost, where and when, with a photo. */
export function TripForm({ action, labels, values, hint, stores = [], today, hidden, refusal }: Props) {
  const submit = useSubmit()
  const id = useId()
  const { state, formMethod } = useNavigation()
  const [isShrinking, setShrinking] = useState(false)
  const pending = isShrinking || (state !== 'idle' && formMethod === 'POST')
  const { fields = {}, values: typed = {} }: Partial<Refusal> = refusal ?? {}
  const isAboutPhoto = /photo|image|receipt/.test(refusal?.code ?? '')

  async function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const data = new FormData(form)
    const photo = data.get('receiptImage')
    if (!(photo instanceof File) || photo.size === 0) return
    event.preventDefault()
    setShrinking(true)
    data.set('receiptImage', await shrunk(photo), photo.name)
    setShrinking(false)
    submit(data, { method: 'post', action, encType: 'multipart/form-data', preventScrollReset: true })
  }

  const shown = (name: keyof Values) => typed[name] ?? values[name]
  return (
    <Form
      className="trip-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      preventScrollReset
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <HiddenFields of={hidden} />
      <div className="fields">
        <Field
          label={labels.paidIn}
          name="paid"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={shown('paid')}
          error={fields.paid}
          takesFocus={fields.paid !== undefined}
        >
          {hint && <p className="hint">{hint}</p>}
        </Field>
        <Field
          label={labels.date}
          name="boughtOn"
          type="date"
          max={today}
          defaultValue={shown('boughtOn')}
          error={fields.boughtOn}
        />
        <Field
          label={labels.store}
          name="store"
          maxLength={MAX_STORE_LENGTH}
          autoComplete="off"
          list={`${id}-stores`}
          defaultValue={shown('store')}
          error={fields.store}
        />
        <datalist id={`${id}-stores`}>
          {stores.map((store) => (
            <option key={store} value={store} />
          ))}
        </datalist>
        <Field
          label={labels.photo}
          name="receiptImage"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          error={isAboutPhoto ? refusal?.message : undefined}
        >
          <p className="hint">{labels.photoHint}</p>
        </Field>
      </div>
      <FormError>{!refusal?.fields && !isAboutPhoto && refusal?.message}</FormError>
      <Button pending={pending} pendingText={labels.submitting}>
        {labels.submit}
      </Button>
    </Form>
  )
}

/** Without what shrinks it, it is sent as it is. */
async function shrunk(photo: File): Promise<Blob> {
  try {
    const { shrinkPhoto } = await import('#app/routes/single-list/shrinkPhoto.ts')
    return await shrinkPhoto(photo)
  } catch {
    return photo
  }
}
