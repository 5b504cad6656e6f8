import { Form, Link, useNavigation } from '@remix-run/react'
import { move } from '#app/words/en/move.ts'
import { useWords } from '#app/words/useWords.ts'
import { Button } from './Button.tsx'
import { FormError } from './FormError.tsx'
import { HiddenFields } from './HiddenFields.tsx'

interface Props {
  /** What goes there. */
  what: string
  lists: { id: string; name: string }[]
  nextId: string
  home: string
  error: string | undefined
}

/** One of the reader's other lists. */
export function ChooseList({ what, lists, nextId, home, error }: Props) {
  const words = useWords(move)
  const chosen = useNavigation().formData?.get('to')
  return (
    <Form method="post" className="card choose-list">
      <HiddenFields of={{ id: nextId }} />
      <FormError>{error}</FormError>
      <p className="hint">{lists.length > 0 ? what : words.noOther}</p>
      {lists.map(({ id, name }) => (
        <Button key={id} variant="quiet" className="wide" name="to" value={id} pending={chosen === id}>
          <span dir="auto">{name}</span>
        </Button>
      ))}
      <Link className="button quiet" to={home}>
        {words.cancel}
      </Link>
    </Form>
  )
}
