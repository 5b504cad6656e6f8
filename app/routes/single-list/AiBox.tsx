import { type FormEvent, useRef } from 'react'
import { addForm } from '#app/acts/add.ts'
import { toast } from '#app/browser/messages.ts'
import { submitOrSay } from '#app/browser/send.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { newId } from '#app/domain/ids.ts'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { Button } from '#app/ui/Button.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { cut } from '#app/words/text.ts'
import { useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import type { RecipeRequest } from './useRecipeRequest.ts'

interface Props {
  /** Who answers. */
  source: string
  /** The recipe of a failed request that was sent without JavaScript. */
  recipe: string | undefined
  request: RecipeRequest
}

export function AiBox({ source, recipe, request }: Props) {
  const words = useWords(listWords)
  const { list, nextId } = usePageData()
  const input = useRef<HTMLInputElement>(null)
  const needsConnection = useNeedsConnection()
  const { reply } = request
  const pending = request.progress !== undefined
  const action = `/generateAI-response?listID=${encodeURIComponent(list.id)}`
  const access = useListAccess()
  const form = useRef<HTMLFormElement>(null)
  const scrolledTo = useRef<number>()
  // While it was running, there was no list to scroll in.
  useBrowserLayoutEffect(() => {
    if (pending || scrolledTo.current === undefined) return
    scrollTo(0, scrolledTo.current)
    scrolledTo.current = undefined
    if (!reply?.ok) form.current?.scrollIntoView({ block: 'nearest' })
  }, [pending, reply])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = input.current
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!field || pending || !(button instanceof HTMLButtonElement)) return
    if (button.name === 'name') return addAsItem(button.value, field)
    const isSource = button.name === 'source'
    if (button.value && !isSource) field.value = button.value
    const name = field.value.trim()
    if (!name) {
      request.forget()
      toast.error(words.recipeFirst)
      field.focus()
      return
    }
    scrolledTo.current = scrollY
    if (await request.send(action, { id: newId(), recipe: name, ...(isSource && { source: button.value }) }))
      field.value = ''
  }

  function addAsItem(name: string, field: HTMLInputElement) {
    void submitOrSay(addForm(access, newId(), { ...EMPTY_VALUES, name }, nextTimestamp()))
    request.forget()
    field.value = ''
    field.focus()
  }

  return (
    <form
      ref={form}
      id="ai"
      className={reply ? 'ai answered' : 'ai'}
      method="post"
      action={action}
      onSubmit={send}
    >
      <input type="hidden" name="id" value={nextId} />
      <div className="line">
        <input
          ref={input}
          name="recipe"
          aria-label={words.recipe}
          aria-describedby="recipe-source"
          title={source}
          placeholder={words.enterRecipe}
          defaultValue={recipe}
          readOnly={pending}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          enterKeyHint="go"
        />
        {/* Not `disabled` while loading: that would move the focus away. */}
        <Button
          className="ask plain"
          disabled={false}
          aria-disabled={pending}
          {...needsConnection(words.askAi)}
          pending={pending}
          pendingText={words.loading}
        >
          {words.askAi}
        </Button>
      </div>
      <div className="ai-below">
        {/* The Undo message already says what was added. */}
        <p role="status">{!(reply?.ok && reply.change) && reply?.message}</p>
        {reply?.cookbook && (
          <button type="submit" className="button add" name="source" value="cookbook">
            {reply.cookbook}
          </button>
        )}
        {reply?.unknown && (
          <button
            type="submit"
            className="button add"
            formAction={access.add}
            name="name"
            value={reply.unknown}
          >
            {words.addNamed({ name: cut(reply.unknown) })}
          </button>
        )}
        {reply && reply.suggestions.length > 0 && <p>{words.didYouMean}</p>}
        {/* After the input, because the server takes the last `recipe` of the form. */}
        {reply?.suggestions.map((name) => (
          <button key={name} type="submit" className="button quiet" name="recipe" value={name}>
            {name}
          </button>
        ))}
        <small id="recipe-source">{source}</small>
      </div>
    </form>
  )
}
