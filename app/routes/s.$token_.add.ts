export { redirectToLink as loader } from '#app/http/in/auth.ts'
export { action } from './single-list/action.server.ts'
