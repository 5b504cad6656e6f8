export { redirectToLink as loader } from '#app/http/in/actorFor.ts'
export { action } from './edit-item.$id.ts'
