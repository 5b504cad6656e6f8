import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  to: string[]
  subject: string
  text: string
  html: string
  /** The raw message. */
  raw: string
}

export interface Mailbox {
  port: number
  received: Received[]
  /** Resolves with the mails to this address as soon as there are `count`. */
  to(address: string, count?: number): Promise<Received[]>
  stop(): Promise<void>
}

/** A real SMTP server on loopback that stores all mail. */
export async function startMailbox(options: SMTPServerOptions = {}, port = 0): Promise<Mailbox> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, ...readMail(Buffer.concat(chunks).toString('utf8')) })
        callback()
        for (const check of waiting) check()
      })
    },
    ...options,
  })
  // Clients may disconnect at any time.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    to: (address, count = 1) =>
      new Promise((resolve) => {
        const check = () => {
          const mails = received.filter(({ to }) => to.includes(address))
          if (mails.length < count) return
          waiting.delete(check)
          resolve(mails)
        }
        waiting.add(check)
        check()
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function readMail(raw: string): Omit<Received, 'to'> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = raw.split(`--${boundary}`)
  return {
    subject: /^Subject: (.*)$/im.exec(head)?.[1] ?? '',
    text: decode(parts.find((part) => part.includes('text/plain'))),
    html: decode(parts.find((part) => part.includes('text/html'))),
    raw,
  }
}

function decode(part = ''): string {
  const at = part.indexOf('\r\n\r\n')
  const head = part.slice(0, at)
  const body = part.slice(at + 4)
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The first link in the text. */
export function linkIn({ text }: Received): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return link
}
