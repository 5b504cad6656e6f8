export { action, loader } from './seen.ts'
