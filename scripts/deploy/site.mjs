import { connect, createServer } from 'node:net'

export const NAME = 'larder.test'

export const hasIPv6 = await new Promise((resolve) => {
  const server = createServer().once('error', () => resolve(false))
  server.listen(0, '::1', () => server.close(() => resolve(true)))
})

export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Replaces names, ports and certificates. Throws if a text is missing, so that outdated replacements fail. */
export function replaced(text, replacements) {
  let result = text
  for (const [from, to, once] of replacements) {
    if (!result.includes(from)) throw new Error(`the file does not contain "${from.trim()}"`)
    result = once ? result.replace(from, () => to) : result.replaceAll(from, () => to)
  }
  return result
}
