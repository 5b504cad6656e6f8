import { startTransition, useEffect, useRef, useState } from 'react'
import { showMessage } from '#app/browser/messages.ts'
import { failureText, isNetworkError } from '#app/browser/networkError.ts'
import { lastReach, probe } from '#app/browser/serverReachable.ts'
import { useReload } from '#app/browser/useReload.ts'
import { released } from '#app/browser/whenReleased.ts'
import { newId } from '#app/domain/ids.ts'
import type { RecipeAnswer, RecipeProgress, RecipeReply } from '#app/protocol/recipeReply.ts'
import { browser } from '#app/words/en/browser.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

interface State {
  listId: string
  /** While a request is running. */
  progress?: RecipeProgress
  reply?: RecipeReply | undefined
}

export type RecipeRequest = ReturnType<typeof useRecipeRequest>

/** One request at a time; it counts as running until the list shows the new items. */
export function useRecipeRequest(listId: string, answer: RecipeAnswer | undefined, isEmpty: boolean) {
  const words = useWords(browser)
  const { looking } = useWords(list)
  const [state, setState] = useState<State>({ listId, reply: answer && { answer } })
  const action = `/generateAI-response?listID=${encodeURIComponent(listId)}`
  /** Where the page was when it was sent. */
  const scrolledTo = useRef<number>()
  const running = useRef<AbortController>()
  const reload = useReload()
  const { progress, reply } = state.listId === listId ? state : ({} as Partial<State>)
  const forget = () => setState({ listId })

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another list means leaving this one
  useEffect(() => () => running.current?.abort(), [listId])

  // After Delete All, an answer about the list before it would only confuse.
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) setState({ listId })
    wasEmpty.current = isEmpty
  }, [isEmpty, listId])

  async function send(fields: Record<string, string>) {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    scrolledTo.current = scrollY
    const onProgress = (progress: RecipeProgress) => setState({ listId, progress })
    const form = { id: newId(), ...fields }
    const request = async () =>
      (await import('./requestRecipe.ts')).requestRecipe(action, form, words, controller.signal, onProgress)
    onProgress({ found: 0, text: looking })
    try {
      const result: RecipeReply | undefined = await request().catch(async (error) => {
        if (controller.signal.aborted) return undefined
        if (!isNetworkError(error)) throw error
        await probe()
        return { answer: { text: failureText(lastReach(), words), recipe: fields.recipe ?? '', unknown: [] } }
      })
      await released()
      const show = () => setState({ listId, reply: result })
      if (!result?.added) {
        show()
        void reload()
        return
      }
      showMessage({ kind: 'success', ...result.added })
      await reload()
      // In a transition as the router's new data is: without one, this reply would overtake it.
      startTransition(show)
    } finally {
      running.current = undefined
    }
  }

  return { action, progress, reply, scrolledTo, send, forget, cancel: () => running.current?.abort() }
}
