import type { ServerBuild } from '@remix-run/node'
import { ENDPOINTS, PREFIX } from '#app/http/api/endpoints/groups.ts'
import { pageOf } from '#app/remix/data.ts'
import { type Build, pathOf } from '#app/remix/serverBuild.ts'

const OTHER = 'other'

type Pattern = string[]

export function routeNames(build: Build): (path: string) => string {
  let pages = new Map<string, Pattern[]>()
  if (typeof build === 'function') {
    // In development the build comes later. Vite reports its errors itself.
    build().then(
      (built) => {
        pages = patternsOf(built)
      },
      () => {},
    )
  } else pages = patternsOf(build)

  return (path) => {
    if (path.startsWith('/assets/')) return '/assets'
    if (path.startsWith(`${PREFIX}/`)) return apiRouteName(path)
    const segments = segmentsOf(pageOf(path))
    const found = pages.get(segments[0] ?? '')?.find((pattern) => matches(pattern, segments))
    return found ? `/${found.join('/')}` : OTHER
  }
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

function matches(pattern: Pattern, segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}

function patternsOf(build: ServerBuild): Map<string, Pattern[]> {
  const patterns = new Map<string, Pattern[]>()
  for (const id of Object.keys(build.routes)) {
    const pattern = segmentsOf(pathOf(build, id))
    if (pattern.includes('*')) continue
    const first = pattern[0] ?? ''
    patterns.set(first, [...(patterns.get(first) ?? []), pattern])
  }
  return patterns
}

const API_SEGMENTS = new Set([...ENDPOINTS.map(({ path }) => path.split('/')[1]), 'openapi.json'])

function apiRouteName(path: string): string {
  const first = path.slice(PREFIX.length + 1).split('/', 1)[0]
  return API_SEGMENTS.has(first) ? `${PREFIX}/${first}` : OTHER
}
