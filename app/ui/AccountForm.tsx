import { Form, useNavigation } from '@remix-run/react'
import { type InputHTMLAttributes, type ReactNode, useMemo } from 'react'
import type { Message } from '#app/domain/flashes.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

interface Failure {
  message: string
  fields?: Record<string, string>
  values?: Record<string, string>
  attempt?: string
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  takesFocus?: boolean
}

interface Props {
  fields: FieldProps[]
  submit: string
  submitting: string
  danger?: boolean
  failure?: Failure | undefined
  /** By default only the server validates, so errors look the same with and without JavaScript. */
  browserValidation?: boolean
  children?: ReactNode
}

export function AccountForm({
  fields,
  submit,
  submitting,
  danger,
  failure,
  browserValidation,
  children,
}: Props) {
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  const focused = failure && fieldToFocus(fields, failure)

  return (
    <Form method="post" noValidate={!browserValidation}>
      {/* A new key after each submission clears passwords and focuses the first field with an error. */}
      <div className="fields" key={failure?.attempt}>
        {fields.map((field) => (
          <Field
            {...field}
            key={field.name}
            defaultValue={failure?.values?.[field.name] ?? field.defaultValue}
            error={failure?.fields?.[field.name]}
            takesFocus={failure ? field.name === focused : field.takesFocus}
          />
        ))}
      </div>
      {children}
      <Button
        variant={danger ? 'danger' : undefined}
        className="wide"
        pending={pending}
        pendingText={submitting}
      >
        {submit}
      </Button>
    </Form>
  )
}

/** Without an error on a field, the password: it has to be typed again. */
function fieldToFocus(fields: FieldProps[], failure: Failure): string | undefined {
  const field =
    fields.find(({ name }) => failure.fields?.[name]) ?? fields.find(({ name }) => name === 'password')
  return field?.name
}

interface Result {
  ok: boolean
  message?: string
  fields?: Record<string, string>
}

/** Memoized because each new object is shown again. */
export function useMessage(result: Result | undefined): Message | undefined {
  return useMemo(
    () =>
      result?.message && !result.fields
        ? { kind: result.ok ? 'success' : 'error', text: result.message }
        : undefined,
    [result],
  )
}
