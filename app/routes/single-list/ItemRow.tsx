import { Check, Pencil, X } from 'lucide'
import { memo } from 'react'
import type { Row } from '#app/acts/row.ts'
import { amountOf } from '#app/domain/items/amounts.ts'
import { signatureInitials, signatureText } from '#app/messages/en/signatures.ts'
import { measure } from '#app/messages/en/units.ts'
import { money } from '#app/messages/format.ts'
import { dialogPath } from '#app/protocol/paths.ts'
import { iconContent } from '#app/ui/Icon.tsx'
import type { ListAccess } from '#app/ui/listAccess.ts'

interface Props {
  listId: string
  /** Not from the context: the server renders the rows of a long list on their own. */
  access: ListAccess
  row: Row
  /** Id of the row above: without JavaScript, the page scrolls back to it. */
  above: string | undefined
  failure?: string | undefined
}

const CHECK = iconContent(Check, 18)
const PENCIL = iconContent(Pencil, 17)
const CROSS = iconContent(X, 19)

/** Longer names are cut in the buttons' labels, to keep the page small. */
const MAX_LABEL = 80

export const ItemRow = memo(function ItemRow({ listId, access, row, above, failure }: Props) {
  const { id, name, completed } = row
  const short = name.length <= MAX_LABEL ? name : `${name.slice(0, MAX_LABEL).toWellFormed()}…`
  // The checkbox keeps the full name.
  const label = name === short ? { 'aria-label': name } : { 'aria-labelledby': `name-${id}` }
  const signatureId = row.added || row.ticked ? `by-${id}` : undefined
  const anchor = above ? `#item-${above}` : '#items'
  return (
    <li
      id={`item-${id}`}
      className={completed ? 'item done' : 'item'}
      aria-busy={(row.pending && !row.waiting) || undefined}
      data-completed-at={row.completedAt}
    >
      <form className="tick" method="post" action={`${access.completed}${anchor}`}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="listID" value={listId} />
        {access.guest !== undefined && <input type="hidden" name="guest" value={access.guest} />}
        {/* A button, because a checkbox can't submit a form without JavaScript. It sends the new state
            rather than "toggle", so that a repeated request changes nothing. It covers the whole row. */}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <button
          type="submit"
          role="checkbox"
          aria-checked={completed}
          {...label}
          aria-describedby={signatureId}
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
          details(row)
        )}
      </div>
      <a
        className="button icon edit"
        href={dialogPath(access.home, 'edit', id)}
        aria-label={`Edit ${short}`}
        {...PENCIL}
      />
      <form className="delete" method="post" action={`${access.delete(id)}${anchor}`}>
        {access.guest !== undefined && <input type="hidden" name="guest" value={access.guest} />}
        <button type="submit" className="button icon" aria-label={`Delete ${short}`} {...CROSS} />
      </form>
    </li>
  )
})

export function ReadRow({ row }: { row: Row }) {
  const { id, name, completed } = row
  return (
    <li id={`item-${id}`} className={completed ? 'item done read' : 'item read'}>
      <span className="tick" role="img" aria-label={completed ? 'Ticked' : 'Not ticked'}>
        <i {...(completed && CHECK)} />
      </span>
      <div className="text">
        <span className="name" dir="auto">
          {name}
        </span>
        {details(row)}
      </div>
    </li>
  )
}

const details = (row: Row) => (row.added || row.ticked ? <SignedAmounts row={row} /> : <Amounts row={row} />)

/** With the initials of those who added and ticked it. On focus, the names replace them. */
function SignedAmounts({ row }: { row: Row }) {
  return (
    <div className="details">
      <Amounts row={row} />
      <small className="by">
        <span aria-hidden="true">{signatureInitials(row)}</span>
        <span className="names" id={`by-${row.id}`}>
          {signatureText(row)}
        </span>
      </small>
    </div>
  )
}

/** '2 × $ 1.89 · $ 3.78', '2 kg for $ 3.50' */
function Amounts({ row }: { row: Row }) {
  const { quantityMilli, unit, priceCents, priceFor, priceGuessed, priceRemembered, waiting } = row
  const isDefault = quantityMilli === 1000 && unit === '' && priceCents === 0
  const price = money(priceCents)
  const amount = money(amountOf(row))
  const isForAll = priceFor === 'all' && quantityMilli !== 1000
  return (
    <small className={isDefault ? 'amounts faint' : 'amounts'}>
      <span className="quantity">{measure(row)}</span>
      {isForAll ? ' for ' : ' × '}
      <span className={priceCents === 0 ? 'price faint' : 'price'}>{price}</span>
      {amount !== price && (
        <>
          {' · '}
          <span className="amount">{amount}</span>
        </>
      )}
      {priceGuessed && <i> · a guess</i>}
      {priceRemembered && <i> · last price</i>}
      {waiting && <i className="waiting"> · not sent yet</i>}
    </small>
  )
}
