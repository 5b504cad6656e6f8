import { type ClipboardEvent, type FormEvent, useRef } from 'react'
import { addForm } from '#app/acts/add.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { toast } from '#app/browser/messages.ts'
import { submitOrSay } from '#app/browser/send.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { newId } from '#app/domain/ids.ts'
import { EMPTY_VALUES } from '#app/domain/items/itemFields.ts'
import { MAX_RECIPE_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { Button } from '#app/ui/Button.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import type { RecipeRequest } from './useRecipeRequest.ts'

const AiAnswer = loadedWhenIdle(async () => (await import('./AiAnswer.tsx')).AiAnswer, true)

interface Props {
  /** Who answers. */
  source: string
  request: RecipeRequest
  /** Examples, for an empty list. */
  dishes: string[]
}

export function AiBox({ source, request, dishes }: Props) {
  const words = useWords(listWords)
  const { nextId } = usePageData()
  const input = useRef<HTMLInputElement>(null)
  const needsConnection = useNeedsConnection()
  const { reply, scrolledTo } = request
  const answer = reply?.answer
  const pending = request.progress !== undefined
  const access = useListAccess()
  const form = useRef<HTMLFormElement>(null)
  // While it was running, there was no list to scroll in.
  useBrowserLayoutEffect(() => {
    if (pending || scrolledTo.current === undefined) return
    scrollTo(0, scrolledTo.current)
    scrolledTo.current = undefined
    if (!reply || reply.answer) form.current?.scrollIntoView({ block: 'nearest' })
    if (reply && input.current) input.current.value = reply.answer?.recipe ?? ''
  }, [pending, reply, scrolledTo])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = input.current
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!field || pending || !(button instanceof HTMLButtonElement)) return
    if (button.name === 'name') return addAsItem(button.value, field)
    const isSource = button.name === 'source'
    if (button.value && !isSource) field.value = button.value
    const recipe = field.value.trim()
    if (!recipe) {
      request.forget()
      toast.error(words.recipeFirst)
      field.focus()
      return
    }
    void request.send({ recipe, ...(isSource && { source: button.value }) })
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
      className={answer ? 'ai answered' : 'ai'}
      method="post"
      action={request.action}
      onSubmit={send}
    >
      <input type="hidden" name="id" value={nextId} />
      <div className="line">
        <input
          ref={input}
          name="recipe"
          aria-label={words.recipe}
          aria-describedby="recipe-source"
          placeholder={words.enterRecipe}
          defaultValue={answer?.recipe}
          readOnly={pending}
          maxLength={MAX_RECIPE_LENGTH}
          autoComplete="off"
          enterKeyHint="go"
          onPaste={pasteLines}
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
        <small id="recipe-source">{source}</small>
      </div>
      {/* The Undo message already says what was added. */}
      <p role="status">{answer?.text}</p>
      <div className="ai-below">
        {answer && <AiAnswer answer={answer} />}
        {/* After the input, because the server takes the last `recipe` of the form. */}
        {!answer &&
          dishes.map((dish) => (
            <button key={dish} type="submit" className="button quiet" name="recipe" value={dish}>
              {dish}
            </button>
          ))}
      </div>
    </form>
  )
}

/** The line would drop what is between them. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text').trim()
  if (!text.includes('\n')) return
  event.preventDefault()
  const { selectionStart, selectionEnd } = event.currentTarget
  const joined = text.replace(/\s*\n\s*/g, ', ')
  event.currentTarget.setRangeText(joined, selectionStart ?? 0, selectionEnd ?? 0, 'end')
}
