import { type FormEvent, useRef } from 'react'
import { toast } from 'sonner'
import { newId } from '#app/domain/ids.ts'
import { Button } from '#app/ui/Button.tsx'
import type { Asking } from './useRecipeRequest.ts'

interface Props {
  listId: string
  nextId: string
  answeredBy: string
  /** What was asked before in vain, when the page was made without script. */
  recipe: string | undefined
  asking: Asking
}

/** Turns the name of a dish into things to buy. */
export function AiBox({ listId, nextId, answeredBy, recipe, asking }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { reply } = asking
  const pending = asking.found !== undefined
  const action = `/generateAI-response?listID=${encodeURIComponent(listId)}`

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = input.current
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!field || pending) return
    if (button instanceof HTMLButtonElement && button.value) field.value = button.value
    const wanted = field.value.trim()
    if (!wanted) {
      toast.error('Please enter a recipe name first!')
      field.focus()
      return
    }
    if (await asking.ask(action, { id: newId(), recipe: wanted })) field.value = ''
  }

  return (
    <form className="ai" method="post" action={action} onSubmit={send}>
      <input type="hidden" name="id" value={nextId} />
      <div className="card">
        <input
          ref={input}
          name="recipe"
          aria-label="Recipe"
          aria-describedby="answered-by"
          placeholder="Enter recipe and AI will generate ingredients..."
          defaultValue={recipe}
          readOnly={pending}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="go"
        />
        {/* Not disabled while it loads: that would take the focus away from it. */}
        <Button
          className="ask"
          disabled={false}
          aria-disabled={pending}
          pending={pending}
          pendingText="Loading..."
        >
          ASK AI
        </Button>
      </div>
      <div className="ai-below">
        <p role="status">
          {reply?.says} {reply && reply.nearest.length > 0 && 'Nearest:'}
        </p>
        {/* They come after the input, so that what they name is what the form says last. */}
        {reply?.nearest.map((dish) => (
          <button key={dish} type="submit" className="button quiet" name="recipe" value={dish}>
            {dish}
          </button>
        ))}
        <small id="answered-by">Answered by {answeredBy}</small>
      </div>
    </form>
  )
}
