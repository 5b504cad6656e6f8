import { isNetworkError } from '#app/ui/networkError.ts'
import { NDJSON, type RecipeLine, type RecipeReply } from '#app/ui/recipeReply.ts'

const nothing = (says: string): RecipeReply => ({ ok: false, says, nearest: [] })

/** Asks the server and follows how it goes; undefined when the question was taken back. */
export async function requestRecipe(
  action: string,
  fields: Record<string, string>,
  signal: AbortSignal,
  onFound: (count: number) => void,
): Promise<RecipeReply | undefined> {
  try {
    // Not through a fetcher: that would hold everything back until the end.
    const response = await fetch(action, {
      method: 'POST',
      headers: { Accept: NDJSON },
      body: new URLSearchParams(fields),
      signal,
    })
    const isOurs = response.headers.get('Content-Type')?.startsWith(NDJSON)
    for await (const line of linesOf(isOurs ? response.body : null)) {
      const told = JSON.parse(line) as RecipeLine
      if ('ok' in told) return told
      onFound(told.found)
    }
    return nothing('Nothing came back. Please try again.')
  } catch (error) {
    if (signal.aborted) return undefined
    if (!isNetworkError(error)) throw error
    return nothing('Nothing came back: there is no connection right now.')
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
