import { memo } from 'react'
import type { Row } from '#app/acts/row.ts'
import { amountOf } from '#app/domain/items/amounts.ts'
import { wellFormed } from '#app/domain/text.ts'
import { dialogPath } from '#app/protocol/paths.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'
import { measure, pricePer } from '#app/words/amounts.ts'
import { list } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { signatureNames, signatureText } from '#app/words/signatures.ts'

type Words = typeof list

/** What else is in a row must not be shown: the server keeps the HTML of rows by these fields. */
type Shown = Omit<Row, 'completedAt' | 'updatedAt' | 'aisle'>

interface Props {
  /** A context wouldn't reach: the server renders rows on their own. */
  access: DetailsAccess & Pick<ListAccess, 'home' | 'delete'>
  reader: Reader
  row: Shown
  failure?: string | undefined
}

/** Longer names are cut in the labels of Edit and Delete, to keep the page small. */
const MAX_LABEL = 80

export const ItemRow = memo(function ItemRow({ access, reader, row, failure }: Props) {
  const words = wordsOf(reader, list)
  const { id, name, completed } = row
  const short = name.length <= MAX_LABEL ? name : `${wellFormed(name.slice(0, MAX_LABEL))}…`
  return (
    <li
      id={`item-${id}`}
      className={completed ? 'item done' : 'item'}
      aria-busy={(row.pending && !row.waiting) || undefined}
    >
      {/* A button, because a checkbox can't submit a form without JavaScript. It covers the whole row. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <button
        type="submit"
        className="tick"
        role="checkbox"
        aria-checked={completed}
        aria-describedby={row.added || row.ticked ? `by-${id}` : undefined}
        title={marksOf(row, words)}
        name="id"
        value={id}
      >
        {nameOf(row)}
      </button>
      {noteOf(row)}
      {details(row, reader, access, words)}
      {failure && (
        <small className="failure" role="alert">
          {failure}
        </small>
      )}
      {/* biome-ignore lint/a11y/useAnchorContent: it has a label, and the stylesheet draws its icon */}
      <a
        className="edit"
        href={dialogPath(access.home, 'edit', id)}
        aria-label={words.edit({ name: short })}
      />
      <button
        type="submit"
        className="delete"
        formAction={access.delete(id)}
        aria-label={words.delete({ name: short })}
      />
    </li>
  )
})

type DetailsAccess = Pick<ListAccess, 'currency' | 'ownerName'>
type ReadProps = Pick<Props, 'reader' | 'row'> & { access: DetailsAccess }

export function ReadRow({ reader, row, access }: ReadProps) {
  const words = wordsOf(reader, list)
  const { id, completed } = row
  return (
    <li id={`item-${id}`} className={completed ? 'item done read' : 'item read'}>
      <div className="tick" title={marksOf(row, words)}>
        <i role="img" aria-label={completed ? words.ticked : words.notTicked} />
        {nameOf(row)}
      </div>
      {noteOf(row)}
      {details(row, reader, access, words)}
    </li>
  )
}

// Functions instead of components, which would take a quarter of the time that a list's page takes.

const nameOf = ({ name }: Shown) => (
  <span className="name" dir="auto">
    {name}
  </span>
)

const LINK = /(https?:\/\/[^\s<>"]+)/i

const noteOf = ({ note }: Shown) =>
  note && (
    <small className="note" dir="auto">
      {note.split(LINK).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={part} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ),
      )}
    </small>
  )

type Currency = ListAccess['currency']

const details = (row: Shown, reader: Reader, access: DetailsAccess, words: Words) =>
  row.added || row.ticked
    ? signedAmounts(row, reader, access, words)
    : amounts(row, reader, access.currency, words)

/** With the first names of those who added and ticked it. On focus, a sentence replaces them. */
function signedAmounts(row: Shown, reader: Reader, access: DetailsAccess, words: Words) {
  return (
    <div className="details">
      {amounts(row, reader, access.currency, words)}
      <small className="by">
        <span aria-hidden="true">{signatureNames(reader, row, access.ownerName)}</span>
        <span className="names" id={`by-${row.id}`}>
          {signatureText(reader, row)}
        </span>
      </small>
    </div>
  )
}

/** Nobody has confirmed its price. */
export const isGuess = ({ priceGuessed, priceRemembered }: Shown) => priceGuessed || priceRemembered

/** What marks mean, for those who listen or point: 'a guess · not sent yet' */
export const marksOf = ({ priceGuessed, priceRemembered, waiting }: Shown, words: Words) =>
  [priceGuessed && words.guess, priceRemembered && words.lastPrice, waiting && words.notSent]
    .filter(Boolean)
    .join(' · ') || undefined

/** '2 × $ 1.89 · $ 3.78', '250 g × $ 18.90/kg · $ 4.73', '2 kg · $ 3.50' for all of it. The cost has its own column, so only screen readers need the `em`. */
function amounts(row: Shown, reader: Reader, currency: Currency, words: Words) {
  const { quantityMilli, unit, priceCents, priceFor } = row
  const price = money(reader, priceCents, currency)
  const amount = money(reader, amountOf(row), currency)
  const isProduct = amount !== price
  const isForAll = !isProduct && priceFor === 'all' && quantityMilli !== 1000
  const marks = marksOf(row, words)
  return (
    <small className={quantityMilli === 1000 && !unit ? 'amounts' : 'amounts many'}>
      {measure(reader, row) + (isProduct ? ' × ' : '')}
      {isProduct && <b>{pricePer(reader, unit, price)}</b>}
      <em>{isProduct || isForAll ? ' · ' : ' × '}</em>
      <b className={priceCents === 0 ? 'cost zero' : isGuess(row) ? 'cost guess' : 'cost'}>{amount}</b>
      {marks && <em>{` · ${marks}`}</em>}
      {row.waiting && <i className="waiting" />}
    </small>
  )
}
