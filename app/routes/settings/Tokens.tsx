import { Form, useLoaderData } from '@remix-run/react'
import { CopyField } from '#app/ui/CopyField.tsx'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import type { loader } from './loader.server.ts'

type Data = Awaited<ReturnType<typeof loader>>

export function Tokens({ created }: { created: { name: string; token: string } | undefined }) {
  const { tokens } = useLoaderData<typeof loader>()
  return (
    <section className="card" aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <p className="lead">
        A token lets a script, a shortcut or a smart home read and change your lists. Anyone who has it can do
        the same, so create a separate token for each and revoke the ones you no longer use.{' '}
        <a href="/api/docs">API reference</a>
      </p>
      {created && (
        <CopyField
          key={created.token}
          label={
            <>
              Token for <b>{created.name}</b>. Copy it now: it won't be shown again.
            </>
          }
          value={created.token}
        />
      )}
      <CreateForm />
      {tokens.length === 0 ? (
        <p className="lead">No tokens yet.</p>
      ) : (
        <ul className="rows" aria-label="Your tokens">
          {tokens.map((token) => (
            <TokenRow key={token.id} {...token} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CreateForm() {
  const { tokens, nextId } = useLoaderData<typeof loader>()
  const refusal = useRefusal('token')
  return (
    <IntentForm intent="token" fields={{ id: nextId }} submit="Create token" className="beside" noValidate>
      <Field
        key={refusal?.attempt ?? tokens[0]?.id}
        label="Token name"
        name="name"
        placeholder="Home Assistant"
        autoComplete="off"
        defaultValue={refusal?.values.name}
        error={refusal?.fields?.name}
        takesFocus={refusal !== undefined}
      />
    </IntentForm>
  )
}

function TokenRow({ id, name, created, lastUsed }: Data['tokens'][number]) {
  return (
    <li>
      <h3>{name}</h3>
      <p>
        Created {created} · {lastUsed ? `last used ${lastUsed}` : 'never used'}
      </p>
      <Form method="post" action={`/revoke-token/${id}`} navigate={false}>
        <button type="submit" className="button danger" aria-label={`Revoke ${name}`}>
          Revoke
        </button>
      </Form>
    </li>
  )
}
