import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { changedBy, linesIn, quickAddForm } from '#app/acts/quickAdd.ts'
import type { Row } from '#app/acts/row.ts'
import { toast } from '#app/browser/messages.ts'
import { discard, submit } from '#app/browser/send.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import { typedLine } from '#app/browser/typedLine.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { released, whenReleased } from '#app/browser/whenReleased.ts'
import { newId } from '#app/domain/ids.ts'
import { nameKey } from '#app/domain/text.ts'
import { usualPath } from '#app/protocol/paths.ts'
import { useFlash } from '#app/ui/flash.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { PageLink } from '#app/ui/PageLink.tsx'
import { countOf } from '#app/words/amounts.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { useAccountData, usePageData } from './pageData.ts'
import type { RecipeRequest } from './useRecipeRequest.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

const MAX_CHIPS = 8
const FEW_ROWS = 5

/** Chips take the place of rows only while somebody adds: in the shop, they would stand below each Undo. */
export const isNewList = (rows: Row[]) => rows.length < FEW_ROWS && !rows.some(({ completed }) => completed)

interface Props {
  rows: Row[]
  onAdded(itemIds: string[]): void
  onAsk: RecipeRequest['send']
}

export function QuickAdd({ rows, onAdded, onAsk }: Props) {
  const words = useWords(listWords)
  const { nextId } = usePageData()
  const draft = useFlash()?.draft?.values.lines
  const access = useListAccess()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft ?? '')
  const suggestions = useSuggestions(access, text)
  const added = useRef<string[]>([])
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (field.current?.value !== '') return
    field.current.value = typedLine(access)
    setText(field.current.value)
  }, [access])

  useEffect(() => void typedLine(access, text), [access, text])

  useEffect(() => {
    const ids = added.current
    if (!rows.some(({ id }) => id === ids[0])) return
    added.current = []
    onAdded(ids)
  }, [rows, onAdded])

  useBrowserLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = ''
    if (text !== '') field.current.style.height = `${field.current.scrollHeight}px`
  }, [text])

  function write(next: string) {
    setText(next)
    if (field.current) field.current.value = next
  }

  async function send(lines: string): Promise<void> {
    if (lines.trim() === '') return field.current?.focus()
    const act = quickAddForm(access, newId(), lines, nextTimestamp())
    added.current = changedBy(act, rows)
    const outcome = await submit(act)
    // Refused lines go back to where they were typed. Those that had to wait first stay in the dialog of changes.
    if (outcome.type !== 'refused' || !field.current) return
    await released()
    write([lines, field.current.value].filter(Boolean).join('\n'))
    toast.error(outcome.entry.answer?.message ?? '')
    discard(outcome.entry)
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (button instanceof HTMLButtonElement && button.value) {
      void send(button.value)
      // Until somebody taps elsewhere: there may be more to choose.
      form.current?.classList.add('open')
      // The chip that had the focus goes.
      if (document.activeElement === button) field.current?.focus()
      return
    }
    add(field.current?.value ?? '')
  }

  function add(lines: string) {
    void send(lines)
    write('')
    field.current?.focus()
  }

  function onLeave() {
    if (form.current?.contains(document.activeElement)) return
    form.current?.classList.remove('open')
    suggestions.close()
  }

  // After a chip, nothing may have the focus that would leave.
  useEffect(() => {
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
    function onPress({ target }: Event) {
      if (!(target instanceof Node && form.current?.contains(target))) whenReleased(closeChips)
    }
    function closeChips() {
      if (!form.current?.contains(document.activeElement)) form.current?.classList.remove('open')
    }
  }, [])

  function choose({ name, recipe }: Suggestion) {
    if (recipe) {
      write(suggestions.replaceBy(''))
      // What says how many things it adds is the cookbook.
      return void onAsk({ recipe, source: 'cookbook' })
    }
    const lines = suggestions.replaceBy(name)
    if (linesIn(lines, access.currency).length === 1) return add(lines)
    write(lines)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (suggestions.onKey(event.key)) return event.preventDefault()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (suggestions.chosen) choose(suggestions.chosen)
    else form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      id="quick"
      className="quick"
      method="post"
      action={access.quickAdd}
      onSubmit={onSubmit}
      onFocus={() => form.current?.classList.add('open')}
      onBlur={() => whenReleased(onLeave)}
    >
      <input type="hidden" name="id" value={nextId} />
      {access.guest !== undefined && <input type="hidden" name="guest" value={access.guest} />}
      {suggestions.shown.length > 0 ? (
        <div className="chips" id="suggestions" role="listbox" aria-label={words.suggestions}>
          {suggestions.shown.map((one, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the line
            // biome-ignore lint/a11y/useKeyWithClickEvents: the line has the keys
            <div
              key={one.name}
              id={`suggestion-${index}`}
              role="option"
              aria-selected={one === suggestions.chosen}
              // The line keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {one.name}
            </div>
          ))}
        </div>
      ) : (
        text === '' && <Chips rows={rows} />
      )}
      <div className="well">
        <textarea
          ref={field}
          name="lines"
          rows={1}
          defaultValue={draft}
          placeholder={words.addHint}
          aria-label={words.addItems}
          aria-autocomplete="list"
          {...suggestions.comboboxProps}
          autoComplete="off"
          enterKeyHint="done"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={() =>
            void import('./pastedLines.ts').then(
              (lines) => lines.checkPasted(field),
              () => {},
            )
          }
        />
        <button type="submit" className="button">
          {words.add}
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {suggestions.announcement}
      </p>
    </form>
  )
}

/** Often bought items that are not on the list; on a new one, examples of how to write. A tap adds one. */
function Chips({ rows }: { rows: Row[] }) {
  const words = useWords(listWords)
  const reader = useReader()
  const { list } = usePageData()
  const { often: bought = [], usual } = useAccountData() ?? {}
  const needsConnection = useNeedsConnection()
  const onList = new Set(rows.map(({ name }) => nameKey(name)))
  const often = bought.filter(({ name }) => !onList.has(nameKey(name))).slice(0, MAX_CHIPS)
  // A newcomer's first items are no reason to stop showing how to write some.
  const examples = bought.length < FEW_ROWS && isNewList(rows)
  // The server doesn't have what reads lines.
  const isOnList = (line: string) => [...onList].some((name) => ` ${nameKey(line)}`.endsWith(` ${name}`))
  const lines = examples
    ? words.exampleLines.split('\n').flatMap((name) => (isOnList(name) ? [] : { name, lines: name }))
    : []
  const shown = [
    ...often.map((one) => ({ name: one.name, lines: countOf(reader, { ...one, quantityMilli: 1000 }) })),
    ...lines,
  ]
  const isAllDone = rows.length > 0 && rows.every(({ completed }) => completed)
  if ((shown.length === 0 && !usual) || isAllDone) return null
  return (
    <ul className="chips" aria-label={often.length === 0 ? words.examples : words.often}>
      {usual && (
        <li>
          <PageLink to={usualPath(list.id)} {...needsConnection(words.usual({ n: usual }))}>
            {words.usual({ n: usual })}
          </PageLink>
        </li>
      )}
      {shown.map(({ name, lines }) => (
        <li key={lines}>
          <button
            type="submit"
            name="lines"
            value={lines}
            // The line keeps the focus if it has it.
            onMouseDown={(event) => event.preventDefault()}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
