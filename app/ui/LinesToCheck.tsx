import { type ReactNode, useState } from 'react'
import type { Currency } from '#app/domain/locale/currency.ts'
import { readLine, splitNote } from '#app/domain/quickAdd/readLine.ts'
import { cleanLine } from '#app/domain/text.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { addLines } from '#app/words/en/addLines.ts'
import type { LineToCheck } from '#app/words/linesToCheck.ts'
import { amountsOf } from '#app/words/prices.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

interface Props {
  items: LineToCheck[]
  currency: Currency
  refused?: Refusal | undefined
}

/** Tells a form with no selected line from one without lines. */
export const CheckMark = () => <input type="hidden" name="check" value="1" />

export function LinesToCheck({ items, currency, refused }: Props) {
  const words = useWords(addLines)
  const lines = refused?.values.lines?.split('\n')
  const taken = refused && new Set(refused.values.taken?.split(' '))
  return (
    <fieldset className="lines-to-check">
      <legend>{words.itemsToAdd}</legend>
      <CheckMark />
      <ul>
        {items.map(({ reason, line }, index) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are two items, and their order never changes
            key={`${index} ${line}`}
            index={index}
            currency={currency}
            line={lines?.[index] ?? line}
            reason={reason}
            isTaken={taken ? taken.has(String(index)) : !reason}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface LineProps {
  index: number
  line: string
  currency: Currency
  reason?: string | undefined
  isTaken: boolean
  /** Behind the line. */
  end?: ReactNode
}

export function Line({ index, line, currency, reason, isTaken, end }: LineProps) {
  const words = useWords(addLines)
  const reader = useReader()
  const [text, setText] = useState(line)
  const { priceCents = 0, ...item } = readLine(cleanLine(text), currency)
  const written = splitNote(text).text
  const meaning = reason && text === line ? reason : amountsOf(reader, { ...item, priceCents }, currency)
  return (
    <li>
      <label className="take">
        <input type="checkbox" name="take" value={index} aria-label={text} defaultChecked={isTaken} />
      </label>
      <div>
        <input
          type="text"
          name="line"
          aria-label={words.line({ n: index + 1 })}
          aria-describedby={`meaning-${index}`}
          defaultValue={line}
          autoComplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <small id={`meaning-${index}`}>{meaning === written ? '' : meaning}</small>
      </div>
      {end}
    </li>
  )
}
