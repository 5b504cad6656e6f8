import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { NO_PLACE } from '#app/acts/act.ts'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { DomainError } from '#app/domain/errors.ts'
import { Forget } from '#app/domain/inputs.ts'
import type { Unit } from '#app/domain/items/amounts.ts'
import { findMemories, forget, forgetAll } from '#app/domain/memory/memories.ts'
import { parse } from '#app/domain/parse.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { done, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { REMEMBERED, rememberedPath, SETTINGS } from '#app/protocol/paths.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { ActForm } from '#app/ui/ActForm.tsx'
import emptyArt from '#app/ui/art/empty-items.svg?raw'
import { Button } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Field } from '#app/ui/Field.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { unitName } from '#app/words/amounts.ts'
import { acts } from '#app/words/en/acts.ts'
import { remembered } from '#app/words/en/remembered.ts'
import { whole } from '#app/words/format.ts'
import { memory } from '#app/words/memory.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, remembered).title} · Larder` }

const MAX_SHOWN = 200
const MAX_SEARCH = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  await queuePage(context, user)
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get('q') ?? '').slice(0, MAX_SEARCH).trim()
  const { total, found, shown } = await findMemories(services, user, search, MAX_SHOWN)
  return {
    search,
    total,
    found,
    shown: shown.map((one) => ({ name: one.name, unit: one.unit, text: memory(context.reader, one) })),
    asks: searchParams.get('forget') === 'all' && total > 0,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const words = wordsOf(context.reader, acts)
  const typed = await readForm(context)
  try {
    switch (typed.intent) {
      case 'forget': {
        const { name, unit } = parse(Forget, typed)
        await forget(services, user, name, unit)
        return done(context, placeOf(typed), { message: words.forgot({ name }) })
      }
      case 'forget-all':
        await forgetAll(services, user)
        return redirectWith(context, REMEMBERED, { message: { kind: 'success', text: words.forgotAll } })
      default:
        throw new DomainError('bad-form')
    }
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

/** Without JavaScript, the page opens again where the row was: the next one has moved up. */
function placeOf({ q = '', row = '' }: Record<string, string>): string {
  return `${rememberedPath(q.slice(0, MAX_SEARCH))}${/^\d{1,3}$/.test(row) ? `#row-${row}` : ''}`
}

export default function Remembered() {
  const words = useWords(remembered)
  const { total, asks } = useLoaderData<typeof loader>()
  const message = useMessage(useActionData<typeof action>())
  return (
    <>
      <NavBar
        page={{ title: words.title, above: { path: SETTINGS, label: words.backToSettings } }}
        message={message}
      />
      <main className="page settings remembered">
        {asks ? (
          <ForgetAll />
        ) : total > 0 ? (
          <Memories />
        ) : (
          <EmptyState art={emptyArt} text={words.nothingYet} />
        )}
      </main>
    </>
  )
}

function Memories() {
  const words = useWords(remembered)
  const reader = useReader()
  const { search, total, found, shown } = useLoaderData<typeof loader>()
  const more = found - shown.length
  return (
    <>
      <section className="card" aria-labelledby="items">
        <h2 id="items" tabIndex={-1} data-rescues-focus>
          {search ? words.foundItems({ found, n: total }) : words.items({ n: total })}
        </h2>
        <p className="lead">{words.whatIsRemembered}</p>
        <Form className="beside" method="get" role="search" replace preventScrollReset>
          <Field
            key={search}
            label={words.search}
            name="q"
            type="search"
            maxLength={MAX_SEARCH}
            autoComplete="off"
            enterKeyHint="search"
            defaultValue={search}
          />
          <Button variant="quiet">{words.search}</Button>
        </Form>
        {found === 0 && <p>{words.noneContains({ search })}</p>}
        {search && (
          <p>
            <Link to={REMEMBERED}>{words.showAll}</Link>
          </p>
        )}
        {found > 0 && (
          <ul className="rows" aria-label={words.title}>
            {shown.map((item, row) => (
              <Row key={`${item.unit} ${item.name}`} {...item} row={row} />
            ))}
          </ul>
        )}
        {more > 0 && <p className="lead">{words.moreItems({ n: more, number: whole(reader, more) })}</p>}
      </section>
      <section className="card" aria-labelledby="all">
        <h2 id="all">{words.forgetAll}</h2>
        <p className="lead">{words.startsAgain}</p>
        <p className="choices">
          <Link className="button danger" to="?forget=all">
            {words.forgetAllItems}
          </Link>
        </p>
      </section>
    </>
  )
}

function Row({ name, unit, text, row }: { name: string; unit: Unit; text: string; row: number }) {
  const words = useWords(remembered)
  const shownUnit = unitName(useReader(), unit)
  const { search } = useLoaderData<typeof loader>()
  return (
    <li id={`row-${row}`}>
      <h3 dir="auto">
        {name}
        {unit && <small> {shownUnit}</small>}
      </h3>
      <p>{text}</p>
      <ActForm
        act={() =>
          answeredForm(NO_PLACE, 'forget', REMEMBERED, {
            intent: 'forget',
            name,
            unit,
            q: search,
            row: String(row),
          })
        }
      >
        <button
          type="submit"
          className="button plain"
          aria-label={unit ? words.forgetItemIn({ name, unit: shownUnit }) : words.forgetItem({ name })}
        >
          {words.forget}
        </button>
      </ActForm>
    </li>
  )
}

function ForgetAll() {
  const words = useWords(remembered)
  const reader = useReader()
  const { total } = useLoaderData<typeof loader>()
  const pending = useNavigation().formData?.get('intent') === 'forget-all'
  return (
    <section className="card" aria-labelledby="sure">
      <h2 id="sure">{words.forgetAllItemsSure}</h2>
      <p>{words.whatForgettingDoes({ n: total, number: whole(reader, total) })}</p>
      <div className="choices">
        <Form method="post" action={REMEMBERED} replace>
          <input type="hidden" name="intent" value="forget-all" />
          <Button variant="danger" pending={pending} pendingText={words.forgetting}>
            {words.forgetAllItems}
          </Button>
        </Form>
        <Link className="button quiet" to={REMEMBERED}>
          {words.cancel}
        </Link>
      </div>
    </section>
  )
}
