import { parseQuantity } from '#app/domain/items/amounts.ts'
import { quantity } from '#app/words/format.ts'
import { useReader } from '#app/words/useWords.ts'

/** In thousandths; one of everything else. */
const STEPS: Record<string, number> = { kg: 500, l: 500, lb: 500, g: 50_000, ml: 50_000 }

/** − and + in the field of a quantity. They take no focus, so that a phone's keyboard stays as it is. */
export function QuantitySteps({ onStep }: { onStep(form: HTMLFormElement): void }) {
  const reader = useReader()

  function step(form: HTMLFormElement | null, by: number) {
    const field = form?.elements.namedItem('quantity')
    if (!form || !(field instanceof HTMLInputElement)) return
    const unit = String(new FormData(form).get('unit'))
    const milli = (parseQuantity(field.value) ?? 0) + by * (STEPS[unit] ?? 1000)
    if (milli > 0) field.value = quantity(reader, milli)
    onStep(form)
  }

  return [-1, 1].map((by) => (
    <button
      key={by}
      type="button"
      className="step needs-script"
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ currentTarget: { form } }) => step(form, by)}
    >
      {by > 0 ? '+' : '−'}
    </button>
  ))
}
