import { isIP } from 'node:net'
import { HOUR } from '#app/domain/time.ts'

export function isHttp(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

export function isHttpOrigin(value: string): boolean {
  if (!isHttp(value)) return false
  const url = new URL(value)
  return url.pathname === '/' && !url.search && !url.username
}

export function isPostgresUrl(value: string): boolean {
  return URL.canParse(value) && /^postgres(?:ql)?:$/.test(new URL(value).protocol)
}

function isCidr(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // /0 would be everyone, so that anyone could invent an address.
  return (
    prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  )
}

export function trustProxy(value: string): false | number | string[] | undefined {
  if (value === '' || value === 'off') return false
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const networks = value.split(',').map((part) => part.trim())
  return networks.every(isCidr) ? networks : undefined
}

export function inMilliseconds(value: string): number | undefined {
  if (value === 'off') return undefined
  return Number.parseInt(value, 10) * (value.endsWith('d') ? 24 : 1) * HOUR
}

const UNITS = { MB: 1_000_000, GB: 1_000_000_000 } as const

export function inBytes(value: string): number | undefined {
  const [, amount = '', unit] = /^(\d+)(MB|GB)$/.exec(value) ?? []
  return unit === 'MB' || unit === 'GB' ? Number(amount) * UNITS[unit] : undefined
}
