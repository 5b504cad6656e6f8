import { expect, test } from 'vitest'
import { KEYS, type Key } from './configKeys.ts'
import { mistypedSettings } from './mistypedSettings.server.ts'

const inEnvironment = (...names: string[]) =>
  mistypedSettings(Object.fromEntries(names.map((name) => [name, 'x'])))

test.each([
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['MAILFROM', 'MAIL_FROM'],
  ['SMPT_HOST', 'SMTP_HOST'],
  ['SMTP_PASS', 'SMTP_PASSWORD'],
  ['POTR', 'PORT'],
  ['HOTS', 'HOST'],
  ['BASEURL', 'BASE_URL'],
  ['base_url', 'BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
  ['OPENAI_API_KEYFILE', 'OPENAI_API_KEY_FILE'],
  ['REGISTRAION', 'REGISTRATION'],
  ['OFLINE', 'OFFLINE'],
])('%s is noticed, and %s is what was meant', (name, meant) => {
  expect(inEnvironment(name)).toBe(
    `${name} (did you mean ${meant}?) is not a setting of Larder. Correct or remove it.`,
  )
})

/** As a finger slips: a letter is missing, doubled or swapped with the next one, or the underscores are. */
function slipsOf(name: string): string[] {
  const letters = [...name].map((_, at) => at)
  return [
    name.replaceAll('_', ''),
    ...letters.map((at) => name.slice(0, at) + name.slice(at + 1)),
    ...letters.map((at) => name.slice(0, at) + name[at] + name.slice(at)),
    ...letters.slice(1).map((at) => name.slice(0, at - 1) + name[at] + name[at - 1] + name.slice(at + 1)),
  ].filter((slip) => !Object.hasOwn(KEYS, slip))
}

test.each(Object.keys(KEYS))('every slip in %s is noticed', (name) => {
  for (const slip of slipsOf(name)) expect(inEnvironment(slip), slip).toContain(`did you mean ${name}`)
})

test('all of them are in one sentence', () => {
  expect(inEnvironment('S3_KEY', 'PORT', 'SMPT_HOST', 'PATH')).toBe(
    'S3_KEY, SMPT_HOST (did you mean SMTP_HOST?) are not settings of Larder. Correct or remove them.',
  )
})

test('neither settings nor what other programs need are mistyped', () => {
  const files = Object.entries<Key>(KEYS).flatMap(([name, { secret }]) => (secret ? [`${name}_FILE`] : []))
  expect(inEnvironment(...Object.keys(KEYS), ...files)).toBeUndefined()
  const others =
    'PATH HOME HOSTNAME HOSTTYPE USER SHELL TERM PWD OLDPWD SHLVL LANG LC_ALL TZ TMPDIR EDITOR VISUAL PAGER LOGNAME MAIL ' +
    'DISPLAY COLORTERM NODE_ENV NODE_OPTIONS NODE_VERSION YARN_VERSION npm_package_version npm_config_registry INIT_CWD ' +
    'http_proxy HTTPS_PROXY NO_PROXY HTTP_HOST HTTP_PORT SFTP_HOST SFTP_PASSWORD IMAP_HOST IMAP_PASSWORD FTP_PASSWORD ' +
    'XDG_RUNTIME_DIR SSH_CONNECTION SUDO_USER INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET MEMORY_PRESSURE_WATCH ' +
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_BUCKET OPENAI_ORG_ID OPENAI_API_BASE PGHOST PGPORT PGUSER ' +
    'PGPASSWORD POSTGRES_PASSWORD POSTGRES_HOST POSTGRES_PORT LARDER_PORT LARDER_DATA LARDER_HOST DB_HOST DB_PORT ' +
    'REDIS_HOST REDIS_URL COMPOSE_FILE PUID PGID UMASK DEBUG CI MALLOC_ARENA_MAX LOGS'
  expect(inEnvironment(...others.split(' '))).toBeUndefined()
})
