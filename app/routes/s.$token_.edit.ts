export { redirectToLink as loader } from '#app/http/in/auth.ts'
export { action, clientAction } from './edit-item.$id.ts'
