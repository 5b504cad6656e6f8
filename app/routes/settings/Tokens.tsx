import { Form, useLoaderData } from '@remix-run/react'
import { CopyField } from '#app/ui/CopyField.tsx'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import { Part } from './Part.tsx'

type Data = Awaited<ReturnType<typeof loader>>

interface Props {
  open: boolean
  created: { name: string; token: string } | undefined
}

export function Tokens({ open, created }: Props) {
  const words = useWords(settings)
  const { tokens } = useLoaderData<typeof loader>()
  return (
    <Part title={words.forPrograms} open={open}>
      <p className="lead">
        {words.whatTokensDo} <a href="/api/docs">{words.apiReference}</a>
      </p>
      {created && (
        <CopyField
          key={created.token}
          label={words.copyToken({ name: <b>{created.name}</b> })}
          value={created.token}
        />
      )}
      <CreateForm />
      {tokens.length > 0 && (
        <ul className="rows" aria-label={words.yourTokens}>
          {tokens.map((token) => (
            <TokenRow key={token.id} {...token} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function CreateForm() {
  const words = useWords(settings)
  const { tokens, nextId } = useLoaderData<typeof loader>()
  const refusal = useRefusal('token')
  return (
    <IntentForm
      intent="token"
      fields={{ id: nextId }}
      submit={words.createToken}
      variant="quiet"
      className="beside"
      noValidate
    >
      <Field
        key={refusal?.attempt ?? tokens[0]?.id}
        label={words.tokenName}
        name="name"
        placeholder={words.tokenExample}
        autoComplete="off"
        defaultValue={refusal?.values.name}
        error={refusal?.fields?.name}
        takesFocus={refusal !== undefined}
      />
    </IntentForm>
  )
}

function TokenRow({ id, name, created, lastUsed }: Data['tokens'][number]) {
  const words = useWords(settings)
  return (
    <li>
      <h3>{name}</h3>
      <p>{lastUsed ? words.lastUsed({ created, lastUsed }) : words.neverUsed({ created })}</p>
      <Form method="post" action={`/revoke-token/${id}`} navigate={false}>
        <button type="submit" className="button danger" aria-label={words.revokeToken({ name })}>
          {words.revoke}
        </button>
      </Form>
    </li>
  )
}
