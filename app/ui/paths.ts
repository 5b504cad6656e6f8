// Where things are, said once. Pure: pages use these too.

export const listsPath = (userId: string) => `/?userID=${encodeURIComponent(userId)}`

export const listPath = (listId: string) => `/single-list?listID=${encodeURIComponent(listId)}`

/** `v` changes with the receipt, so that a browser can keep the picture forever. */
export const receiptPath = (listId: string, receiptId: string) =>
  `/receipt/${encodeURIComponent(listId)}?v=${encodeURIComponent(receiptId)}`

export const sharePath = (text: string) => `/share?text=${encodeURIComponent(text)}`

/** Signing in, and then on with what was shared. */
export const loginToShare = (text: string) => `/login?share=${encodeURIComponent(text)}`

export const SETTINGS = '/settings'
