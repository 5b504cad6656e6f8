export { THIS_VERSION as VERSION } from '#db/version.ts'
