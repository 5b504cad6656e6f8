// A file of its own, because it is loaded later: servers import the other one directly.
export { readText } from '#app/domain/quickAdd/readText.ts'
