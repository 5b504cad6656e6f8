import type { ReadItem } from '#app/domain/quickAdd/readLine.ts'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import { amountsOf } from '#app/messages/quickAdd.ts'
import type { Refusal } from './reply.ts'

interface Props {
  items: ReadText['items']
  /** The form as the server sent it back. */
  refused: Refusal | undefined
}

/** Lines to check and to correct before they are added. Works the same without JavaScript. */
export function LinesToCheck({ items, refused }: Props) {
  const lines = refused?.values.lines?.split('\n')
  const taken = refused && new Set(refused.values.taken?.split(' '))
  return (
    <fieldset className="lines-to-check">
      <legend>Items to add</legend>
      {/* So that none selected is not taken for all. */}
      <input type="hidden" name="check" value="1" />
      <ul>
        {items.map(({ isTicked, line, ...item }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are two items, and their order never changes
          <li key={`${index} ${line}`}>
            <input
              type="checkbox"
              name="take"
              value={index}
              aria-label={line}
              defaultChecked={taken ? taken.has(String(index)) : !isTicked}
            />
            <div>
              <input
                type="text"
                name="line"
                aria-label={`Line ${index + 1}`}
                defaultValue={lines?.[index] ?? line}
                autoComplete="off"
              />
              <Understood line={line} item={item} />
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** What the line means, unless it says just that. */
function Understood({ line, item }: { line: string; item: ReadItem }) {
  const text = amountsOf({ ...item, priceCents: item.priceCents ?? 0 })
  return text === line ? null : <small>{text}</small>
}
