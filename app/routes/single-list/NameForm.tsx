import { type FormEvent, useId, useState } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { submitOrSay } from '#app/offline/page/send.ts'
import { Button } from '#app/ui/Button.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

/** The name the others see next to what a guest adds and ticks. */
export function NameForm() {
  const words = useWords(list)
  const access = useListAccess()
  const { home, guest } = access
  const [pending, setPending] = useState(false)
  const id = useId()
  const action = `${home}/name`

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('guest'))
    setPending(true)
    await submitOrSay(answeredForm(access, 'nameGuest', action, { guest: name }))
    setPending(false)
  }

  return (
    <form method="post" action={action} className="guest-name" onSubmit={send}>
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
        <Button className="plain" pending={pending}>
          {words.save}
        </Button>
      </div>
      <small id={`${id}-hint`}>{words.nameHint}</small>
    </form>
  )
}
