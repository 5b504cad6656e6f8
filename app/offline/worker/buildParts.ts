export { KEPT_ROUTES } from '#app/offline/keptRoutes.ts'
export { headScript } from '#app/ui/head.ts'
export { manifestsOf } from './manifests.ts'
export { shellPage } from './shellPage.ts'
