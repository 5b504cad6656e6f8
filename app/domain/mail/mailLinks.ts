import type { LinkParams } from '#app/domain/accounts/tokens.ts'

export type MailKind = 'verify' | 'taken' | 'reset' | 'password-changed' | 'new-email' | 'email-changed'

const PATHS: Record<MailKind, string> = {
  verify: '/user/verify-email',
  taken: '/login',
  reset: '/auth/reset-password',
  'password-changed': '/login',
  'new-email': '/user/verify-email',
  'email-changed': '/login',
}

/** Depends on `base` only, never on a request's headers. */
export function mailLink(kind: MailKind, base: string, params?: LinkParams): string {
  const url = new URL(PATHS[kind], base)
  if (params) for (const name of ['token', 'email'] as const) url.searchParams.set(name, params[name])
  return url.href
}
