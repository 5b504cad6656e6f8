import { randomBytes } from 'node:crypto'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import { testServices } from '#tests/support/services.ts'
import { describeArrival, newQuestion, QUESTION } from './arrival.ts'

async function serve() {
  const services = await testServices({ TRUST_PROXY: '1', SMTP_PASSWORD: 'hush-hush' })
  const app = express()
  app.all('/livez', describeArrival(services), (_req, res) => void res.send('ok'))
  const url = await listen(app)
  const ask = async (question: string, body?: string) => {
    const headers = { [QUESTION]: question, 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': 'https' }
    const init = body ? { method: 'POST', body } : {}
    return (await fetch(`${url}/livez`, { headers, ...init })).text()
  }
  return { key: services.linkKey, ask }
}

test('a fresh question with the key is answered, with a proof and without settings', async () => {
  const { key, ask } = await serve()
  const { question, proof } = newQuestion(key)
  const answer = await ask(question, 'x'.repeat(1000))
  expect(JSON.parse(answer)).toMatchObject({
    proof,
    chain: ['127.0.0.1', '192.0.2.7'],
    client: 1,
    forwardedProto: 'https',
    bytes: 1000,
  })
  expect(answer).not.toContain('hush')
  expect(question).not.toContain(proof)
})

// security: doctor-key
test('a question with another key, an old one and a changed one are not answered', async () => {
  const { key, ask } = await serve()
  const { question } = newQuestion(key)
  const changed = question.replace(/\.(.)/, (_, first) => `.${first === 'a' ? 'b' : 'a'}`)
  const later = Date.now() + 121_000
  const questions = [newQuestion(randomBytes(32)).question, changed, `${question}x`, '', '.'.repeat(9000)]
  for (const wrong of questions) expect(await ask(wrong)).toBe('ok')
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  expect(await ask(question)).toBe('ok')
  vi.useRealTimers()
  expect(JSON.parse(await ask(question))).toHaveProperty('proof')
})
