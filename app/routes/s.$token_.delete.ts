export { redirectToLink as loader } from '#app/http/in/auth.ts'
export { action } from './delete-single-item.$id.ts'
