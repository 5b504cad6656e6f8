// What scripts/lib/offline.mjs builds from.
export { headAndBodyScript } from '#app/ui/head.ts'
export { KEPT_ROUTES } from './keptRoutes.ts'
export { shellPage } from './shellPage.ts'
