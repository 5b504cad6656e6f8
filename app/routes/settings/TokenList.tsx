import { Form } from '@remix-run/react'

interface Props {
  tokens: { id: string; name: string; created: string; lastUsed: string | undefined }[]
}

export function TokenList({ tokens }: Props) {
  if (tokens.length === 0) return <p className="lead">No tokens yet.</p>
  return (
    <ul className="rows" aria-label="Your tokens">
      {tokens.map(({ id, name, created, lastUsed }) => (
        <li key={id}>
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
      ))}
    </ul>
  )
}
