export { redirectToLink as loader } from '#app/http/in/auth.ts'
export { action } from './view.ts'
