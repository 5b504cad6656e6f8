import { room } from '../room.ts'

/** Said by the page before it uploads a photo, and by the server. */
export const photo = room('photo', {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `This photo is too large: the limit is ${megabytes} MB. Choose a smaller one.`,
})
