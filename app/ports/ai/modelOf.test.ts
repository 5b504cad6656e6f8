import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { modelOf } from './modelOf.ts'

test.each([
  [{ OPENAI_API_KEY: 'sk-x' }, 'gpt-6-luna'],
  [{ OPENAI_BASE_URL: 'https://api.openai.com/v1' }, 'gpt-6-luna'],
  [{ OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'gpt-of-ada' }, 'gpt-of-ada'],
  [{ OPENAI_BASE_URL: 'http://localhost:11434/v1' }, ''],
  [{ OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'llama-of-ada' }, 'llama-of-ada'],
])('the model for %j is %j', (environment, model) => {
  expect(modelOf(readConfig(environment))).toBe(model)
})
