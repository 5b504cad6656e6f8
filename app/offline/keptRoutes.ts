// The pages that open without a connection. Also read by the build, which keeps their scripts on the device.

/** The action-only routes that each page posts to. */
export const LISTS_ACTIONS = ['delete-list.$id', 'rename-list.$id', 'duplicate-list.$id', 'undo.$id']

export const LIST_ACTIONS = [
  'delete-items.$id',
  'clear-done.$id',
  'delete-receipt.$id',
  'rename-list.$id',
  'untick-all.$id',
  'undo.$id',
  'back.$id',
]

export const LINK_ACTIONS = ['undo', 'name'].map((act) => `s.$token_.${act}`)

/** By route. The installed app opens at `/start`. */
export const KEPT_ROUTES: Record<string, { path: RegExp; actions: string[] }> = {
  'routes/lists/route': { path: /^\/(?:start)?$/, actions: LISTS_ACTIONS },
  'routes/single-list': { path: /^\/single-list$/, actions: LIST_ACTIONS },
  'routes/s.$token': { path: /^\/s\/[^/]+$/, actions: LINK_ACTIONS },
}
