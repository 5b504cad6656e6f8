import { SETTINGS } from '#app/protocol/paths.ts'

const PARTS: Partial<Record<string, string>> = {
  password: 'access',
  'sign-out-elsewhere': 'access',
  seen: 'data',
  token: 'programs',
}

/** Which part of the page has this form, if it isn't the first one. */
export const partWith = (intent = '') => (Object.hasOwn(PARTS, intent) ? PARTS[intent] : undefined)

export function settingsPath(intent = ''): string {
  const part = partWith(intent)
  return part ? `${SETTINGS}?open=${part}` : SETTINGS
}
