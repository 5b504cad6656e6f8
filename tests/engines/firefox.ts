import { spawnSync } from 'node:child_process'
import { inflateSync } from 'node:zlib'
import { WebSocket } from 'ws'
import type { Browser, Driver } from './driver.ts'
import { startProgram } from './program.ts'

// Speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/

/** The first long-term version with separate cookies per window in BiDi. */
const OLDEST = 128

const NAMES = ['firefox-esr', 'firefox']

/** The command, or why these tests are skipped here. */
export function findFirefox():
  | { command: string; missing?: undefined }
  | { command?: undefined; missing: string } {
  for (const command of NAMES) {
    const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
    const version = Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1])
    if (version >= OLDEST) return { command }
    if (version) return { missing: `${command} ${version} is too old; they need ${OLDEST} or newer` }
  }
  return { missing: 'Firefox is not installed (Debian: firefox-esr)' }
}

export async function startFirefox(command: string, { script = true } = {}): Promise<Browser> {
  const program = startProgram(
    [command, '--headless', '--no-remote', '--profile', '.', '--remote-debugging-port', '0'],
    { settings: `user_pref("javascript.enabled", ${script});\n` },
  )
  try {
    const url = await program.prints(/WebDriver BiDi listening on (ws:\S+)/)
    const connection = await connect(`${url}/session`)
    await connection.send('session.new', { capabilities: {} })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    return {
      open: () => openWindow(connection),
      async stop() {
        connection.close()
        await program.stop()
      },
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

async function openWindow({ send, logged }: Connection): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext')
  // A window, because a tab in the background doesn't animate.
  const { context } = await send<{ context: string }>('browsingContext.create', {
    type: 'window',
    userContext,
  })
  return {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' })
    },
    async call(run, ...args) {
      const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
        // As text, which needs no conversion. With JavaScript off, promises of the page never resolve.
        functionDeclaration: `(args) => {
          const result = (${run})(...JSON.parse(args))
          return result instanceof Promise ? result.then(JSON.stringify) : JSON.stringify(result)
        }`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value && JSON.parse(result.value)
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async screenshot() {
      const { data } = await send<Data>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async printedPages() {
      const page = { width: 21, height: 29.7 }
      const { data } = await send<Data>('browsingContext.print', { context, page })
      return countPages(Buffer.from(data, 'base64'))
    },
    errors: () =>
      logged
        .filter(({ level, source }) => level === 'error' && source.context === context)
        .map(({ text }) => text),
    async close() {
      await send('browser.removeUserContext', { userContext })
    },
  }
}

/** The page tree of a PDF has their count, in the file itself or in a compressed part of it. */
function countPages(pdf: Buffer): number {
  const parts = pdf.toString('latin1').split('stream\n')
  const texts = parts.map((part) => {
    const [packed = ''] = part.split('\nendstream')
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    } catch {
      return part
    }
  })
  return Number(/\/Count (\d+)/.exec(texts.join('\n'))?.[1])
}

interface Evaluated {
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

/** In base64. */
interface Data {
  data: string
}

interface LogEntry {
  level: string
  text: string
  source: { context?: string }
}

type Connection = Awaited<ReturnType<typeof connect>>

async function connect(url: string) {
  const socket = new WebSocket(url, { maxPayload: 0 })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  const logged: LogEntry[] = []
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.method === 'log.entryAdded') logged.push(message.params)
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'error') command?.reject(new Error(`${message.error}: ${message.message}`))
    else command?.resolve(message.result)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
  })

  let last = 0
  function send<Result>(method: string, params: object = {}): Promise<Result> {
    last += 1
    socket.send(JSON.stringify({ id: last, method, params }))
    return new Promise((resolve, reject) => {
      waiting.set(last, { resolve: (result) => resolve(result as Result), reject })
    })
  }
  return { send, logged, close: () => socket.terminate() }
}
