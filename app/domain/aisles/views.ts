export { VIEWS, type View } from '#db/views.ts'
