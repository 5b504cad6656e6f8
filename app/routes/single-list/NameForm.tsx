import { useFetcher } from '@remix-run/react'
import { useId } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

/** The name the others see next to what a guest adds and ticks. */
export function NameForm() {
  const words = useWords(list)
  const { home, guest } = useListAccess()
  const { Form, state } = useFetcher()
  const id = useId()
  return (
    <Form method="post" action={`${home}/name`} className="guest-name">
      <div className="well">
        <label htmlFor={id}>{words.yourName}</label>
        {/* The server cuts what is longer. */}
        <input
          key={guest}
          id={id}
          name="guest"
          defaultValue={guest}
          maxLength={40}
          autoComplete="given-name"
          enterKeyHint="done"
          aria-describedby={`${id}-hint`}
        />
        <Button className="plain" pending={state !== 'idle'}>
          {words.save}
        </Button>
      </div>
      <small id={`${id}-hint`}>{words.nameHint}</small>
    </Form>
  )
}
