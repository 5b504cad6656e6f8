import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sendText } from './send.ts'
import { inOrder, introduce, type Stage } from './stages.ts'

const PROXIES = { addressOf: () => '192.0.2.7', protocolOf: () => 'https' }

/** What is answered to a request that passes these stages. */
async function asked(path: string, ...stages: Stage[]) {
  const first = inOrder(
    stages,
    (_req, res) => sendText(res, 200, 'the last'),
    (error, _req, res) => sendText(res, 500, String(error)),
  )
  const server = createServer(introduce(PROXIES, first)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  return `${response.status} ${await response.text()}`
}

const pass: Stage = (_req, _res, next) => next()
const later: Stage = (_req, _res, next) => void setImmediate().then(() => next())

test('each stage has its turn, and the last answers', async () => {
  expect(await asked('/', pass, later, pass)).toBe('200 the last')
})

test('a stage that answers is the last', async () => {
  const answers: Stage = (_req, res) => sendText(res, 403, 'no')
  const never: Stage = () => expect.unreachable()
  expect(await asked('/', pass, answers, never)).toBe('403 no')
})

test.each([
  [
    'throws',
    (() => {
      throw new Error('broken')
    }) as Stage,
  ],
  ['says so', ((_req, _res, next) => next(new Error('broken'))) as Stage],
])(
  'a stage that fails and %s ends the row with an answer, also when others took their time',
  async (_how, fails) => {
    expect(await asked('/', pass, fails, pass)).toBe('500 Error: broken')
    expect(await asked('/', later, fails, pass)).toBe('500 Error: broken')
  },
)

test('an answer may be listened to by all who need to know its end', async () => {
  const tells: Stage = (_req, res) => sendText(res, 200, String(res.getMaxListeners()))
  expect(await asked('/', tells)).toBe('200 20')
})

test('a request has a number, and its path, address and protocol by the names of Express', async () => {
  const tells: Stage = ({ path, originalUrl, ip, protocol }, res) =>
    sendText(res, 200, [path, originalUrl, ip, protocol, res.locals.requestId.length].join(' '))
  expect(await asked('/a/b?c=d?e', tells)).toBe('200 /a/b /a/b?c=d?e 192.0.2.7 https 16')
})
