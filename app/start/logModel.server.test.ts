import { pino } from 'pino'
import { expect, test } from 'vitest'
import { cookbookAi } from '#app/ports/ai/cookbook.ts'
import { openAi } from '#app/ports/ai/openAi.ts'
import { KEY, startOpenAiServer } from '#tests/support/openAiServer.ts'
import { logModel } from './logModel.server.ts'

async function logged(models: string[] | undefined, model = '') {
  const server = Object.assign(await startOpenAiServer(), { models })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const ai = openAi({ apiKey: KEY, baseUrl: server.url, model, idleTimeout: 60_000, timeout: 60_000 })
  await logModel({ ai, log })
  await server.close()
  return lines.map((line) => JSON.parse(line))
}

test('the start says which model the AI server has, or what to do if there is no only one', async () => {
  expect(await logged(['llama-of-ada'])).toMatchObject([{ level: 30, model: 'llama-of-ada' }])
  expect(await logged(['a', 'b'])).toMatchObject([
    {
      level: 40,
      msg: 'No AI model: the AI server has several models. Set OPENAI_MODEL to one of them: a, b',
    },
  ])
  expect(await logged(undefined)).toMatchObject([
    { level: 40, msg: "No AI model: the AI server doesn't list its models. Set OPENAI_MODEL" },
  ])
})

test('with a model in the settings, or without an AI server, the start says nothing about it', async () => {
  expect(await logged(['a', 'b'], 'a')).toEqual([])
  const lines: string[] = []
  await logModel({ ai: cookbookAi(), log: pino({}, { write: (line) => void lines.push(line) }) })
  expect(lines).toEqual([])
})
