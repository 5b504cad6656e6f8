import { Form } from '@remix-run/react'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'

export function WriteForm({ came }: { came: boolean }) {
  return (
    <Form className="card">
      {came && <FormError>We couldn't find any items in that text.</FormError>}
      <div className="field">
        <label htmlFor="share-text">Items</label>
        <textarea
          id="share-text"
          name="text"
          rows={8}
          maxLength={2000}
          required
          placeholder={'Milk\n2 loaves of bread'}
          aria-describedby="share-hint"
        />
        <p id="share-hint" className="hint">
          One item per line. Put the quantity first.
        </p>
      </div>
      <Button className="wide">Next</Button>
    </Form>
  )
}
