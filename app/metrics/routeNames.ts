import type { ServerBuild } from '@remix-run/node'
import { OPERATIONS, PREFIX } from '#app/http/api/operations.ts'
import type { Build } from '#app/http/remix.ts'

const OTHER = 'other'

type Pattern = string[]

/** Which of the routes there are an address belongs to: whatever is asked for, the names stay few. */
export function routeNames(build: Build): (path: string) => string {
  let pages = new Map<string, Pattern[]>()
  if (typeof build === 'function') {
    // Vite tells a moment later, and says itself what is wrong.
    build().then(
      (built) => {
        pages = patternsOf(built)
      },
      () => {},
    )
  } else pages = patternsOf(build)

  return (path) => {
    if (path.startsWith('/assets/')) return '/assets'
    if (path.startsWith(`${PREFIX}/`)) return nameInApi(path)
    const segments = segmentsOf(path === '/_root.data' ? '' : path.replace(/\.data$/, ''))
    const found = pages.get(segments[0] ?? '')?.find((pattern) => matches(pattern, segments))
    return found ? `/${found.join('/')}` : OTHER
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function matches(pattern: Pattern, segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((wanted, at) => wanted.startsWith(':') || wanted === segments[at])
  )
}

/** By the first segment. */
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

/** With the paths of its parent routes. */
function pathOf(build: Pick<ServerBuild, 'routes'>, id: string): string {
  const route = build.routes[id]
  const parent = route?.parentId ? pathOf(build, route.parentId) : ''
  return `${parent}/${route?.path ?? ''}`.replace(/\/+/g, '/')
}

const API = new Set([...OPERATIONS.map(({ path }) => path.split('/')[1]), 'openapi.json'])

function nameInApi(path: string): string {
  const first = path.slice(PREFIX.length + 1).split('/', 1)[0]
  return API.has(first) ? `${PREFIX}/${first}` : OTHER
}
