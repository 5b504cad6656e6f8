import { NDJSON, type RecipeLine, type RecipeProgress, type RecipeReply } from '#app/protocol/recipeReply.ts'
import type { browser } from '#app/words/en/browser.ts'

/** In a file of its own: few visits need it. */
export async function requestRecipe(
  action: string,
  fields: Record<string, string>,
  words: typeof browser,
  signal: AbortSignal,
  onProgress: (progress: RecipeProgress) => void,
): Promise<RecipeReply> {
  // Remix's fetchers deliver a response only once it is complete.
  const response = await fetch(action, {
    method: 'POST',
    headers: { Accept: NDJSON },
    body: new URLSearchParams(fields),
    signal,
  })
  const failed = (text: string): RecipeReply => ({
    answer: { text, recipe: fields.recipe ?? '', unknown: [] },
  })
  if (response.status === 403) return failed((await response.text()).trim())
  const isStream = response.headers.get('Content-Type')?.startsWith(NDJSON)
  for await (const line of linesOf(isStream ? response.body : null)) {
    const message = JSON.parse(line) as RecipeLine
    if (!('found' in message)) return message
    onProgress(message)
  }
  return failed(words.failed)
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
