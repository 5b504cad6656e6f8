export { loader } from './category.ts'
