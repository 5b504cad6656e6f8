import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { writeMail } from '#app/domain/mails.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { createLogMail } from './log.ts'
import type { MailPort } from './mail.ts'
import { createSmtpMail } from './smtp.ts'

interface Tried {
  mail: MailPort
  /** What somebody who looks for mail to this address finds. */
  seen(address: string): string
}

async function smtp(environment: Record<string, string> = {}, options = {}): Promise<Tried> {
  const mailbox = await startMailbox(options)
  onTestFinished(() => mailbox.stop())
  const config = readConfig({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'Larder <larder@example.org>',
    ...environment,
  })
  const seen = (address: string) =>
    mailbox.received
      .filter(({ to }) => to.includes(address))
      .map(({ subject, text, html, raw }) => [subject, text, html, raw].join('\n'))
      .join('\n')
  return { mail: createSmtpMail(config), seen }
}

async function log(): Promise<Tried> {
  const lines: string[] = []
  const mail = createLogMail((line) => void lines.push(line))
  return { mail, seen: (address) => lines.filter((line) => line.includes(` ${address}:`)).join('') }
}

describe.each([
  ['log', log],
  ['smtp', smtp],
])('mail by %s', (_, start) => {
  test('reaches its address with its subject and its link, whole', async () => {
    const { mail, seen } = await start()
    const letter = writeMail('reset', 'ada+x@example.org', 'https://larder.example', 't0ken_-'.repeat(6))
    await mail.send(letter)
    expect(seen('ada+x@example.org')).toContain(letter.subject)
    expect(seen('ada+x@example.org')).toContain(letter.link)
    expect(seen('bob@example.org')).toBe('')
  })

  test('takes several at once', async () => {
    const { mail, seen } = await start()
    const people = ['a@example.org', 'b@example.org', 'c@example.org']
    await Promise.all(people.map((to) => mail.send(writeMail('taken', to, 'https://larder.example'))))
    for (const to of people) expect(seen(to)).toContain('https://larder.example/login')
  })

  test('carries addresses in other scripts', async () => {
    const { mail, seen } = await start()
    await mail.send(writeMail('taken', 'josé@example.org', 'https://larder.example'))
    expect(seen('josé@example.org')).toContain('https://larder.example/login')
  })
})

const letter = writeMail('taken', 'ada@example.org', 'https://larder.example')

test('the log says it in one line that a person finds', async () => {
  const { mail, seen } = await log()
  await mail.send(writeMail('verify', 'ada@example.org', 'http://localhost:3000', 'abc'))
  expect(seen('ada@example.org')).toBe(
    'Larder mail to ada@example.org: Confirm your email: http://localhost:3000/user/verify-email?token=abc&email=ada%40example.org\n',
  )
})

test('the log shows an email that an older version stored without steering the terminal', async () => {
  const lines: string[] = []
  const mail = createLogMail((line) => void lines.push(line))
  await mail.send({ ...letter, to: 'ada\u009b\u202e@example.org' })
  expect(lines[0]).toMatch(/^Larder mail to ada��@example\.org: /)
})

test('smtp carries text and HTML, and says that no person wrote it', async () => {
  const { mail, seen } = await smtp()
  await mail.send(letter)
  const raw = seen('ada@example.org')
  expect(raw).toContain('multipart/alternative')
  expect(raw).toContain('From: Larder <larder@example.org>')
  expect(raw).toContain('Auto-Submitted: auto-generated')
})

test('smtp logs in where that is wanted', async () => {
  const users: string[] = []
  const { mail, seen } = await smtp(
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
  await mail.send(letter)
  expect(users).toEqual(['larder'])
  expect(seen('ada@example.org')).toContain('/login')
})

test.each(['starttls', 'tls'])('with %s nothing goes out in the clear', async (SMTP_SECURITY) => {
  const { mail, seen } = await smtp({ SMTP_SECURITY })
  await expect(mail.send(letter)).rejects.toThrow()
  expect(seen('ada@example.org')).toBe('')
})

test('a refusal by the mail server is a failure, so that it is tried again', async () => {
  const { mail } = await smtp(
    {},
    {
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('later'), { responseCode: 451 })),
    },
  )
  await expect(mail.send(letter)).rejects.toThrow('later')
})
