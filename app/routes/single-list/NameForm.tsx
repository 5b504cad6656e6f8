import { useId } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { MAX_GUEST_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Button } from '#app/ui/Button.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

/** The name the others see next to what a guest adds and ticks. */
export function NameForm() {
  const words = useWords(list)
  const access = useListAccess()
  const { home, guest } = access
  const id = useId()
  const act = (_: string, typed?: FormData) =>
    answeredForm(access, 'nameGuest', `${home}/name`, typed && { guest: String(typed.get('guest')) })
  return (
    <ActForm act={act} className="guest-name">
      <div className="well">
        <label htmlFor={id}>{words.yourName}</label>
        {/* The server cuts what is longer. */}
        <input
          key={guest}
          id={id}
          name="guest"
          defaultValue={guest}
          maxLength={MAX_GUEST_NAME_LENGTH}
          autoComplete="given-name"
          enterKeyHint="done"
          aria-describedby={`${id}-hint`}
        />
        <Button className="plain">{words.save}</Button>
      </div>
      <small id={`${id}-hint`}>{words.nameHint}</small>
    </ActForm>
  )
}
