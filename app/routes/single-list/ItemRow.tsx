import { Check, Pencil, X } from 'lucide'
import { memo } from 'react'
import { amountOf } from '#app/domain/amounts.ts'
import { money, quantity } from '#app/messages/format.ts'
import { iconContent } from '#app/ui/Icon.tsx'
import { listPath } from '#app/ui/paths.ts'
import type { Row } from './pending.ts'

interface Props {
  listId: string
  row: Row
  /** Id of the row above: without JavaScript, the page scrolls back to it. */
  above: string | undefined
  /** Why the last tick or deletion didn't reach the server. */
  failure?: string | undefined
}

const CHECK = iconContent(Check, 18)
const PENCIL = iconContent(Pencil, 17)
const CROSS = iconContent(X, 19)

/** Longer names are cut in the buttons' labels, to keep the page small. */
const MAX_LABEL = 80

export const ItemRow = memo(function ItemRow({ listId, row, above, failure }: Props) {
  const { id, name, completed } = row
  const short = name.length <= MAX_LABEL ? name : `${name.slice(0, MAX_LABEL).toWellFormed()}…`
  // The checkbox keeps the full name.
  const label = name === short ? { 'aria-label': name } : { 'aria-labelledby': `name-${id}` }
  const anchor = above ? `#item-${above}` : '#items'
  return (
    <li
      id={`item-${id}`}
      className={completed ? 'item done' : 'item'}
      aria-busy={row.pending}
      data-completed-at={row.completedAt}
    >
      <form className="tick" method="post" action={`/completed${anchor}`}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="listID" value={listId} />
        {/* A button, because a checkbox can't submit a form without JavaScript. It sends the new state
            rather than "toggle", so that a repeated request changes nothing. It covers the whole row. */}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <button
          type="submit"
          role="checkbox"
          aria-checked={completed}
          {...label}
          name="completed"
          value={completed ? 'false' : 'on'}
        >
          <i {...(completed && CHECK)} />
        </button>
      </form>
      <div className="text">
        <span id={name === short ? undefined : `name-${id}`} className="name" dir="auto">
          {name}
        </span>
        {failure ? (
          <small className="failure" role="alert">
            {failure}
          </small>
        ) : (
          <Amounts row={row} />
        )}
      </div>
      <a
        className="button icon edit"
        href={`${listPath(listId)}&dialog=edit&itemID=${id}`}
        aria-label={`Edit ${short}`}
        {...PENCIL}
      />
      <form className="delete" method="post" action={`/delete-single-item/${listId}?itemID=${id}${anchor}`}>
        <button type="submit" className="button icon" aria-label={`Delete ${short}`} {...CROSS} />
      </form>
    </li>
  )
})

/** '2 × $ 1.89 · $ 3.78' */
function Amounts({ row: { quantityMilli, priceCents, priceGuessed } }: { row: Row }) {
  const isDefault = quantityMilli === 1000 && priceCents === 0
  const price = money(priceCents)
  const amount = money(amountOf(quantityMilli, priceCents))
  return (
    <small className={isDefault ? 'amounts faint' : 'amounts'}>
      <span className="quantity">{quantity(quantityMilli)}</span>
      {' × '}
      <span className="price">{price}</span>
      {amount !== price && (
        <>
          {' · '}
          <span className="amount">{amount}</span>
        </>
      )}
      {priceGuessed && <i> · a guess</i>}
    </small>
  )
}
