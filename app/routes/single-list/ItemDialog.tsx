import { useNavigate } from '@remix-run/react'
import { useRef, useState } from 'react'
import { addForm } from '#app/acts/add.ts'
import { editForm } from '#app/acts/edit.ts'
import { NEW_ROW, type Row, withTyped } from '#app/acts/row.ts'
import { discard, submit } from '#app/browser/send.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { newId } from '#app/domain/ids.ts'
import {
  amountOf,
  inStoredUnit,
  isMeasure,
  SMALL_UNITS,
  scalePrice,
  UNITS,
} from '#app/domain/items/amounts.ts'
import { EMPTY_VALUES, FIELD_NAMES, type FieldName, type ItemValues } from '#app/domain/items/itemFields.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { Answer } from '#app/offline/schema.ts'
import { movePath } from '#app/protocol/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Select } from '#app/ui/Select.tsx'
import { measure, pricePer, unitName } from '#app/words/amounts.ts'
import { list } from '#app/words/en/list.ts'
import { money } from '#app/words/format.ts'
import { formValues } from '#app/words/formValues.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { signatureText } from '#app/words/signatures.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { CategoryField } from './CategoryField.tsx'
import { marksOf } from './ItemRow.tsx'
import { type LastPrice, LastPrices } from './LastPrices.tsx'
import { usePageData } from './pageData.ts'
import { QuantitySteps } from './QuantitySteps.tsx'
import type { Draft } from './useListDialogs.ts'

interface Props {
  /** The item to edit, as it was when the dialog opened; undefined to add one. */
  item?: Row | undefined
  draft: Draft | undefined
  onDone(itemId: string): void
  onClose(): void
  /** The list has prices: one that is missing is what people open an item for. */
  wantsPrice?: boolean
}

function unitOptions(reader: Reader): Record<string, string> {
  const { pieces } = wordsOf(reader, list)
  const options = UNITS.flatMap((unit) => {
    const small = SMALL_UNITS[unit]
    return [[unit, unitName(reader, unit) || pieces], ...(small ? [[small, small]] : [])]
  })
  return Object.fromEntries(options)
}

/** A price for one of what is in grams is for a kilo. */
function priceOptions(reader: Reader, chosen: string) {
  const words = wordsOf(reader, list)
  const { unit } = inStoredUnit({ unit: chosen })
  const measure = UNITS.find((one) => one === unit && isMeasure(one))
  return { one: measure ? `1 ${unitName(reader, measure)}` : words.one, all: words.allOfIt }
}

/** '6 × $ 1.20 = $ 7.20', so that nobody takes the price of a pack for the price of each. */
function productOf(reader: Reader, typed: ItemValues, currency: Currency | undefined): string | undefined {
  const row = withTyped(NEW_ROW, typed, currency)
  const price = money(reader, row.priceCents, currency)
  const cost = money(reader, amountOf(row), currency)
  if (cost === price) return undefined
  return `${measure(reader, row)} × ${pricePer(reader, row.unit, price)} = ${cost}`
}

const GONE = [404, 410]
const TAKEN = ['price', 'priceFor'] as const

export function ItemDialog({ item, wantsPrice, draft, onDone, onClose }: Props) {
  const words = useWords(list)
  const reader = useReader()
  const { nextId } = usePageData()
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const navigate = useNavigate()
  const [sending, setSending] = useState<{ addsAnother: boolean }>()
  const [refusal, setRefusal] = useState<Answer>()
  const [deleted, setDeleted] = useState(false)
  /** The name of a refused item that gave way to what was typed since. */
  const [lost, setLost] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const isNew = !item || deleted
  const signature = item && sentence(signatureText(reader, item))
  const marks = item && marksOf(item, words)
  const pending = sending !== undefined
  // As the dialog opened, so that later changes by others count as unseen until a refusal describes them.
  const [shown] = useState<ItemValues>(item ? formValues(reader, item, access.currency) : EMPTY_VALUES)
  const seen = { values: refusal?.theirs ?? shown, updatedAt: refusal?.seen ?? item?.updatedAt ?? 0 }

  const values = { ...shown, ...draft?.values }
  const [typed, setTyped] = useState<ItemValues>(values)
  const product = productOf(reader, typed, access.currency)
  const error = sending ? undefined : (refusal ?? draft)
  const fields = error?.fields ?? {}
  const firstInvalid = Object.keys(fields)[0]
  // Hardly anybody opens an item for its name.
  const likely = item ? 'quantity' : 'name'
  const focused = firstInvalid ?? (wantsPrice && !item?.priceCents ? 'price' : likely)
  const action = isNew ? `${access.add}#item-${nextId}` : `${access.edit(item.id)}#item-${item.id}`

  async function send(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const values = typedIn(event.currentTarget)
    const chosen = categoryIn(event.currentTarget)
    const button = (event.nativeEvent as SubmitEvent).submitter
    const wish = button?.getAttribute('name')
    const addsAnother = wish === 'another'
    const id = isNew ? newId() : item.id
    const leave = wish === 'move' ? () => navigate(movePath(id, access.listID)) : onClose
    if (wish === 'move' && FIELD_NAMES.every((name) => values[name] === shown[name])) return leave()
    setSending({ addsAnother })
    // The next item can be typed while this one is on its way.
    if (addsAnother) {
      event.currentTarget.reset()
      fieldOf(event.currentTarget, 'name')?.focus()
    }
    const outcome = await submit(
      isNew ? addForm(access, id, values, nextTimestamp()) : editForm(access, id, values, seen, chosen),
    )
    setSending(undefined)
    if (outcome.type !== 'refused') {
      setRefusal(undefined)
      onDone(id)
      if (!addsAnother) leave()
      return
    }
    // Somebody left the dialog: it stays in the outbox.
    if (!form.current) return
    // From here on, the dialog has it.
    discard(outcome.entry)
    setRefusal(outcome.entry.answer)
    if (addsAnother) setLost(restoreInput(form.current, values))
    setTyped(typedIn(form.current))
    if (GONE.includes(outcome.entry.answer?.status ?? 0)) setDeleted(true)
  }

  /** For as many as are typed, if it was for all of them. */
  function takePrice({ priceMinor, priceFor, quantityMilli }: LastPrice) {
    if (!form.current) return
    const row = withTyped(NEW_ROW, typed, access.currency)
    const isForAll = priceFor === 'all'
    const priceCents = isForAll ? scalePrice(priceMinor, quantityMilli, row.quantityMilli) : priceMinor
    fill(form.current, formValues(reader, { ...row, priceCents, priceFor }, access.currency), TAKEN)
    setTyped(typedIn(form.current))
  }

  /** A message stands once: beside the field it is about, or above the form. */
  const errorOf = (name: string) => (name === firstInvalid ? (error?.message ?? fields[name]) : fields[name])

  const numberField = (name: 'quantity' | 'price') => (
    <Field
      label={words[name]}
      name={name}
      defaultValue={values[name]}
      error={errorOf(name)}
      takesFocus={focused === name}
      // Typing replaces the number instead of adding digits to it.
      onFocus={(event) => event.currentTarget.select()}
      inputMode="decimal"
      autoComplete="off"
    >
      {name === 'quantity' && <QuantitySteps onStep={(form) => setTyped(typedIn(form))} />}
    </Field>
  )

  const textField = (name: 'name' | 'note') => (
    <Field
      label={words[name]}
      name={name}
      defaultValue={values[name]}
      error={errorOf(name)}
      takesFocus={focused === name}
      required={name === 'name'}
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      enterKeyHint="done"
    />
  )

  const choice = (name: 'unit' | 'priceFor', options: Record<string, string>) => (
    <Select label={words[name]} name={name} defaultValue={values[name]} options={options} />
  )

  return (
    <Dialog
      title={isNew ? words.newItem : words.editItem}
      closeTo={access.home}
      onClose={() => !pending && onClose()}
    >
      <form
        ref={form}
        method="post"
        action={action}
        onSubmit={send}
        onReset={() => setTyped(values)}
        onChange={({ currentTarget }) => setTyped(typedIn(currentTarget))}
      >
        <HiddenFields of={isNew ? { id: nextId } : { seen: String(seen.updatedAt) }} />
        {access.guest !== undefined && <input type="hidden" name="guest" value={access.guest} />}
        {!firstInvalid && <FormError>{error?.message}</FormError>}
        {error && lost && <FormError>{words.notAdded({ name: lost })}</FormError>}
        {textField('name')}
        <div className="pair columns">
          {numberField('quantity')}
          {numberField('price')}
          {choice('unit', unitOptions(reader))}
          {choice('priceFor', priceOptions(reader, typed.unit))}
        </div>
        <LastPrices typed={typed} onTake={takePrice} />
        {textField('note')}
        {!isNew && <CategoryField name={item.name} typed={draft?.values.category} />}
        {product && <p className="signature">{product}</p>}
        {!isNew && marks && (
          <p className="signature">{`${money(reader, item.priceCents, access.currency)} · ${marks}`}</p>
        )}
        {!isNew && signature && <p className="signature">{signature}</p>}
        <div className="submits">
          <Button
            className="wide"
            pending={pending}
            pendingText={sending?.addsAnother ? undefined : words.submitting}
          >
            {words.submit}
          </Button>
          {isNew && (
            <Button variant="quiet" name="another" value="1" pending={pending}>
              {words.addAnother}
            </Button>
          )}
          {/* Behind SUBMIT, which Enter presses. */}
          {!isNew && access.may('editAll') && (
            <button
              type="submit"
              className="button plain"
              name="move"
              value="1"
              {...needsConnection(words.move)}
            >
              {words.move}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function typedIn(form: HTMLFormElement): ItemValues {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  return { ...EMPTY_VALUES, ...Object.fromEntries(fields.filter(([, value]) => value.trim() !== '')) }
}

/** If somebody has chosen another one. */
function categoryIn(form: HTMLFormElement): { category?: string } {
  const category = fieldOf(form, 'category')?.value
  return category && category !== fieldOf(form, 'seenCategory')?.value ? { category } : {}
}

const sentence = (text: string) => text && `${text[0]?.toUpperCase()}${text.slice(1)}.`

/** Puts back what was refused, unless something else has been typed since: then its name is returned. */
function restoreInput(form: HTMLFormElement, values: ItemValues): string | undefined {
  if (fieldOf(form, 'name')?.value) return values.name
  fill(form, values, FIELD_NAMES)
  return undefined
}

function fill(form: HTMLFormElement, values: ItemValues, names: readonly FieldName[]) {
  for (const name of names) {
    const field = fieldOf(form, name)
    if (field) field.value = values[name]
  }
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | undefined {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : undefined
}
