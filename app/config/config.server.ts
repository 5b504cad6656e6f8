import { readFileSync } from 'node:fs'
import type { z } from 'zod/v4'
import { KEYS, type Key } from './configKeys.ts'

// The only reader of process.env.

export type Config = { [Name in keyof typeof KEYS]: z.infer<(typeof KEYS)[Name]['schema']> }
type Environment = Record<string, string | undefined>

export class ConfigError extends Error {}

export function readConfig(environment: Environment = process.env): Config {
  const { config, problems } = readSettings(environment)
  const [problem] = problems
  if (problem) throw new ConfigError(problem)
  return config
}

/** With all problems, not only the first. Invalid settings get their defaults. */
export function readSettings(environment: Environment = process.env) {
  const config: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, definition] of Object.entries<Key>(KEYS)) {
    try {
      config[name] = readSetting(name, definition, environment)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      config[name] = definition.schema.parse(definition.fallback)
    }
  }
  problems.push(...problemsTogether(config as Config))
  return { config: config as Config, problems }
}

function readSetting(name: string, definition: Key, environment: Environment): unknown {
  const raw = rawValue(name, definition, environment)
  const parsed = definition.schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const shown = definition.secret ? 'the given value' : JSON.stringify(raw)
  throw new ConfigError(`${name}: ${shown} is not allowed. It must be ${definition.allowed}.`)
}

function problemsTogether({ DATABASE_URL, BASE_URL, BACKUP_DIR }: Config): string[] {
  if (!DATABASE_URL) return []
  const problems: string[] = []
  if (!BASE_URL) problems.push('BASE_URL: with DATABASE_URL, it must be set to the public URL.')
  if (BACKUP_DIR) {
    problems.push('BACKUP_DIR: Larder makes no backups of PostgreSQL. Use pg_dump, and unset BACKUP_DIR.')
  }
  return problems
}

function rawValue(name: string, definition: Key, environment: Environment): string {
  const value = environment[name]
  if (value) return value
  const file = definition.secret && environment[`${name}_FILE`]
  if (!file) return definition.fallback
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(`${name}_FILE: "${file}" is not allowed. It must be a file Larder can read.`)
  }
}

/** All of them are also reached as localhost. */
const LOCAL_HOSTS = ['0.0.0.0', '::', '127.0.0.1', '::1']

export function publicUrl({ BASE_URL, HOST, PORT }: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): string {
  return BASE_URL ?? httpUrl(LOCAL_HOSTS.includes(HOST) ? 'localhost' : HOST, PORT)
}

export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

export function displayedConfig(environment: Environment = process.env) {
  return Object.entries<Key>(KEYS).map(([name, definition]) => {
    const set = Boolean(environment[name])
    const byFile = !set && definition.secret && Boolean(environment[`${name}_FILE`])
    const from = byFile ? `${name}_FILE` : set ? 'environment' : 'default'
    const value = rawValue(name, definition, environment)
    return { name, from, value: definition.secret ? (value ? '(secret)' : '') : withoutPassword(value) }
  })
}

export const withoutPassword = (value: string) => value.replace(/\/\/[^/@\s]*@/, '//(secret)@')

export function configTable(): string {
  const rows = Object.entries<Key>(KEYS).map(([name, { doc, fallback, allowed, secret }]) => {
    const also = secret ? `, or \`${name}_FILE\`: a file that contains it` : ''
    return `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${doc} | ${allowed}${also} |`
  })
  return ['| key | default | what it does | allowed |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
