import { flatRoutes } from '@remix-run/fs-routes'

// The file's name is the URL; tests live beside what they test.
export default flatRoutes({ ignoredRouteFiles: ['**/*.test.*'] })
