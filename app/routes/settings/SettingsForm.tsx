import { Form, useActionData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'

/** The page has several forms with one address. */
export type Intent = 'name' | 'seen' | 'password' | 'sign-out-elsewhere' | 'sign-out-everywhere' | 'token'

interface Props {
  intent: Intent
  submit: string
  pendingText?: string
  quiet?: boolean
  className?: string
  /** The fields. */
  children?: ReactNode
}

export function SettingsForm({ intent, submit, pendingText, quiet, className, children }: Props) {
  const { state, formData } = useNavigation()
  const pending = state !== 'idle' && formData?.get('intent') === intent
  return (
    <Form method="post" className={className} noValidate preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Button variant={quiet ? 'quiet' : undefined} pending={pending} pendingText={pendingText}>
        {submit}
      </Button>
    </Form>
  )
}

/** Why the server refused this form, if it was the last one sent. */
export function useRefusal(intent: Intent): Refusal | undefined {
  const refusal = refusalOf(useActionData<Reply | Refusal>())
  return refusal?.values.intent === intent ? refusal : undefined
}
