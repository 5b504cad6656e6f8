import { type MailKind, mailLink } from '#app/domain/mail/mailLinks.ts'
import type { Mail } from '#app/ports/mail/mail.ts'
import { mails } from '#app/words/en/mails.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

/** An email as text and HTML. */
export function writeMail(reader: Reader, kind: MailKind, to: string, base: string, token?: string): Mail {
  const { [kind]: parts, linkHint } = wordsOf(reader, mails)
  const { subject, before, button, after } = parts
  const link = mailLink(kind, base, token ? { token, email: to } : undefined)
  return {
    to,
    subject,
    link,
    text: [...before, `${button}:\n${link}`, ...after, 'Larder'].join('\n\n'),
    html: page({ language: reader.language, ...parts, link, linkHint }),
  }
}

const P = 'margin:0 0 16px'
const BUTTON =
  'display:inline-block;padding:14px 22px;border-radius:10px;background:#1f7a45;color:#ffffff;font-weight:600;text-decoration:none'

interface Page {
  language: string
  subject: string
  before: string[]
  button: string
  link: string
  linkHint: string
  after: string[]
}

function page({ language, subject, before, button, link, linkHint, after }: Page): string {
  const href = escapeHtml(link)
  const paragraphs = (lines: string[]) =>
    lines.map((line) => `<p style="${P}">${escapeHtml(line)}</p>`).join('')
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fbf8f1;color:#1c2520;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:28px;border-radius:14px;background:#ffffff;border:1px solid #e7e0d1">
<p style="margin:0 0 20px;font:800 20px system-ui,sans-serif;color:#1f7a45">Larder</p>
<h1 style="margin:0 0 16px;font:700 24px/1.2 system-ui,sans-serif">${escapeHtml(subject)}</h1>
${paragraphs(before)}
<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(button)}</a></p>
${paragraphs(after)}
<p style="margin:24px 0 0;font-size:13px;color:#586559;overflow-wrap:anywhere">${escapeHtml(linkHint)}<br><a href="${href}" style="color:#1f7a45">${href}</a></p>
</div></body></html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
