export { redirectToLink as loader } from '#app/http/in/actorFor.ts'
export { action } from './delete-single-item.$id.ts'
