import { execFileSync } from 'node:child_process'
import { ENDPOINTS, PREFIX } from '#app/http/api/endpoints/groups.ts'
import { ClientMessage } from '#app/realtime/wire.ts'
import { pathOf } from '#app/remix/serverBuild.ts'

// Everything the built server answers.

interface BuiltRoute {
  id: string
  parentId?: string
  path?: string
  reads: boolean
  acts: boolean
}

const DESCRIBE = `
  const { routes } = await import('./build/server/index.js')
  console.log(JSON.stringify(Object.values(routes).map(({ id, parentId, path, module }) => ({
    id, parentId, path, reads: 'loader' in module || 'default' in module, acts: 'action' in module,
  }))))
  process.exit()`

/** 'GET /single-list', 'POST /completed' */
function pages(): string[] {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', DESCRIBE], { encoding: 'utf8' })
  const routes: BuiltRoute[] = JSON.parse(output)
  const byId = Object.fromEntries(routes.map((route) => [route.id, route])) as never
  return routes
    .filter(({ parentId }) => parentId !== undefined)
    .flatMap(({ id, reads, acts }) => {
      const path = pathOf({ routes: byId }, id)
      return [...(reads ? [`GET ${path}`] : []), ...(acts ? [`POST ${path}`] : [])]
    })
}

/** Those that Express answers itself, outside the table of operations. */
const MIDDLEWARE = ['GET /livez', 'GET /readyz', 'GET /metrics', `GET ${PREFIX}/openapi.json`, 'GET /ws']

export function allRoutes(): string[] {
  return [
    ...pages(),
    ...ENDPOINTS.map(({ method, path }) => `${method} ${PREFIX}${path}`),
    ...MIDDLEWARE,
    ...ClientMessage.options.map(({ shape }) => `socket ${shape.type.value}`),
  ]
}
