// Pure: the browser knows these before it sends anything.

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
// The program in photoReader.mjs says these two as well.
export const MAX_PIXELS = 50_000_000
/** A receipt's picture has no longer side than this. */
export const LONGEST_SIDE = 2000
