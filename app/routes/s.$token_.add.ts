export { redirectToLink as loader } from '#app/http/in/actorFor.ts'
export { action } from './single-list/action.server.ts'
