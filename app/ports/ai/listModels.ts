import { z } from 'zod/v4'
import { boundedFetch } from './boundedFetch.ts'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The cheapest request that needs the key. Servers need not support it: then there are no models. */
export async function listModels(
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string },
  signal: AbortSignal,
): Promise<{ status: number; models: string[] | undefined }> {
  const url = `${(baseUrl || 'https://api.openai.com/v1').replace(/\/$/, '')}/models`
  const response = await boundedFetch(url, {
    headers: { Authorization: `Bearer ${apiKey || 'none'}` },
    signal,
  })
  const parsed = Models.safeParse(parseJson(await response.text()))
  return {
    status: response.status,
    models: parsed.success ? parsed.data.data.map(({ id }) => id) : undefined,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
