import { Form, Link, useNavigation } from '@remix-run/react'
import { idInSeries } from '#app/domain/ids.ts'
import type { Currency } from '#app/domain/items/currency.ts'
import { readLine } from '#app/domain/quickAdd/readLine.ts'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { LinesToCheck } from '#app/ui/LinesToCheck.tsx'
import { markOwnItem } from '#app/ui/live/ownItems.ts'
import { addLines } from '#app/words/en/addLines.ts'
import { sentenceList } from '#app/words/format.ts'
import { cut } from '#app/words/text.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

interface Props {
  nextId: string
  home: string
  result: Pick<ReadText, 'items' | 'skipped'> | Reply | Refusal | undefined
  guest?: string
  currency: Currency
}

export function PasteOrCheck({ nextId, home, result, guest, currency }: Props) {
  const words = useWords(addLines)
  const reader = useReader()
  const refusal = result && 'ok' in result ? refusalOf(result) : undefined
  const read = result && 'items' in result ? result : undefined
  const checked = refusal?.values.checked ? readLines(refusal, currency) : undefined
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
        <>
          <LinesToCheck items={items} currency={currency} refused={checked && refusal} />
          {read && read.skipped.length > 0 && (
            <p className="hint">
              {words.leftOut({
                lines: sentenceList(
                  reader,
                  read.skipped.map((line) => words.quoted({ line: cut(line) })),
                ),
              })}
            </p>
          )}
        </>
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

function readLines({ values }: Refusal, currency: Currency): ReadText['items'] {
  const lines = (values.lines ?? '').split('\n')
  return lines.map((line) => ({ ...readLine(line, currency), line, isTicked: false }))
}

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
