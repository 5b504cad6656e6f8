import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { makeToken, tokensOf } from '#app/domain/apiTokens.ts'
import { newId } from '#app/domain/ids.ts'
import { MakeToken } from '#app/domain/inputs.ts'
import { storageInWords, storedBy } from '#app/domain/storageBudget.ts'
import { passHeaders } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { refusedHere } from '#app/http/replies.ts'
import { requireUser } from '#app/http/session.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { usePreloadActions } from '#app/ui/preloadActions.ts'
import { MakeTokenForm } from './MakeTokenForm.tsx'
import { NewToken } from './NewToken.tsx'
import { TokenList } from './TokenList.tsx'

export const meta: MetaFunction = () => [{ title: 'Settings · Larder' }]
export const headers = passHeaders
export const clientAction = catchNetworkError

const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await requireUser(services, request)
  const tokens = await tokensOf(services, user)
  return {
    userId: user.id,
    // For a form that is sent without script, so that a double click makes one token.
    nextId: newId(),
    storage: storageInWords(services, storedBy(services.db, user.id)),
    tokens: tokens.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      made: DATE.format(createdAt),
      lastUsed: lastUsedAt === null ? undefined : DATE.format(lastUsedAt),
    })),
  }
}

/** The answer is the page itself, with the token in it: kept nowhere, it cannot be shown later. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const values = await readForm(request)
  try {
    const wanted = parse(MakeToken, values)
    const token = await makeToken(context.services, user, wanted)
    context.services.audit.note(context, { event: 'token-made', user: user.id })
    return { ok: true as const, name: wanted.name, token }
  } catch (error) {
    return refusedHere(context, error, values)
  }
}

/** What was refused has changed nothing, and without a connection nothing could be asked. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult?.ok === false ? false : defaultShouldRevalidate

const ACTIONS = ['revoke-token.$id']

export default function Settings() {
  const { userId, nextId, storage, tokens } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  usePreloadActions(ACTIONS)
  return (
    <>
      <NavBar list={{ name: 'Settings', createdBy: userId }} />
      <main className="page settings">
        <section className="card" aria-labelledby="scripts">
          <h2 id="scripts">Use Larder from scripts</h2>
          <p className="lead">
            With a token, a script, a shortcut or a smart home does what you do here. Whoever has it can read
            and change your lists, so give each its own, and revoke what you no longer use.{' '}
            <a href="/api/docs">What can be asked for</a>
          </p>
          {answer?.ok && <NewToken key={answer.token} name={answer.name} token={answer.token} />}
          <MakeTokenForm nextId={nextId} refusal={answer && !answer.ok ? answer : undefined} />
        </section>
        <TokenList tokens={tokens} />
        <section className="card" aria-labelledby="data">
          <h2 id="data">Your data</h2>
          <p className="lead">
            Everything that is yours in one file: lists and items to read by people and by programs, and the
            receipts.
          </p>
          <p className="lead">You use {storage} of storage.</p>
          <p className="choices">
            <a className="button quiet" href="/settings/export" download>
              Download everything
            </a>
            <Link className="button danger" to="/settings/delete-account">
              Delete your account
            </Link>
          </p>
        </section>
      </main>
    </>
  )
}
