import { type FormEvent, useRef } from 'react'
import { toast } from 'sonner'
import { newId } from '#app/domain/ids.ts'
import { Button } from '#app/ui/Button.tsx'
import type { RecipeRequest } from './useRecipeRequest.ts'

interface Props {
  listId: string
  nextId: string
  /** Where recipes come from: "Larder's built-in cookbook", or a model's name. */
  source: string
  /** The recipe of a failed request that was sent without JavaScript. */
  recipe: string | undefined
  request: RecipeRequest
}

/** Adds the ingredients of a recipe to the list. */
export function AiBox({ listId, nextId, source, recipe, request }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { reply } = request
  const pending = request.found !== undefined
  const action = `/generateAI-response?listID=${encodeURIComponent(listId)}`

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = input.current
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!field || pending) return
    if (button instanceof HTMLButtonElement && button.value) field.value = button.value
    const name = field.value.trim()
    if (!name) {
      toast.error('Please enter a recipe name first!')
      field.focus()
      return
    }
    if (await request.send(action, { id: newId(), recipe: name })) field.value = ''
  }

  return (
    <form className="ai" method="post" action={action} onSubmit={send}>
      <input type="hidden" name="id" value={nextId} />
      <div className="card">
        <input
          ref={input}
          name="recipe"
          aria-label="Recipe"
          aria-describedby="recipe-source"
          placeholder="Enter recipe and AI will generate ingredients..."
          defaultValue={recipe}
          readOnly={pending}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="go"
        />
        {/* Not `disabled` while loading: that would move the focus away. */}
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
          {reply?.message} {reply && reply.suggestions.length > 0 && 'Did you mean:'}
        </p>
        {/* After the input, because the server takes the last `recipe` of the form. */}
        {reply?.suggestions.map((name) => (
          <button key={name} type="submit" className="button quiet" name="recipe" value={name}>
            {name}
          </button>
        ))}
        <small id="recipe-source">Recipes from {source}</small>
      </div>
    </form>
  )
}
