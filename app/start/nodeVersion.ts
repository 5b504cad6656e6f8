/** The first versions with the fix for CVE-2026-111497, a memory error in Node's Brotli decoder. */
const FIXED: Record<number, [minor: number, patch: number]> = { 22: [23, 4], 24: [22, 1], 26: [12, 1] }

const SAFE_VERSIONS = '22.23.4, 24.22.1, 26.12.1 or newer'

/** A sentence for the operator. Undefined if this Node is maintained and has no known vulnerability. */
export function nodeAdvice(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major > 26) return undefined
  const fixed = FIXED[major]
  if (!fixed) return `Node ${version} is no longer maintained. Use Node ${SAFE_VERSIONS}.`
  const isFixed = minor > fixed[0] || (minor === fixed[0] && patch >= fixed[1])
  return isFixed ? undefined : `Node ${version} has a known vulnerability. Use Node ${SAFE_VERSIONS}.`
}
