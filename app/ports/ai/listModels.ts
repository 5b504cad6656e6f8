import { z } from 'zod/v4'
import { boundedFetch } from './boundedFetch.ts'

export const OPENAI_URL = 'https://api.openai.com/v1'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

export interface Server {
  apiKey: string
  /** Empty for OpenAI itself. */
  baseUrl: string
}

/** OpenAI's own addresses, with those for a region. */
export const isOpenAi = (baseUrl: string) =>
  /^(?:.+\.)?api\.openai\.com$/.test(new URL(baseUrl || OPENAI_URL).hostname)

/** The cheapest request that needs the key. Servers need not support it: then there are no models. */
export async function listModels(
  { apiKey, baseUrl }: Server,
  signal: AbortSignal,
): Promise<{ status: number; models: string[] | undefined }> {
  const url = `${(baseUrl || OPENAI_URL).replace(/\/$/, '')}/models`
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
