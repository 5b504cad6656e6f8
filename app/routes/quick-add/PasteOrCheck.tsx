import { Form, Link, useNavigation } from '@remix-run/react'
import { idInSeries } from '#app/domain/ids.ts'
import type { Currency } from '#app/domain/items/currency.ts'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { LinesToCheck } from '#app/ui/LinesToCheck.tsx'
import { markOwnItem } from '#app/ui/live/ownItems.ts'
import { addLines } from '#app/words/en/addLines.ts'
import type { LineToCheck } from '#app/words/linesToCheck.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  nextId: string
  home: string
  result: { items: LineToCheck[] } | Reply | Refusal | undefined
  guest?: string
  currency: Currency
}

export function PasteOrCheck({ nextId, home, result, guest, currency }: Props) {
  const words = useWords(addLines)
  const refusal = result && 'ok' in result ? refusalOf(result) : undefined
  const read = result && 'items' in result ? result : undefined
  const checked = refusal?.values.checked ? linesOf(refusal) : undefined
  const items = read?.items ?? checked
  const pending = useNavigation().state !== 'idle'
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
        <PasteField defaultValue={refusal?.values.lines} />
      )}
      <Button className="wide" pending={pending} pendingText={items ? words.adding : undefined}>
        {items ? words.addToList : words.next}
      </Button>
      <Link className="button quiet" to={home}>
        {words.cancel}
      </Link>
    </Form>
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
