// Pure: the browser knows these before it sends anything.

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
export const TOO_LARGE = 'This photo is too large: 10 MB are allowed. Please choose a smaller one.'
/** A receipt's picture has no longer side than this. The program in photoReader.mjs says the same. */
export const LONGEST_SIDE = 2000
