import { Form, type FormProps, useActionData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { Button } from './Button.tsx'
import { HiddenFields } from './HiddenFields.tsx'

interface Props extends FormProps {
  intent: string
  /** Hidden. */
  fields?: Record<string, string>
  submit: string
  pendingText?: string
  /** The button's name for screen readers, where several have the same text. */
  label?: string
  variant?: 'quiet' | 'danger'
  /** Below the button. */
  options?: ReactNode
}

/** One of several forms that post to the same URL. */
export function IntentForm(props: Props) {
  const { intent, fields = {}, submit, pendingText, label, variant, options, children, ...form } = props
  return (
    <Form method="post" preventScrollReset {...form}>
      <HiddenFields of={{ intent, ...fields }} />
      {children}
      <Button
        variant={variant}
        pending={useIsPending(intent, fields)}
        pendingText={pendingText}
        aria-label={label}
      >
        {submit}
      </Button>
      {options}
    </Form>
  )
}

export function useIsPending(intent: string, fields: Record<string, string> = {}): boolean {
  const { state, formData } = useNavigation()
  if (state === 'idle') return false
  return Object.entries({ intent, ...fields }).every(([name, value]) => formData?.get(name) === value)
}

/** Why the server refused this form, if it was the last one sent. */
export function useRefusal(intent: string): Refusal | undefined {
  const refusal = refusalOf(useActionData<Reply | Refusal>())
  return refusal?.values.intent === intent ? refusal : undefined
}
