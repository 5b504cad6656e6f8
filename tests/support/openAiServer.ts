import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// Speaks enough of OpenAI's chat completions to be asked over a real connection, well and badly.

export interface Seen {
  path: string
  authorization: string
  body: { model: string; stream?: boolean; response_format?: unknown; messages: { content: unknown }[] }
}

export const KEY = 'sk-larder-test-0123456789abcdef'

export const GOOD = [
  { name: 'Flour, 1 kg', quantity: 1, price: 1.2 },
  { name: 'Milk, 1 l', quantity: 1, price: 1.3 },
  { name: 'Eggs', quantity: 3, price: 0.35 },
]

const json = (items: unknown) => JSON.stringify({ items })
const one = (quantity: string, price = '1') =>
  `{"items":[{"name":"Salt","quantity":1,"price":1},{"name":"Flour","quantity":${quantity},"price":${price}}]}`
const many = () =>
  Array.from({ length: 10_000 }, (_, index) => ({ name: `Thing ${index}`, quantity: 1, price: 1 }))

/** What the model says, for modes in which the server itself behaves. */
const SAYS: Record<string, () => string> = {
  good: () => json(GOOD),
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
}

export const MODES = Object.keys(SAYS)

export interface OpenAiServer {
  url: string
  seen: Seen[]
  /** How it answers from now on. */
  mode: string
  /** In mode 'slow': lets so many more pieces out; each ends one ingredient. */
  release(pieces: number): void
  /** How many connections there were. */
  connections(): number
  /** Resolves when a connection was closed before its answer was complete. */
  left: Promise<void>
  close(): Promise<void>
}

export async function startOpenAiServer(mode = 'good'): Promise<OpenAiServer> {
  const gate = createGate()
  let leave = () => {}
  const state = { mode, seen: [] as Seen[], left: new Promise<void>((resolve) => (leave = resolve)) }

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const body: Seen['body'] = JSON.parse(Buffer.concat(chunks).toString())
    const authorization = req.headers.authorization ?? ''
    state.seen.push({ path: req.url ?? '', authorization, body })
    res.once('close', () => !res.writableFinished && leave())
    const stranger = STRANGE[state.mode]
    if (stranger) return stranger(res, authorization)
    if (state.mode === 'no-schemas' && body.response_format) {
      return refuse(res, 400, 'response_format is not supported')
    }
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    if (state.mode === 'slow') {
      for (const piece of slices(json(GOOD))) {
        await gate.pass(res)
        speak(res, piece)
      }
      return finish(res)
    }
    const text = SAYS[state.mode]?.() ?? ''
    const size = text.length > 10_000 ? 500 : 7
    for (let at = 0; at < text.length; at += size) speak(res, text.slice(at, at + size))
    finish(res)
  }

  const server = createServer((req, res) => void answer(req, res))
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

/** A server that sends everybody elsewhere. */
export async function startRedirecting(status: number, location?: string) {
  let asked = 0
  const server = createServer((req, res) => {
    asked += 1
    req.resume()
    res.writeHead(status, location === undefined ? {} : { Location: location }).end()
  })
  return { ...(await listen(server)), asked: () => asked }
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

/** Servers that are no good at all, whatever the model would have said. */
const STRANGE: Record<string, (res: ServerResponse, authorization: string) => void> = {
  html: (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome to nginx!</h1>'),
  '500': (res) => refuse(res, 500, 'the model crashed'),
  '429': (res) => refuse(res, 429, 'you ask too much'),
  // Some repeat the key they did not like.
  '401': (res, authorization) => refuse(res, 401, `Incorrect API key provided: ${authorization}`),
  never: () => {},
  'never-ends': (res) =>
    void res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': still\n\n'),
  'closes-early': (res) => res.destroy(),
  'closes-mid-stream': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    speak(res, json(GOOD).slice(0, 50), () => res.destroy())
  },
  'error-mid-stream': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    speak(res, json(GOOD).slice(0, 50))
    res.end(`data: ${JSON.stringify({ error: { message: `overloaded, ${KEY}` } })}\n\n`)
  },
}

function speak(res: ServerResponse, content: string, then?: () => void) {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }]
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`, () =>
    then?.(),
  )
}

function finish(res: ServerResponse) {
  const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }]
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`)
  res.end('data: [DONE]\n\n')
}

function refuse(res: ServerResponse, status: number, message: string) {
  // The library waits as long as it is told before it tries again.
  res.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After-Ms': '1' })
  res.end(JSON.stringify({ error: { message, type: 'error' } }))
}

/** One piece for each ingredient. */
function slices(text: string): string[] {
  return text.split(/(?<=\})/)
}

function createGate() {
  let open = 0
  let waiting: { res: ServerResponse; pass(): void }[] = []
  return {
    release(pieces: number) {
      open += pieces
      // Whoever has left waits for nothing any more.
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
