import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { quickAddPath } from '#app/acts/quickAdd.ts'
import { markOwnItem } from '#app/browser/ownItems.ts'
import { listFor } from '#app/domain/access/access.ts'
import { forgetUsual, usualOf } from '#app/domain/goods/usual.ts'
import { idInSeries, newId } from '#app/domain/ids.ts'
import { Forget } from '#app/domain/inputs.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { parse } from '#app/domain/parse.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { formData } from '#app/http/in/body.ts'
import { refused } from '#app/http/out/replies.ts'
import { listIdIn, usualPath } from '#app/protocol/paths.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import emptyArt from '#app/ui/art/empty-items.svg?raw'
import { Button } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { CheckMark, Line } from '#app/ui/LinesToCheck.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { acts } from '#app/words/en/acts.ts'
import { usual as usualWords } from '#app/words/en/usual.ts'
import { today } from '#app/words/format.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { usualLine } from '#app/words/usual.ts'

export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, usualWords).title} · Larder` }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // In the language of the account.
  const { reader } = context
  const listId = listIdIn(new URL(request.url).search)
  const { id, name, currency } = await listFor(services.db, user, listId, 'edit')
  const usual = await usualOf(services, user, id, today(reader))
  return {
    list: { id, name, currency: currencyOf(currency) },
    place: { account: user.id, listID: id },
    goods: usual.map((good) => ({
      thing: `${good.unit} ${good.name}`,
      name: good.name,
      line: usualLine(reader, good),
      isDue: good.isDue,
    })),
    nextId: newId(),
  }
}

/** Adding is the list's own line, with several at once: see /quick-add. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // In the language of the account.
  const { reader } = context
  const listId = listIdIn(new URL(request.url).search)
  const form = await formData(context)
  const forget = String(form.get('forget') ?? '')
  const [, unit, name] = /^(\S*) (.*)$/.exec(forget) ?? []
  const path = usualPath(listId)
  try {
    const thing = parse(Forget, { unit, name })
    const { change } = await forgetUsual(services, user, listId, thing)
    const message = wordsOf(reader, acts).forgot({ name: thing.name })
    // Without a redirect: what is ticked and typed stays.
    return { ok: true as const, message, ...(change && { change }), written: writtenIn(form) }
  } catch (error) {
    return refused(context, error, path)
  }
}

/** By thing. */
function writtenIn(form: FormData): Record<string, { line: string; isTaken: boolean }> {
  const lines = form.getAll('line').map(String)
  const taken = new Set(form.getAll('take').map(String))
  const things = form.getAll('thing').map(String)
  return Object.fromEntries(
    things.map((thing, at) => [thing, { line: lines[at] ?? '', isTaken: taken.has(String(at)) }]),
  )
}

type Good = ReturnType<typeof useLoaderData<typeof loader>>['goods'][number]

export default function UsualPage() {
  const words = useWords(usualWords)
  const { list, goods } = useLoaderData<typeof loader>()
  const message = useMessage(useActionData<typeof action>())
  return (
    <>
      <NavBar
        page={{ title: list.name, subtitle: words.title, listId: list.id, offersUndo: true }}
        message={message}
      />
      <main className="page share-target">
        {goods.length === 0 ? (
          <EmptyState art={emptyArt} text={words.nothing}>
            <p>{words.learns}</p>
          </EmptyState>
        ) : (
          <UsualForm />
        )}
      </main>
    </>
  )
}

function UsualForm() {
  const words = useWords(usualWords)
  const { place, goods, nextId } = useLoaderData<typeof loader>()
  const [taken, setTaken] = useState<number>()
  const isAdding = useNavigation().formData?.has('check') ?? false
  const form = useRef<HTMLFormElement>(null)
  const due = goods.filter(({ isDue }) => isDue)

  const count = () => setTaken(form.current ? new FormData(form.current).getAll('take').length : undefined)

  // Without script, the number would be that of a moment ago.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again when something was forgotten
  useEffect(count, [goods])

  return (
    <Form
      method="post"
      action={quickAddPath(place)}
      className="card usual"
      ref={form}
      onChange={count}
      onSubmit={() => goods.forEach((_, index) => void markOwnItem(idInSeries(nextId, index)))}
    >
      <input type="hidden" name="id" value={nextId} />
      <CheckMark />
      <Lines legend={words.due} goods={due} from={0} />
      <Lines legend={words.rest} goods={goods.slice(due.length)} from={due.length} />
      <div className="submits">
        <Button className="wide" pending={isAdding} disabled={taken === 0}>
          {taken === undefined ? words.add : words.addSome({ n: taken })}
        </Button>
      </div>
    </Form>
  )
}

function Lines({ legend, goods, from }: { legend: string; goods: Good[]; from: number }) {
  const words = useWords(usualWords)
  const { list } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const written = result && 'written' in result ? result.written : {}
  if (goods.length === 0) return null
  return (
    <fieldset className="lines-to-check">
      <legend>{legend}</legend>
      <ul>
        {goods.map(({ thing, name, line, isDue }, at) => (
          <Line
            key={thing}
            index={from + at}
            line={written[thing]?.line ?? line}
            currency={list.currency}
            isTaken={written[thing]?.isTaken ?? isDue}
            end={
              <>
                <input type="hidden" name="thing" value={thing} />
                <button
                  type="submit"
                  className="button icon"
                  name="forget"
                  value={thing}
                  formAction={usualPath(list.id)}
                  aria-label={words.forget({ name })}
                >
                  <Icon of={X} size={16} />
                </button>
              </>
            }
          />
        ))}
      </ul>
    </fieldset>
  )
}
