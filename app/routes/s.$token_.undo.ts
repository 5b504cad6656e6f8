export { redirectToLink as loader } from '#app/http/in/actorFor.ts'
export { action, clientAction } from './undo.$id.ts'
