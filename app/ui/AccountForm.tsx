import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { Message } from '#app/browser/messages.ts'
import { MIN_PASSWORD_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { useFlash } from './flash.ts'

export interface Result {
  ok: boolean
  message?: string
  fields?: Record<string, string>
  values?: Record<string, string>
  attempt?: string
  change?: string
}

interface Props {
  fields: FieldProps[]
  submit: string
  submitting: string
  variant?: 'danger'
  failure?: Result
  /** By default only the server validates, so errors look the same with and without JavaScript. */
  browserValidation?: boolean
  children?: ReactNode
}

export const ACCOUNT_FORM = 'account'

export function AccountForm({
  fields,
  submit,
  submitting,
  variant,
  failure,
  browserValidation,
  children,
}: Props) {
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  const words = useWords(account)
  const [isShown, setShown] = useState(false)
  const hydrated = useHydrated()
  const draft = useFlash()?.draft?.values
  // Without an error on a field, the password: it has to be typed again.
  const focused =
    fields.find(({ name }) => failure?.fields?.[name]) ?? fields.find(({ name }) => name === 'password')

  return (
    <Form id={ACCOUNT_FORM} method="post" noValidate={!browserValidation}>
      {/* A new key after each submission clears passwords and focuses the first field with an error. */}
      <div className="fields" key={failure?.attempt}>
        {fields.map((field) => (
          <Field
            {...field}
            key={field.name}
            defaultValue={failure?.values?.[field.name] ?? field.defaultValue ?? draft?.[field.name]}
            error={failure?.fields?.[field.name]}
            takesFocus={failure ? field === focused : field.takesFocus}
            type={field.type === 'password' && isShown ? 'text' : field.type}
          >
            {hydrated && field.type === 'password' && (
              <button
                type="button"
                className="button plain"
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                {words.show}
              </button>
            )}
          </Field>
        ))}
      </div>
      {/* Stays when the toast goes. Without JavaScript, the message in the header does. */}
      {failure?.message && !failure.ok && !failure.fields && (
        <p className="form-error needs-script">{failure.message}</p>
      )}
      {children}
      <Button variant={variant} className="wide" pending={pending} pendingText={submitting}>
        {submit}
      </Button>
    </Form>
  )
}

/** Memoized because each new object is shown again. */
export function useMessage(result: Result | undefined): Message | undefined {
  return useMemo(
    () =>
      result?.message
        ? {
            kind: result.ok ? 'success' : 'error',
            text: result.message,
            isInPage: result.fields !== undefined,
            ...(result.change && { change: result.change }),
          }
        : undefined,
    [result],
  )
}

export const emailField = (words: typeof account) => ({
  name: 'email',
  label: words.email,
  type: 'email',
  autoComplete: 'username',
  placeholder: words.emailExample,
})

export const newPasswordField = (words: typeof account) => ({
  name: 'password',
  label: words.password,
  type: 'password',
  autoComplete: 'new-password',
  placeholder: words.newPasswordLength({ n: MIN_PASSWORD_BYTES }),
})
