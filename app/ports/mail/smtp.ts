import { createTransport } from 'nodemailer'
import type { Config } from '#app/config/config.server.ts'
import { MINUTE, SECOND } from '#app/domain/time.ts'
import type { MailPort } from './mail.ts'

/** Shorter than the queue's claim. The transport's own limits start again with each byte from the server. */
const DEADLINE = MINUTE

interface SmtpMail extends MailPort {
  /** Connects and signs in, without sending anything. */
  verify(): Promise<unknown>
}

export function createSmtpMail(config: Config, deadline = DEADLINE): SmtpMail {
  const transport = createTransport({
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    secure: config.SMTP_SECURITY === 'tls',
    requireTLS: config.SMTP_SECURITY === 'starttls',
    ignoreTLS: config.SMTP_SECURITY === 'none',
    ...(config.SMTP_USER && { auth: { user: config.SMTP_USER, pass: config.SMTP_PASSWORD } }),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 20 * SECOND,
    dnsTimeout: 10 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    verify: () => transport.verify(),
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from: config.MAIL_FROM,
        // As a string, a comma in it could add recipients.
        to: { name: '', address: to },
        subject,
        text,
        html,
        signal: AbortSignal.timeout(deadline),
        // Keeps out-of-office replies from responding.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
