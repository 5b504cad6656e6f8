import { Form, useNavigation } from '@remix-run/react'
import { type InputHTMLAttributes, type ReactNode, useMemo } from 'react'
import type { Message } from '#app/domain/flashes.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

/** A form that was not accepted. Without `attempt` it never reached the server. */
interface Refused {
  message: string
  fields?: Record<string, string>
  values?: Record<string, string>
  attempt?: string
}

interface FieldOf extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  hint?: string
}

interface Props {
  fields: FieldOf[]
  submit: string
  submitting: string
  refused?: Refused | undefined
  /** Lets the browser check first; otherwise only the server does, the same with script and without. */
  browserChecks?: boolean
  children?: ReactNode
}

export function AccountForm({ fields, submit, submitting, refused, browserChecks, children }: Props) {
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  const wrong = refused && firstWrong(fields, refused)

  return (
    <Form method="post" noValidate={!browserChecks}>
      {/* Made anew for each answer: passwords go, the rest stays, the first wrong one gets the focus. */}
      <div className="fields" key={refused?.attempt}>
        {fields.map((field) => (
          <Field
            {...field}
            key={field.name}
            defaultValue={refused?.values?.[field.name] ?? field.defaultValue}
            error={refused?.fields?.[field.name]}
            takesFocus={field.name === wrong}
          />
        ))}
      </div>
      {children}
      <Button className="wide" pending={pending} pendingText={submitting}>
        {submit}
      </Button>
    </Form>
  )
}

/** Where no single field is wrong, the password is what has to be typed again. */
function firstWrong(fields: FieldOf[], refused: Refused): string | undefined {
  const wrong =
    fields.find(({ name }) => refused.fields?.[name]) ?? fields.find(({ name }) => name === 'password')
  return wrong?.name
}

/** What a reply has to say, the same object for as long as its page is shown. */
export function useSaid(reply: { ok: boolean; message?: string } | undefined): Message | undefined {
  return useMemo(
    () => (reply?.message ? { kind: reply.ok ? 'success' : 'error', text: reply.message } : undefined),
    [reply],
  )
}
