import { isIP } from 'node:net'
import { type Config, publicUrl, readSettings } from '#app/config/config.server.ts'
import { KEYS } from '#app/config/configKeys.ts'
import { mistypedSettings } from '#app/config/mistypedSettings.server.ts'
import { isContainer } from '#app/start/container.server.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

const CHECK = 'settings'

export function checkSettings(config: Config): Finding[] {
  const { problems } = readSettings()
  const mistyped = mistypedSettings()
  const findings = [
    ...problems.map((problem) => fail(CHECK, `${problem} Until then, Larder doesn't start.`)),
    ...(mistyped ? [warn(CHECK, mistyped)] : []),
    ...RULES.flatMap((rule) => rule(config) ?? []).map((advice) => warn(CHECK, advice)),
  ]
  return findings.length > 0 ? findings : [ok(CHECK, 'All are valid and fit together.')]
}

type Rule = (config: Config) => string | undefined

const RULES: Rule[] = [
  ({ BASE_URL }) =>
    BASE_URL?.startsWith('http:') && isPublic(new URL(BASE_URL).hostname)
      ? `BASE_URL is ${BASE_URL}, so passwords travel unencrypted, and phones can't use lists offline. Put Larder behind an HTTPS proxy, as in docs/installing.md.`
      : undefined,
  ({ BASE_URL, TRUST_PROXY }) =>
    TRUST_PROXY && !BASE_URL
      ? 'TRUST_PROXY is set, but BASE_URL is not. Set BASE_URL to the URL people use.'
      : undefined,
  // The port of a container is only open where it is published.
  ({ TRUST_PROXY, HOST, PORT }) =>
    typeof TRUST_PROXY === 'number' && TRUST_PROXY > 0 && !isLoopback(HOST) && !isContainer()
      ? `TRUST_PROXY=${TRUST_PROXY} also trusts anyone who reaches port ${PORT} directly. Set HOST=127.0.0.1 if the proxy runs on this machine, or TRUST_PROXY to the proxy's network.`
      : undefined,
  ({ HOST, TRUST_PROXY, BASE_URL }) =>
    isLoopback(HOST) && !TRUST_PROXY && !BASE_URL?.startsWith('https:')
      ? `HOST=${HOST} lets only this machine open Larder. If phones should, set HOST=0.0.0.0 or use a proxy.`
      : undefined,
  ({ REQUIRE_VERIFIED_EMAIL, SMTP_HOST }) =>
    REQUIRE_VERIFIED_EMAIL === 'on' && !SMTP_HOST
      ? "REQUIRE_VERIFIED_EMAIL is on, but Larder can't send the link. Set SMTP_HOST, turn it off, or confirm each account with larder user confirm EMAIL."
      : undefined,
  ({ MAIL_TO_LOG, SMTP_HOST }) =>
    MAIL_TO_LOG === 'on' && !SMTP_HOST
      ? 'MAIL_TO_LOG=on writes links to the log that open accounts. Turn it off when you no longer try Larder out.'
      : undefined,
  (config) =>
    config.SMTP_HOST && !config.BASE_URL
      ? `Links in emails point to ${publicUrl(config)}. Set BASE_URL to the URL people use.`
      : undefined,
  ({ SMTP_HOST, MAIL_FROM }) =>
    SMTP_HOST && MAIL_FROM === KEYS.MAIL_FROM.fallback
      ? `MAIL_FROM is ${MAIL_FROM}, which most mail servers refuse. Set it to an address of your domain.`
      : undefined,
  ({ SMTP_USER, SMTP_SECURITY, SMTP_HOST }) =>
    SMTP_USER && SMTP_SECURITY === 'none' && !isLoopback(SMTP_HOST)
      ? 'SMTP_SECURITY=none sends the mail password unencrypted. Use starttls or tls.'
      : undefined,
  ({ SMTP_USER, SMTP_PASSWORD }) =>
    Boolean(SMTP_USER) !== Boolean(SMTP_PASSWORD)
      ? 'Only one of SMTP_USER and SMTP_PASSWORD is set. Set both, or neither.'
      : undefined,
  ({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
    Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY)
      ? 'Only one of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is set. Set both, or neither.'
      : undefined,
]

export const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)

const PRIVATE =
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|lan|home|internal|home\.arpa)$/i

function isPublic(hostname: string): boolean {
  if (isIP(hostname) === 4) return !PRIVATE.test(hostname)
  if (hostname.startsWith('[')) return !/^\[(?:::1\]|f[cd]|fe[89ab])/i.test(hostname)
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname)
}
