import { useRevalidator } from '@remix-run/react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { expirePageCache } from '#app/ui/pageCache.ts'
import type { RecipeReply } from '#app/ui/recipeReply.ts'
import { requestRecipe } from './requestRecipe.ts'

export interface Asking {
  /** How many ingredients are known so far; undefined while nobody asks. */
  found: number | undefined
  reply: RecipeReply | undefined
  /** True when the ingredients are on the list. */
  ask(action: string, fields: Record<string, string>): Promise<boolean>
  cancel(): void
}

/** One question at a time, from the press of the button until the list shows what came of it. */
export function useRecipeRequest(listId: string, before: RecipeReply | undefined): Asking {
  const [found, setFound] = useState<number>()
  const [replied, setReplied] = useState({ listId, reply: before })
  const running = useRef<AbortController>()
  const { revalidate, state } = useRevalidator()
  const reply = replied.listId === listId ? replied.reply : undefined

  // Whoever leaves the list takes the question back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is leaving, too
  useEffect(() => () => running.current?.abort(), [listId])

  // The old list must not show up for a moment before the new one.
  useEffect(() => {
    if (reply && state === 'idle') setFound(undefined)
  }, [reply, state])

  async function ask(action: string, fields: Record<string, string>) {
    if (running.current) return false
    const controller = new AbortController()
    running.current = controller
    setReplied({ listId, reply: undefined })
    setFound(0)
    try {
      const answer = await requestRecipe(action, fields, controller.signal, setFound)
      expirePageCache()
      revalidate()
      // The router, too, tells its state in a transition: a reply without one would overtake it.
      if (answer?.ok) startTransition(() => setReplied({ listId, reply: answer }))
      else {
        // Nothing new is on the list to wait for: the next question may come at once.
        setReplied({ listId, reply: answer })
        setFound(undefined)
      }
      return answer?.ok ?? false
    } finally {
      running.current = undefined
    }
  }

  return { found, reply, ask, cancel: () => running.current?.abort() }
}
