import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'

/** The page has many forms with one URL. */
export type Intent =
  | 'role'
  | 'remove'
  | 'always'
  | 'handover'
  | 'leave'
  | 'invite'
  | 'withdraw'
  | 'link'
  | 'revoke'

interface Props {
  listId: string
  intent: Intent
  /** Hidden fields. */
  hidden?: Record<string, string>
  submit: string
  /** The button's name for screen readers, where several have the same text. */
  label?: string
  variant?: 'quiet' | 'danger'
  className?: string
  /** The fields. */
  children?: ReactNode
}

export function SharingForm({ listId, intent, hidden = {}, submit, label, variant, ...rest }: Props) {
  const pending = useIsPending(intent, hidden)
  return (
    <Form
      method="post"
      action={sharingPath(listId)}
      className={rest.className}
      replace
      preventScrollReset={intent !== 'link' && intent !== 'invite'}
    >
      <input type="hidden" name="intent" value={intent} />
      <HiddenFields of={hidden} />
      {rest.children}
      <Button variant={variant} pending={pending} aria-label={label}>
        {submit}
      </Button>
    </Form>
  )
}

export function useIsPending(intent: Intent, hidden: Record<string, string>): boolean {
  const { state, formData } = useNavigation()
  if (state === 'idle' || formData?.get('intent') !== intent) return false
  return Object.entries(hidden).every(([name, value]) => formData.get(name) === value)
}
