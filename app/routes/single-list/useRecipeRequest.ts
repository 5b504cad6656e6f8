import { startTransition, useEffect, useRef, useState } from 'react'
import { showMessage } from '#app/browser/messages.ts'
import { failureText, isNetworkError } from '#app/browser/networkError.ts'
import { lastReach, probe } from '#app/browser/serverReachable.ts'
import { useReload } from '#app/browser/useReload.ts'
import { released } from '#app/browser/whenReleased.ts'
import type { RecipeProgress, RecipeReply } from '#app/protocol/recipeReply.ts'
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
export function useRecipeRequest(listId: string, initialReply: RecipeReply | undefined, isEmpty: boolean) {
  const words = useWords(browser)
  const { looking } = useWords(list)
  const [state, setState] = useState<State>({ listId, reply: initialReply })
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

  /** Resolves to true when the ingredients are on the list. */
  async function send(action: string, fields: Record<string, string>) {
    if (running.current) return false
    const controller = new AbortController()
    running.current = controller
    const onProgress = (progress: RecipeProgress) => setState({ listId, progress })
    const request = async () =>
      (await import('./requestRecipe.ts')).requestRecipe(action, fields, words, controller.signal, onProgress)
    onProgress({ found: 0, text: looking })
    try {
      const result: RecipeReply | undefined = await request().catch(async (error) => {
        if (controller.signal.aborted) return undefined
        if (!isNetworkError(error)) throw error
        await probe()
        return { ok: false, message: failureText(lastReach(), words), suggestions: [] }
      })
      await released()
      if (result?.change) showMessage({ kind: 'success', text: result.message, change: result.change })
      const show = () => setState({ listId, reply: result })
      if (result?.ok) {
        await reload()
        // In a transition as the router's new data is: without one, this reply would overtake it.
        startTransition(show)
        return true
      }
      show()
      void reload()
      return false
    } finally {
      running.current = undefined
    }
  }

  return { progress, reply, send, forget, cancel: () => running.current?.abort() }
}
