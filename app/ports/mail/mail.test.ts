import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { writeMail } from '#app/document/writeMail.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { createLogMail } from './log.ts'
import type { MailPort } from './mail.ts'
import { createSmtpMail } from './smtp.ts'

interface Setup {
  mail: MailPort
  /** All mail to this address as text. */
  mailTo(address: string): string
}

async function smtp(environment: Record<string, string> = {}, options = {}): Promise<Setup> {
  const mailbox = await startMailbox(options)
  onTestFinished(() => mailbox.stop())
  const config = readConfig({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'Larder <larder@example.org>',
    ...environment,
  })
  const mailTo = (address: string) =>
    mailbox.received
      .filter(({ to }) => to.includes(address))
      .map(({ subject, text, html, raw }) => [subject, text, html, raw].join('\n'))
      .join('\n')
  return { mail: createSmtpMail(config), mailTo }
}

async function log(): Promise<Setup> {
  const lines: string[] = []
  const mail = createLogMail((line) => void lines.push(line))
  return { mail, mailTo: (address) => lines.filter((line) => line.includes(` ${address}:`)).join('\n') }
}

describe.each([
  ['log', log],
  ['smtp', smtp],
])('mail via %s', (_, start) => {
  test('delivers the subject and the complete link to the recipient', async () => {
    const { mail, mailTo } = await start()
    const message = writeMail(
      ENGLISH,
      'reset',
      'ada+x@example.org',
      'https://larder.example',
      't0ken_-'.repeat(6),
    )
    await mail.send(message)
    expect(mailTo('ada+x@example.org')).toContain(message.subject)
    expect(mailTo('ada+x@example.org')).toContain(message.link)
    expect(mailTo('bob@example.org')).toBe('')
  })

  test('sends several mails at once', async () => {
    const { mail, mailTo } = await start()
    const recipients = ['a@example.org', 'b@example.org', 'c@example.org']
    await Promise.all(
      recipients.map((to) => mail.send(writeMail(ENGLISH, 'taken', to, 'https://larder.example'))),
    )
    for (const to of recipients) expect(mailTo(to)).toContain('https://larder.example/login')
  })

  test('supports non-ASCII addresses', async () => {
    const { mail, mailTo } = await start()
    await mail.send(writeMail(ENGLISH, 'taken', 'josé@example.org', 'https://larder.example'))
    expect(mailTo('josé@example.org')).toContain('https://larder.example/login')
  })
})

const message = writeMail(ENGLISH, 'taken', 'ada@example.org', 'https://larder.example')

test('the log shows each mail as one line', async () => {
  const { mail, mailTo } = await log()
  await mail.send(writeMail(ENGLISH, 'verify', 'ada@example.org', 'http://localhost:3000', 'abc'))
  expect(mailTo('ada@example.org')).toBe(
    'Larder mail to ada@example.org: Confirm your email: http://localhost:3000/user/verify-email?token=abc&email=ada%40example.org',
  )
})

test('the log replaces control characters in stored addresses', async () => {
  const lines: string[] = []
  const mail = createLogMail((line) => void lines.push(line))
  await mail.send({ ...message, to: 'ada\u009b\u202e@example.org' })
  expect(lines[0]).toMatch(/^Larder mail to ada��@example\.org: /)
})

test('SMTP sends text and HTML, marked as auto-generated', async () => {
  const { mail, mailTo } = await smtp()
  await mail.send(message)
  const raw = mailTo('ada@example.org')
  expect(raw).toContain('multipart/alternative')
  expect(raw).toContain('From: Larder <larder@example.org>')
  expect(raw).toContain('Auto-Submitted: auto-generated')
})

test('SMTP authenticates if credentials are set', async () => {
  const users: string[] = []
  const { mail, mailTo } = await smtp(
    { SMTP_USER: 'larder', SMTP_PASSWORD: 'secret' },
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth: { username: string }, _: unknown, done: (error: null, user: object) => void) => {
        users.push(auth.username)
        done(null, { user: auth.username })
      },
    },
  )
  await mail.send(message)
  expect(users).toEqual(['larder'])
  expect(mailTo('ada@example.org')).toContain('/login')
})

test.each(['starttls', 'tls'])('with %s, nothing is sent unencrypted', async (SMTP_SECURITY) => {
  const { mail, mailTo } = await smtp({ SMTP_SECURITY })
  await expect(mail.send(message)).rejects.toThrow()
  expect(mailTo('ada@example.org')).toBe('')
})

test('a rejection by the mail server throws, so the mail is retried', async () => {
  const { mail } = await smtp(
    {},
    {
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('later'), { responseCode: 451 })),
    },
  )
  await expect(mail.send(message)).rejects.toThrow('later')
})

// security: endless-mail-server
test('a mail server that never finishes a reply is left before the deadline', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    const drip = setInterval(() => socket.write('250-and\r\n'), 10)
    socket.once('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const left = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  const { port } = server.address() as AddressInfo
  const config = readConfig({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_SECURITY: 'none' })
  const mail = createSmtpMail(config, 300)
  await expect(
    mail.send(writeMail(ENGLISH, 'taken', 'ada@example.org', 'https://larder.example')),
  ).rejects.toThrow()
  await left
})
