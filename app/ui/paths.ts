// Where things are, said once. Pure: pages use these too.

export const listsPath = (userId: string) => `/?userID=${encodeURIComponent(userId)}`

export const listPath = (listId: string) => `/single-list?listID=${encodeURIComponent(listId)}`
