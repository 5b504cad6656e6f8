import type { Config } from '#app/config/config.server.ts'
import { createSmtpMail } from '#app/ports/mail/smtp.ts'
import { WRONG_TIME } from './ask.ts'
import { type Finding, fail, ok, type Quote } from './findings.ts'

const CHECK = 'mail'

export async function checkMail(config: Config, quote: Quote): Promise<Finding[]> {
  const { SMTP_HOST, SMTP_PORT, SMTP_USER } = config
  if (!SMTP_HOST)
    return [
      ok(
        CHECK,
        config.MAIL_TO_LOG === 'on'
          ? 'No mail server is set. Larder writes emails and their links to its log.'
          : 'No mail server is set. larder user reset-password and user confirm help people who need a link.',
      ),
    ]
  const server = `${SMTP_HOST}:${SMTP_PORT}`
  try {
    await createSmtpMail(config).verify()
    return [
      ok(
        CHECK,
        `${server} accepts ${SMTP_USER ? `the login as ${SMTP_USER}` : 'connections'}. Nothing was sent.`,
      ),
    ]
  } catch (error) {
    return [fail(CHECK, `${server} ${explain(error, config)} (${quote(error)}).`)]
  }
}

function explain(error: unknown, { SMTP_SECURITY, SMTP_USER }: Config): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const other = SMTP_SECURITY === 'starttls' ? 'tls (usually port 465)' : 'starttls (usually port 587)'
  const tls = `${other}, or none for a relay in your own network that doesn't encrypt`
  if (code === 'EAUTH' && SMTP_USER)
    return 'refuses the login. Correct SMTP_USER and SMTP_PASSWORD; some providers need a password for apps'
  if (code === 'EAUTH') return 'needs a login. Set SMTP_USER and SMTP_PASSWORD'
  if (code === 'EDNS') return "has no address. Correct SMTP_HOST, or this machine's DNS"
  if (WRONG_TIME.test(String(error)))
    return "has a certificate that isn't valid now. Correct this machine's clock, or renew the certificate"
  if (code === 'ETLS')
    return `doesn't encrypt as SMTP_SECURITY=${SMTP_SECURITY} expects. Try ${tls}, and check the certificate`
  if (/wrong version number|SSL|certificate|altname/i.test(String(error))) {
    return `doesn't encrypt as SMTP_SECURITY=${SMTP_SECURITY} expects. Try ${tls}, or correct SMTP_HOST to the name in the certificate`
  }
  if (code === 'ETIMEDOUT')
    return "doesn't answer. Correct SMTP_HOST and SMTP_PORT; some providers block port 25"
  return "can't be reached. Correct SMTP_HOST and SMTP_PORT, and let the firewall pass them"
}
