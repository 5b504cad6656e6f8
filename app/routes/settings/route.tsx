import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { createToken, tokensOf } from '#app/domain/apiTokens.ts'
import { newId } from '#app/domain/ids.ts'
import { CreateToken } from '#app/domain/inputs.ts'
import { storedBy } from '#app/domain/storageBudget.ts'
import { requireUser } from '#app/http/auth.ts'
import { passHeaders } from '#app/http/failures.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { refusedHere } from '#app/http/replies.ts'
import { date, storage } from '#app/messages/format.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { usePreloadActions } from '#app/ui/preloadActions.ts'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'
import { TokenList } from './TokenList.tsx'

export const meta: MetaFunction = () => [{ title: 'Settings · Larder' }]
export const headers = passHeaders
export const clientAction = catchNetworkError

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(services, request)
  const tokens = await tokensOf(services, user)
  const stored = await storedBy(services.db, user.id)
  return {
    userId: user.id,
    // The token's id comes from the form, so a double click without JavaScript creates only one.
    nextId: newId(),
    storage: storage(stored, services.config.STORAGE_PER_ACCOUNT),
    tokens: tokens.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: date(createdAt),
      lastUsed: lastUsedAt === null ? undefined : date(lastUsedAt),
    })),
  }
}

/** Responds with the page itself: the token isn't stored, so it can't be shown after a redirect. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const values = await readForm(request)
  try {
    const wanted = parse(CreateToken, values)
    const token = await createToken(context.services, user, wanted, context)
    return { ok: true as const, name: wanted.name, token }
  } catch (error) {
    return refusedHere(context, error, values)
  }
}

/** A failed submission changed nothing, and reloading would fail without a connection. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult?.ok === false ? false : defaultShouldRevalidate

const ACTIONS = ['revoke-token.$id']

export default function Settings() {
  const { userId, nextId, storage, tokens } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  usePreloadActions(ACTIONS)
  return (
    <>
      <NavBar page={{ title: 'Settings', ownerId: userId }} />
      <main className="page settings">
        <section className="card" aria-labelledby="scripts">
          <h2 id="scripts">API tokens</h2>
          <p className="lead">
            A token lets a script, a shortcut or a smart home read and change your lists. Anyone who has it
            can do the same, so create a separate token for each and revoke the ones you no longer use.{' '}
            <a href="/api/docs">API reference</a>
          </p>
          {result?.ok && <NewToken key={result.token} name={result.name} token={result.token} />}
          <CreateTokenForm nextId={nextId} refusal={result && !result.ok ? result : undefined} />
        </section>
        <TokenList tokens={tokens} />
        <section className="card" aria-labelledby="data">
          <h2 id="data">Your data</h2>
          <p className="lead">Download your lists, items and receipts as one ZIP. Storage used: {storage}.</p>
          <p className="choices">
            <a className="button quiet" href="/settings/export" download>
              Download your data
            </a>
            <Link className="button danger" to="/settings/delete-account">
              Delete account
            </Link>
          </p>
        </section>
      </main>
    </>
  )
}
