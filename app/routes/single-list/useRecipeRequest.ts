import { startTransition, useEffect, useRef, useState } from 'react'
import { NDJSON, type RecipeLine, type RecipeReply } from '#app/protocol/recipeReply.ts'
import { showMessage } from '#app/ui/browser/messages.ts'
import { isNetworkError } from '#app/ui/browser/networkError.ts'
import { useReload } from '#app/ui/browser/useReload.ts'
import { released } from '#app/ui/browser/whenReleased.ts'
import { browser } from '#app/words/en/browser.ts'
import { useWords } from '#app/words/useWords.ts'

export type RecipeRequest = ReturnType<typeof useRecipeRequest>

/** One request at a time; it counts as running until the list shows the new items. */
export function useRecipeRequest(listId: string, initialReply: RecipeReply | undefined, isEmpty: boolean) {
  const words = useWords(browser)
  /** Ingredients so far; undefined while no request is running. */
  const [found, setFound] = useState<number>()
  const [replied, setReplied] = useState({ listId, reply: initialReply })
  const running = useRef<AbortController>()
  const reload = useReload()
  const reply = replied.listId === listId ? replied.reply : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another list means leaving this one
  useEffect(() => () => running.current?.abort(), [listId])

  // After Delete All, an answer about the list before it would only confuse.
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) setReplied({ listId, reply: undefined })
    wasEmpty.current = isEmpty
  }, [isEmpty, listId])

  /** Resolves to true when the ingredients are on the list. */
  async function send(action: string, fields: Record<string, string>) {
    if (running.current) return false
    const controller = new AbortController()
    running.current = controller
    setReplied({ listId, reply: undefined })
    setFound(0)
    try {
      const result = await requestRecipe(action, fields, controller.signal, words, setFound)
      await released()
      const reloaded = reload()
      if (result?.change) showMessage({ kind: 'success', text: result.message, change: result.change })
      // Without a result, there are no new items to wait for: the next request may start at once.
      if (result?.ok) await reloaded
      // In a transition as the router's new data is: without one, this reply would overtake it.
      startTransition(() => {
        setReplied({ listId, reply: result })
        setFound(undefined)
      })
      return result?.ok ?? false
    } finally {
      running.current = undefined
    }
  }

  return {
    ...{ found, reply, send },
    cancel: () => running.current?.abort(),
    forget: () => setReplied({ listId, reply: undefined }),
  }
}

const failed = (message: string): RecipeReply => ({ ok: false, message, suggestions: [] })

/** Undefined if it was cancelled. */
async function requestRecipe(
  action: string,
  fields: Record<string, string>,
  signal: AbortSignal,
  words: typeof browser,
  onFound: (count: number) => void,
): Promise<RecipeReply | undefined> {
  try {
    // Not a Remix fetcher: those deliver the response only once it is complete.
    const response = await fetch(action, {
      method: 'POST',
      headers: { Accept: NDJSON },
      body: new URLSearchParams(fields),
      signal,
    })
    if (response.status === 403) return failed((await response.text()).trim())
    const isStream = response.headers.get('Content-Type')?.startsWith(NDJSON)
    for await (const line of linesOf(isStream ? response.body : null)) {
      const message = JSON.parse(line) as RecipeLine
      if ('ok' in message) return message
      onFound(message.found)
    }
    return failed(words.recipeFailed)
  } catch (error) {
    if (signal.aborted) return undefined
    if (!isNetworkError(error)) throw error
    return failed(words.unreachable)
  }
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return
    const parts = `${rest}${value}`.split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
