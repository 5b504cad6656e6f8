import { readFileSync } from 'node:fs'
import type { z } from 'zod/v4'
import { KEYS, type Key } from './configKeys.ts'

// The only reader of process.env.

export type Config = { [Name in keyof typeof KEYS]: z.infer<(typeof KEYS)[Name]['schema']> }
type Environment = Record<string, string | undefined>

export class ConfigError extends Error {}

export function readConfig(environment: Environment = process.env): Config {
  const config: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries<Key>(KEYS)) {
    const raw = rawValue(name, definition, environment)
    const parsed = definition.schema.safeParse(raw)
    if (!parsed.success) {
      const shown = definition.secret ? 'the given value' : JSON.stringify(raw)
      throw new ConfigError(`${name}: ${shown} is not allowed. It must be ${definition.allowed}.`)
    }
    config[name] = parsed.data
  }
  checkTogether(config as Config)
  return config as Config
}

function checkTogether({ DATABASE_URL, BASE_URL, BACKUP_DIR }: Config) {
  if (!DATABASE_URL) return
  if (!BASE_URL) throw new ConfigError('BASE_URL: with DATABASE_URL, it must be set to the public URL.')
  if (BACKUP_DIR) {
    throw new ConfigError(
      'BACKUP_DIR: Larder makes no backups of PostgreSQL. Use pg_dump, and unset BACKUP_DIR.',
    )
  }
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

export const publicUrl = ({ BASE_URL, PORT }: Pick<Config, 'BASE_URL' | 'PORT'>) =>
  BASE_URL ?? `http://localhost:${PORT}`

export function displayedConfig(environment: Environment = process.env) {
  return Object.entries<Key>(KEYS).map(([name, definition]) => {
    const set = Boolean(environment[name])
    const byFile = !set && definition.secret && Boolean(environment[`${name}_FILE`])
    const from = byFile ? `${name}_FILE` : set ? 'environment' : 'default'
    const value = rawValue(name, definition, environment)
    return { name, from, value: definition.secret ? (value ? '(secret)' : '') : withoutPassword(value) }
  })
}

const withoutPassword = (value: string) => value.replace(/\/\/[^/@\s]*@/, '//(secret)@')

export function configTable(): string {
  const rows = Object.entries<Key>(KEYS).map(([name, { doc, fallback, allowed, secret }]) => {
    const also = secret ? `, or \`${name}_FILE\`: a file that contains it` : ''
    return `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${doc} | ${allowed}${also} |`
  })
  return ['| key | default | what it does | allowed |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
