import { typosBetween } from '#app/ports/ai/cookbook/typos.ts'
import { KEYS, type Key } from './configKeys.ts'

const SETTINGS = Object.entries<Key>(KEYS).flatMap(([name, { secret }]) => [
  name,
  ...(secret ? [`${name}_FILE`] : []),
])

/** Other programs have settings that begin with OPENAI, HOST or PORT. */
const OURS = /^(?:SMTP|S3|BACKUP|METRICS|TRUST)_|^MAIL_|^BASE_?URL|^DATA_?DIR/
/** One letter away from ours. */
const OTHERS = /^SFTP_/

/** Names in the environment that were meant as settings, in one sentence. */
export function mistypedSettings(
  environment: Record<string, string | undefined> = process.env,
): string | undefined {
  const mistyped = Object.keys(environment)
    .filter((name) => !SETTINGS.includes(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const meant = meantBy(name)
      if (meant) return [`${name} (did you mean ${meant}?)`]
      return OURS.test(name) ? [name] : []
    })
  if (mistyped.length === 0) return undefined
  const are = mistyped.length === 1 ? 'is not a setting' : 'are not settings'
  return `${mistyped.join(', ')} ${are} of Larder. Correct or remove ${mistyped.length === 1 ? 'it' : 'them'}.`
}

function meantBy(name: string): string | undefined {
  const distances = SETTINGS.map((setting) => ({ setting, typos: typosIn(name, setting) }))
  const [nearest] = distances.sort((a, b) => a.typos - b.typos)
  if (nearest && nearest.typos < Number.POSITIVE_INFINITY) return nearest.setting
  return OURS.test(name) ? SETTINGS.find((setting) => beginsLike(setting, name)) : undefined
}

const lettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

const LONG = 10

/** In short names, two other letters make another name: HTTP_PORT is not SMTP_PORT. */
function typosIn(name: string, setting: string): number {
  const [typed, expected] = [lettersOf(name), lettersOf(setting)]
  return typosBetween(typed, expected, expected.length >= LONG && typed[0] === expected[0] ? 2 : 1)
}

function beginsLike(setting: string, name: string): boolean {
  const [a, b] = [lettersOf(setting), lettersOf(name)]
  return a.startsWith(b) || b.startsWith(a)
}
