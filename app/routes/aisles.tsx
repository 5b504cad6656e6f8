import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ArrowDown, ArrowUp } from 'lucide'
import { useEffect, useRef } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { useListEvents } from '#app/browser/useListEvents.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { aislesOf, moveAisle, resetAisles } from '#app/domain/aisles/aisles.ts'
import { MoveAisle } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { aislesPath, listIdIn, listPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { aisles as aisleWords } from '#app/words/en/aisles.ts'
import { categories } from '#app/words/en/categories.ts'
import { wordsOf } from '#app/words/reader.ts'

export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle<SerializeFrom<typeof loader> | undefined> = {
  title: (_reader, data) => (data ? `${data.words.title} · Larder` : 'Larder'),
}

/** With all its texts: they are on no other page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // In the language of the account.
  const { reader } = context
  const { search, searchParams } = new URL(request.url)
  const { list, aisles } = await aislesOf(services, user, listIdIn(search))
  const { title, about, reset, resets, moved, usual, ...words } = wordsOf(reader, aisleWords)
  const names = wordsOf(reader, categories)
  const { id, name, revision, role } = list
  return {
    list: { id, name, revision },
    place: { account: user.id, listID: id },
    mayMove: hasRight(role, 'editAll'),
    words: { title, about, reset, resets },
    focus: searchParams.get('moved'),
    aisles: aisles.map(({ category, trips, pinned }, place) => ({
      category,
      name: names[category],
      from: pinned ? moved : trips > 0 ? words.learned({ n: trips }) : usual,
      // At its end, one that changes nothing.
      moves: [
        {
          way: 'up' as const,
          label: words.up({ name: names[category] }),
          before: aisles[place - 1]?.category ?? category,
          isPossible: place > 0,
        },
        {
          way: 'down' as const,
          label: words.down({ name: names[category] }),
          before: aisles[place + 2]?.category ?? '',
          isPossible: place < aisles.length - 1,
        },
      ],
    })),
    canReset: aisles.some(({ trips, pinned }) => trips > 0 || pinned),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // In the language of the account.
  const { reader } = context
  const listId = listIdIn(new URL(request.url).search)
  const form = await readForm(context)
  const path = aislesPath(listId)
  try {
    if (form.reset) {
      const { change } = await resetAisles(services, user, listId)
      return done(context, path, { change, message: wordsOf(reader, aisleWords).wasReset })
    }
    const move = parse(MoveAisle, { category: form.category, before: form.before || null })
    const { change } = await moveAisle(services, user, listId, move)
    const message = wordsOf(reader, aisleWords).wasMoved({ name: wordsOf(reader, categories)[move.category] })
    const button = `${form.way === 'up' ? 'up' : 'down'}-${move.category}`
    // Browsers focus nothing where a fragment leads to.
    return done(context, `${path}&moved=${button}`, change ? { change, message } : undefined)
  } catch (error) {
    return refused(context, error, path)
  }
}

export default function AislesPage() {
  const { list, place, mayMove, words, aisles, canReset } = useLoaderData<typeof loader>()
  const needsConnection = useNeedsConnection()
  const pressed = useRef<string>()
  useListEvents({ ...list, leaveTo: listPath(list.id) })

  // An element that moves in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when they have moved
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body)
      document.getElementById(pressed.current)?.focus()
  }, [aisles])

  return (
    <>
      <NavBar page={{ title: list.name, subtitle: words.title, listId: list.id, offersUndo: true }} />
      <main className="page recent">
        <p className="hint">{words.about}</p>
        <ol className="acts card">
          {aisles.map(({ category, name, from, moves }) => (
            <li key={category}>
              <p>
                {name} <span className="when">{from}</span>
              </p>
              {mayMove &&
                moves.map((move) => (
                  <div key={move.way}>
                    <Move category={category} {...move} onSend={(id) => (pressed.current = id)} />
                  </div>
                ))}
            </li>
          ))}
        </ol>
        {mayMove && canReset && (
          <ActForm act={() => answeredForm(place, 'moveAisle', aislesPath(list.id), { reset: '1' })}>
            <p className="hint">{words.resets}</p>
            <button type="submit" className="button quiet" {...needsConnection(words.reset)}>
              {words.reset}
            </button>
          </ActForm>
        )}
      </main>
    </>
  )
}

interface MoveProps {
  category: string
  way: 'up' | 'down'
  label: string
  before: string
  isPossible: boolean
  onSend(id: string): void
}

/** At the end of its way it does nothing, and keeps the focus. */
function Move({ category, way, label, before, isPossible, onSend }: MoveProps) {
  const { list, place, focus } = useLoaderData<typeof loader>()
  const needsConnection = useNeedsConnection()
  const id = `${way}-${category}`
  return (
    <ActForm
      act={() => answeredForm(place, 'moveAisle', aislesPath(list.id), { category, before, way })}
      onSend={() => onSend(id)}
    >
      <button
        id={id}
        type="submit"
        className="button icon"
        aria-label={label}
        aria-disabled={!isPossible || undefined}
        // biome-ignore lint/a11y/noAutofocus: without JavaScript, the page loads again after each move
        autoFocus={focus === id}
        {...needsConnection(label)}
      >
        <Icon of={way === 'up' ? ArrowUp : ArrowDown} />
      </button>
    </ActForm>
  )
}
