import { Form } from '@remix-run/react'
import { MAX_TEXT_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { Button } from '#app/ui/Button.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { addLines } from '#app/words/en/addLines.ts'
import { useWords } from '#app/words/useWords.ts'

export function WriteForm({ came }: { came: boolean }) {
  const words = useWords(addLines)
  return (
    <Form className="card">
      {came && <FormError>{words.noItemsFound}</FormError>}
      <div className="field">
        <label htmlFor="share-text">{words.items}</label>
        <textarea
          id="share-text"
          name="text"
          rows={8}
          maxLength={MAX_TEXT_LENGTH}
          required
          placeholder={words.sharedExample}
          aria-describedby="share-hint"
        />
        <p id="share-hint" className="hint">
          {words.quantityFirst}
        </p>
      </div>
      <Button className="wide">{words.next}</Button>
    </Form>
  )
}
