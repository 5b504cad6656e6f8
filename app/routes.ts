import { flatRoutes } from '@remix-run/fs-routes'
import { route } from '@remix-run/route-config'

// The file's name is the URL; tests and styles lie beside what they are for. The lists page is the one exception:
// as an index route its form would have to post to `/?index`, and the address is `/?userID=`.
export default [
  route('/', 'routes/lists/route.tsx'),
  ...(await flatRoutes({ ignoredRouteFiles: ['**/*.test.*', '**/*.css', '**/routes/lists/**'] })),
]
