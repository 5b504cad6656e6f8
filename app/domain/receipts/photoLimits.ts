// Pure: browsers check these before an upload.

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
// Keep these two in step with photoReader.mjs.
export const MAX_PIXELS = 50_000_000
/** The longest side of a stored image. */
export const MAX_SIDE = 2000
