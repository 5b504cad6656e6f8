import type { Mail } from '#app/ports/mail/mail.ts'
import type { Presented } from './tokens.ts'

export type MailKind = 'verify' | 'taken' | 'reset' | 'password-changed'

interface Letter {
  subject: string
  before: string[]
  button: string
  path: string
  after: string[]
}

// Nobody's name is in here: it would be a stranger's text in a mail that carries our word.

const LETTERS: Record<MailKind, Letter> = {
  verify: {
    subject: 'Confirm your address',
    before: ['Welcome to Larder. Please confirm that this address is yours.'],
    button: 'Confirm my address',
    path: '/user/verify-email',
    after: [
      'The link works once, for 24 hours.',
      'If you did not make an account, you need not do anything.',
    ],
  },
  taken: {
    subject: 'You have an account already',
    before: [
      'Somebody, probably you, tried to register at Larder with this address. It has an account already, so nothing was changed.',
    ],
    button: 'Log in',
    path: '/login',
    after: [
      'If you forgot your password, choose "Forgot password?" there.',
      'If it was not you, you need not do anything.',
    ],
  },
  reset: {
    subject: 'Choose a new password',
    before: ['Somebody, probably you, asked for a new password for your account at Larder.'],
    button: 'Choose a new password',
    path: '/auth/reset-password',
    after: [
      'The link works once, for 30 minutes.',
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: [
      'The password of your account at Larder was just changed, and every device was signed out.',
      'If it was you, all is well: log in with the new one.',
    ],
    button: 'Log in',
    path: '/login',
    after: ['If it was not you, ask for a new password at once: choose "Forgot password?" there.'],
  },
}

function linkTo(path: string, base: string, presented: Presented | '' | undefined): string {
  const url = new URL(path, base)
  if (presented) for (const name of ['token', 'email'] as const) url.searchParams.set(name, presented[name])
  return url.href
}

/** Where a new password is chosen: for a mail, or for the operator to pass on. */
export function resetLink(base: string, presented: Presented): string {
  return linkTo(LETTERS.reset.path, base, presented)
}

/** One mail as text and HTML. Its link is made from `base` and from nothing a request said. */
export function writeMail(kind: MailKind, to: string, base: string, token?: string): Mail {
  const { subject, before, button, path, after } = LETTERS[kind]
  const link = linkTo(path, base, token && { token, email: to })
  return {
    to,
    subject,
    link,
    text: [...before, `${button}:\n${link}`, ...after, 'Larder'].join('\n\n'),
    html: page(subject, before, button, link, after),
  }
}

const P = 'margin:0 0 16px'
const BUTTON =
  'display:inline-block;padding:14px 22px;border-radius:10px;background:#2b6a3b;color:#ffffff;font-weight:600;text-decoration:none'

function page(title: string, before: string[], button: string, link: string, after: string[]): string {
  const href = escapeHtml(link)
  const paragraphs = (lines: string[]) =>
    lines.map((line) => `<p style="${P}">${escapeHtml(line)}</p>`).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#faf7f0;color:#1d2721;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:28px;border-radius:14px;background:#ffffff;border:1px solid #e3dccd">
<p style="margin:0 0 20px;font:600 20px Georgia,serif;color:#2b6a3b">Larder</p>
<h1 style="margin:0 0 16px;font:600 24px/1.2 Georgia,serif">${escapeHtml(title)}</h1>
${paragraphs(before)}
<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(button)}</a></p>
${paragraphs(after)}
<p style="margin:24px 0 0;font-size:13px;color:#55625a;overflow-wrap:anywhere">If the button does not work, open this address:<br><a href="${href}" style="color:#2b6a3b">${href}</a></p>
</div></body></html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
