import { Form } from '@remix-run/react'
import { Button } from '#app/ui/Button.tsx'

/** Nothing came, or nothing that could be an item: write it, or paste it. */
export function WriteForm({ came }: { came: boolean }) {
  return (
    <Form className="card">
      {came && (
        <p className="form-error" role="alert">
          There was nothing in it that could be an item.
        </p>
      )}
      <div className="field">
        <label htmlFor="share-text">What do you need?</label>
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
          One item on each line, with how many in front where it is more than one.
        </p>
      </div>
      <Button className="wide">NEXT</Button>
    </Form>
  )
}
