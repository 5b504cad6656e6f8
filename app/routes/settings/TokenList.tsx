import { Form } from '@remix-run/react'

interface Props {
  tokens: { id: string; name: string; created: string; lastUsed: string | undefined }[]
}

export function TokenList({ tokens }: Props) {
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Your tokens</h2>
      {tokens.length === 0 ? (
        <p className="nothing">No tokens yet.</p>
      ) : (
        <ul className="cards">
          {tokens.map(({ id, name, created, lastUsed }) => (
            <li className="card list-card" key={id}>
              <div className="about">
                <h3>{name}</h3>
                <p>
                  Created {created} · {lastUsed ? `last used ${lastUsed}` : 'never used'}
                </p>
              </div>
              <Form method="post" action={`/revoke-token/${id}`} navigate={false}>
                <button type="submit" className="button danger" aria-label={`Revoke ${name}`}>
                  Revoke
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
