import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A test server with OpenAI's chat completions API; each mode is a valid or invalid response.

export interface ReceivedRequest {
  path: string
  authorization: string
  body: {
    model: string
    stream?: boolean
    response_format?: unknown
    reasoning_effort?: string
    max_tokens?: number
    max_completion_tokens?: number
    messages: { role: string; content: unknown }[]
  }
}

export const KEY = 'sk-larder-test-0123456789abcdef'

export const GOOD = [
  { name: 'Flour, 1 kg', quantity: 1, price: 1.2 },
  { name: 'Milk, 1 l', quantity: 1, price: 1.3 },
  { name: 'Eggs', quantity: 3, price: 0.35 },
]

/** As the schema asks; the others answer with the items alone, as many models do. */
export const DISHES = {
  dishes: [
    { name: 'Lasagne "al forno"', servings: 4 },
    { name: 'Chilli', servings: 6 },
  ],
  unknown: ['Socks'],
  items: GOOD.map((item, at) => ({ ...item, keeps: at === 0 })),
}

const json = (items: unknown) => JSON.stringify({ items })
const one = (quantity: string, price = '1') =>
  `{"items":[{"name":"Salt","quantity":1,"price":1},{"name":"Flour","quantity":${quantity},"price":${price}}]}`
const many = () =>
  Array.from({ length: 10_000 }, (_, index) => ({ name: `Thing ${index}`, quantity: 1, price: 1 }))

/** The model's text, for modes in which the server itself works. */
const TEXTS: Record<string, () => string> = {
  good: () => json(GOOD),
  dishes: () => JSON.stringify(DISHES),
  'dishes-last': () => JSON.stringify({ items: DISHES.items, dishes: DISHES.dishes }),
  'eleven-dishes': () =>
    JSON.stringify({ ...DISHES, dishes: Array.from({ length: 11 }, () => DISHES.dishes[0]) }),
  fenced: () => `Sure! Here you go:\n\n\`\`\`json\n${json(GOOD)}\n\`\`\`\nEnjoy!`,
  thinking: () => `<think>Is {"items": 1} right?</think>${json(GOOD)}`,
  bare: () => JSON.stringify(GOOD),
  'no-dish': () => json([]),
  'ten-thousand': () => json(many()),
  'two-hundred-and-one': () => json(many().slice(0, 201)),
  tags: () => json([GOOD[0], { name: '<img src=x onerror=alert(1)>', quantity: 1, price: 1 }]),
  nan: () => one('NaN'),
  'nan-text': () => one('"NaN"'),
  'too-big': () => one('1e309'),
  negative: () => one('-5'),
  'negative-price': () => one('1', '-5'),
  zero: () => one('0'),
  'long-name': () => json([{ name: 'x'.repeat(201), quantity: 1, price: 1 }]),
  'no-name': () => json([{ name: ' ', quantity: 1, price: 1 }]),
  half: () => json(GOOD).slice(0, 70),
  prose: () => 'I would rather talk about the weather.',
  'no-schemas': () => json(GOOD),
  'no-efforts': () => json(GOOD),
  'must-think': () => json(GOOD),
}

export const MODES = Object.keys(TEXTS)

export interface OpenAiServer {
  url: string
  received: ReceivedRequest[]
  /** How it responds from now on. */
  mode: string
  /** That it lists; undefined if it can't. */
  models: string[] | undefined
  /** In modes 'slow' and 'thinks': sends this many more ingredients or thoughts. */
  release(count: number): void
  /** The number of connections so far. */
  connections(): number
  /** Resolves when a client closes the connection before the response is complete. */
  aborted: Promise<void>
  close(): Promise<void>
}

export async function startOpenAiServer(mode = 'good'): Promise<OpenAiServer> {
  const gate = createGate()
  let abort = () => {}
  const state = {
    mode,
    models: ['llama-of-ada'] as string[] | undefined,
    received: [] as ReceivedRequest[],
    aborted: new Promise<void>((resolve) => (abort = resolve)),
  }

  async function respond(req: IncomingMessage, res: ServerResponse) {
    if (req.method !== 'POST') return sendModels(req, res, state.models)
    res.once('close', () => !res.writableFinished && abort())
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const body: ReceivedRequest['body'] = JSON.parse(Buffer.concat(chunks).toString())
    const authorization = req.headers.authorization ?? ''
    state.received.push({ path: req.url ?? '', authorization, body })
    const fail = FAILURES[state.mode]
    if (fail) return fail(res, authorization)
    if (state.mode === 'no-schemas' && body.response_format) {
      return sendError(res, 400, 'response_format is not supported')
    }
    if (isRefusedEffort(state.mode, body.reasoning_effort)) {
      return sendError(res, 400, 'reasoning_effort is not supported')
    }
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    if (state.mode === 'thinks') {
      for (;;) {
        await gate.pass(res)
        sendDelta(res, { reasoning_content: 'hm' })
      }
    }
    if (state.mode === 'slow') {
      for (const part of splitByItem(json(GOOD))) {
        await gate.pass(res)
        sendDelta(res, part)
      }
      return finish(res)
    }
    const text = TEXTS[state.mode]?.() ?? ''
    const size = text.length > 10_000 ? 500 : 7
    for (let at = 0; at < text.length; at += size) sendDelta(res, text.slice(at, at + size))
    finish(res)
  }

  const server = createServer((req, res) => void respond(req, res))
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  return Object.assign(state, {
    ...(await listen(server)),
    release: gate.release,
    connections: () => connections,
  })
}

/** A server that redirects every request. */
export async function startRedirecting(status: number, location?: string) {
  let requests = 0
  const server = createServer((req, res) => {
    requests += 1
    req.resume()
    res.writeHead(status, location === undefined ? {} : { Location: location }).end()
  })
  return { ...(await listen(server)), requests: () => requests }
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isRefusedEffort = (mode: string, effort: string | undefined) =>
  (mode === 'no-efforts' && effort !== undefined) || (mode === 'must-think' && effort === 'none')

function sendModels(
  { url, headers: { authorization = '' } }: IncomingMessage,
  res: ServerResponse,
  models: string[] | undefined,
) {
  if (url !== '/v1/models' || !models) return sendError(res, 404, 'not found')
  if (authorization !== `Bearer ${KEY}`) return FAILURES['401']?.(res, authorization)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }))
}

/** Modes in which the server itself fails. */
const FAILURES: Record<string, (res: ServerResponse, authorization: string) => void> = {
  html: (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome to nginx!</h1>'),
  '500': (res) => sendError(res, 500, 'the model crashed'),
  '402': (res) => sendError(res, 402, 'Insufficient credits'),
  '403': (res) => sendError(res, 403, 'your country is not supported'),
  '404': (res) => sendError(res, 404, 'page not found'),
  '418': (res) => sendError(res, 418, 'I am a teapot'),
  '504': (res) => sendError(res, 504, 'upstream timed out'),
  // Each server says it in its own way.
  'no-model': (res) => sendError(res, 404, 'model "llama-of-ada" not found, try pulling it first'),
  'no-model-plain': (res) => send(res, 404, { object: 'error', message: 'The model `x` does not exist.' }),
  'no-model-400': (res) => sendError(res, 400, 'llama-of-ada is not a valid model ID'),
  '429': (res) => sendError(res, 429, 'rate limit reached'),
  // Some servers echo the invalid key.
  '401': (res, authorization) => sendError(res, 401, `Incorrect API key provided: ${authorization}`),
  never: () => {},
  'never-ends': (res) =>
    void res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': still\n\n'),
  'closes-early': (res) => res.destroy(),
  'closes-mid-stream': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    sendDelta(res, json(GOOD).slice(0, 50), () => res.destroy())
  },
  'error-first': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    res.end(`data: ${JSON.stringify({ error: { message: `loading failed, ${KEY}` } })}\n\n`)
  },
  'cut-off': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    sendDelta(res, json(GOOD).slice(0, 50))
    finish(res, 'length')
  },
  'error-mid-stream': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    sendDelta(res, json(GOOD).slice(0, 50))
    res.end(`data: ${JSON.stringify({ error: { message: `overloaded, ${KEY}` } })}\n\n`)
  },
}

function sendDelta(res: ServerResponse, sent: string | { reasoning_content: string }, then?: () => void) {
  const delta = typeof sent === 'string' ? { content: sent } : sent
  const choices = [{ index: 0, delta, finish_reason: null }]
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`, () =>
    then?.(),
  )
}

function finish(res: ServerResponse, reason = 'stop') {
  const choices = [{ index: 0, delta: {}, finish_reason: reason }]
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`)
  res.end('data: [DONE]\n\n')
}

const sendError = (res: ServerResponse, status: number, message: string) =>
  send(res, status, { error: { message, type: 'error' } })

function send(res: ServerResponse, status: number, body: object) {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** One part per ingredient. */
function splitByItem(text: string): string[] {
  return text.split(/(?<=\})/)
}

function createGate() {
  let open = 0
  let waiting: { res: ServerResponse; pass(): void }[] = []
  return {
    release(count: number) {
      open += count
      // Closed connections no longer wait.
      waiting = waiting.filter(({ res }) => !res.closed)
      for (const { pass } of waiting.splice(0, open)) {
        open -= 1
        pass()
      }
    },
    pass: (res: ServerResponse) =>
      new Promise<void>((pass) => {
        if (open === 0) return void waiting.push({ res, pass })
        open -= 1
        pass()
      }),
  }
}
