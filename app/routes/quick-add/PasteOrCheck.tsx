import { Form, Link, useNavigate, useNavigation } from '@remix-run/react'
import { type MouseEvent, useEffect } from 'react'
import type { Place } from '#app/acts/act.ts'
import { markOwnItem } from '#app/browser/ownItems.ts'
import { typedLine } from '#app/browser/typedLine.ts'
import { idInSeries } from '#app/domain/ids.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { LinesToCheck } from '#app/ui/LinesToCheck.tsx'
import { addLines } from '#app/words/en/addLines.ts'
import type { LineToCheck } from '#app/words/linesToCheck.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  nextId: string
  home: string
  result: { items: LineToCheck[] } | { lines: string } | Reply | Refusal | undefined
  guest?: string
  place: Place
  currency: Currency
}

export function PasteOrCheck({ nextId, home, result, guest, place, currency }: Props) {
  const words = useWords(addLines)
  const refusal = result && 'ok' in result ? refusalOf(result) : undefined
  const read = result && 'items' in result ? result : undefined
  const checked = refusal?.values.checked ? linesOf(refusal) : undefined
  const items = read?.items ?? checked
  const written = result && 'lines' in result ? result.lines : refusal?.values.lines
  const pending = useNavigation().state !== 'idle'
  const { account, listID } = place

  // Lines that came from the list's line are here now.
  useEffect(() => {
    if (items) typedLine({ account, listID }, '')
  }, [items, account, listID])

  return (
    <Form
      method="post"
      className="card"
      onSubmit={() => items?.forEach((_, index) => void markOwnItem(idInSeries(nextId, index)))}
      key={refusal?.attempt ?? (items ? 'check' : 'paste')}
    >
      <input type="hidden" name="id" value={nextId} />
      {guest !== undefined && <input type="hidden" name="guest" value={guest} />}
      <FormError>{refusal?.message}</FormError>
      {items ? (
        <LinesToCheck items={items} currency={currency} refused={checked && refusal} />
      ) : (
        <PasteField defaultValue={written} />
      )}
      <Button className="wide" pending={pending} pendingText={items ? words.adding : undefined}>
        {items ? words.addToList : words.next}
      </Button>
      {items ? (
        <BackToLine home={home} place={place} />
      ) : (
        <Link className="button quiet" to={home}>
          {words.cancel}
        </Link>
      )}
    </Form>
  )
}

/** What was written stays: in the list's line, and without script in the text area of this page. */
function BackToLine({ home, place }: Pick<Props, 'home' | 'place'>) {
  const words = useWords(addLines)
  const navigate = useNavigate()
  function onClick(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!form) return
    event.preventDefault()
    typedLine(place, new FormData(form).getAll('line').join('\n'))
    navigate(home)
  }
  return (
    <button type="submit" className="button quiet" name="cancel" value="1" onClick={onClick}>
      {words.cancel}
    </button>
  )
}

const linesOf = ({ values }: Refusal): LineToCheck[] =>
  (values.lines ?? '').split('\n').map((line) => ({ line }))

/** Posted, because a pasted list may be longer than a URL. */
function PasteField({ defaultValue }: { defaultValue: string | undefined }) {
  const words = useWords(addLines)
  return (
    <div className="field">
      <input type="hidden" name="preview" value="1" />
      <label htmlFor="pasted">{words.items}</label>
      <textarea
        id="pasted"
        name="lines"
        rows={10}
        maxLength={20_000}
        required
        defaultValue={defaultValue}
        placeholder={words.pastedExample}
        aria-describedby="paste-hint"
      />
      <p id="paste-hint" className="hint">
        {words.whatIsRemoved}
      </p>
    </div>
  )
}
