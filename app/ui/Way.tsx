import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { useIsPending } from './IntentForm.tsx'

interface Props {
  /** The id of the form that the button submits. */
  form: string
  intent: string
  title: string
  lead: string
  submit: string
  /** One is nearly always enough. */
  isUsed: boolean
  /** What it has created. */
  children?: ReactNode
}

/** One way to share: a sentence, its button, and what it creates. */
export function Way({ form, intent, title, lead, submit, isUsed, children }: Props) {
  const id = useId()
  return (
    <section className="way" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="hint">{lead}</p>
      </div>
      <Button
        form={form}
        name="intent"
        value={intent}
        pending={useIsPending(intent)}
        {...(isUsed && { variant: 'quiet' })}
      >
        {submit}
      </Button>
      {children}
    </section>
  )
}
