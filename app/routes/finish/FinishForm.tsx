import type { FormEvent, ReactNode } from 'react'
import { amountOf, type Priced } from '#app/domain/items/amounts.ts'
import type { ItemColumns } from '#app/domain/items/itemFields.ts'
import { MAX_CHECKED_ROWS, MAX_STORE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { finishPath } from '#app/protocol/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { unitName } from '#app/words/amounts.ts'
import { finish } from '#app/words/en/finish.ts'
import { list as listWords } from '#app/words/en/list.ts'
import type { FieldTexts } from '#app/words/errorText.ts'
import { money } from '#app/words/format.ts'
import { formValues } from '#app/words/formValues.ts'
import type { Reader } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export type FinishedRow = ItemColumns & Priced & { id: string }

interface Props {
  list: { id: string; currency: Currency }
  /** What is ticked. */
  rows: FinishedRow[]
  /** Of the list's trips, the last one first. */
  stores: string[]
  today: string
  latest: string
  nextId?: string
  refused?:
    | { message?: string | undefined; fields?: FieldTexts | undefined; values?: Record<string, string> }
    | undefined
  className?: string
  pending?: boolean
  onSubmit?(event: FormEvent<HTMLFormElement>): void
  /** The field for the photo, or the photo. */
  children: ReactNode
  /** Below the button. */
  end?: ReactNode
}

/** What a trip cost, where and when. What others tick meanwhile stays on the list: the form names its rows. */
export function FinishForm({
  list,
  rows,
  stores,
  today,
  latest,
  nextId,
  refused,
  className,
  pending = false,
  onSubmit,
  children,
  end,
}: Props) {
  const words = useWords(finish)
  const { paid, finish: finishText, inTheBasket } = useWords(listWords)
  const reader = useReader()
  const { fields = {}, values = {}, message } = refused ?? {}
  const estimate = rows.reduce((sum, row) => sum + amountOf(row), 0n)
  const isAbout = (name: string) => fields[name] !== undefined
  return (
    <form
      method="post"
      action={finishPath(list.id)}
      encType="multipart/form-data"
      className={className}
      onSubmit={onSubmit}
    >
      <HiddenFields of={{ ...(nextId && { id: nextId }), items: rows.map(({ id }) => id).join(' ') }} />
      {!Object.keys(fields).some(isAbout) && <FormError>{message}</FormError>}
      <p className="signature">
        {inTheBasket({ n: rows.length })}
        {estimate > 0n && (
          <>
            {' · '}
            <span className="unbroken">
              {words.estimated({ sum: money(reader, estimate, list.currency) })}
            </span>
          </>
        )}
      </p>
      <Field
        label={paid}
        name="paid"
        defaultValue={values.paid}
        error={fields.paid}
        takesFocus
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
      />
      <div className="pair">
        <Field
          label={words.store}
          name="store"
          defaultValue={values.store ?? stores[0]}
          error={fields.store}
          maxLength={MAX_STORE_LENGTH}
          list="stores"
          autoComplete="off"
          enterKeyHint="done"
        />
        <Field
          label={words.date}
          name="boughtOn"
          type="date"
          defaultValue={values.boughtOn ?? today}
          error={fields.boughtOn}
          max={latest}
        />
      </div>
      <datalist id="stores">
        {stores.map((store) => (
          <option key={store} value={store} />
        ))}
      </datalist>
      {children}
      <CheckPrices rows={rows} currency={list.currency} fields={fields} values={values} />
      <Button className="wide" pending={pending}>
        {finishText.toUpperCase()}
      </Button>
      {end}
    </form>
  )
}

const shownOf = (reader: Reader, row: FinishedRow, currency: Currency) => {
  const { quantity, unit, price } = formValues(reader, row, currency)
  return { quantity, unit, price }
}

/** For the form that a script sends: nothing, if nothing was corrected. */
export function correctedIn(form: FormData): { shown: string; quantity: string; price: string } | undefined {
  const series = (name: string) => form.getAll(name).map(String)
  const [shown, quantities, prices] = [series('shown'), series('quantity'), series('price')]
  const isSame = shown.every((row, at) => {
    const [quantity, , price] = row.split('|')
    return quantities[at] === quantity && prices[at] === price
  })
  if (isSame) return undefined
  return { shown: shown.join('\n'), quantity: quantities.join('\n'), price: prices.join('\n') }
}

interface CheckProps {
  rows: FinishedRow[]
  currency: Currency
  fields: FieldTexts
  values: Record<string, string>
}

function CheckPrices({ rows, currency, fields, values }: CheckProps) {
  const words = useWords(finish)
  const reader = useReader()
  const [quantities, prices] = [values.quantity?.split('\n') ?? [], values.price?.split('\n') ?? []]
  const isRefused = (_row: FinishedRow, at: number) => fields[`quantity-${at}`] ?? fields[`price-${at}`]
  const checked = rows.slice(0, MAX_CHECKED_ROWS)
  return (
    <details className="check-prices" open={checked.some(isRefused)}>
      <summary>{words.checkPrices}</summary>
      <ul>
        {checked.map((row, at) => {
          const shown = shownOf(reader, row, currency)
          const error = isRefused(row, at)
          const name = cut(row.name)
          return (
            <li key={row.id} className="field">
              <input type="hidden" name="shown" value={`${shown.quantity}|${shown.unit}|${shown.price}`} />
              <span dir="auto">{name}</span>
              <input
                name="quantity"
                defaultValue={quantities[at] ?? shown.quantity}
                aria-label={words.quantityOf({ name })}
                aria-invalid={fields[`quantity-${at}`] ? true : undefined}
                inputMode="decimal"
                autoComplete="off"
              />
              <small>{shown.unit && unitOf(reader, row, shown.unit)}</small>
              <input
                name="price"
                defaultValue={prices[at] ?? shown.price}
                aria-label={words.priceOf({ name })}
                aria-invalid={fields[`price-${at}`] ? true : undefined}
                inputMode="decimal"
                autoComplete="off"
              />
              {error && (
                <p className="error" role="alert">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {rows.length > checked.length && (
        <p className="signature">{words.firstOf({ n: checked.length, of: rows.length })}</p>
      )}
    </details>
  )
}

/** Grams and milliliters are the same in all languages. */
const unitOf = (reader: Reader, { unit }: FinishedRow, shown: string) =>
  shown === unit ? unitName(reader, unit) : shown
