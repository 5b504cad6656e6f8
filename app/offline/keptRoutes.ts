// The pages that open without a connection, with the action-only routes they post to. The build reads this, too.

export const LISTS_ACTIONS = ['delete-list.$id', 'rename-list.$id', 'duplicate-list.$id', 'undo.$id']

export const LIST_ACTIONS = [
  'edit-item.$id',
  'delete-items.$id',
  'clear-done.$id',
  'delete-receipt.$id',
  'rename-list.$id',
  'untick-all.$id',
  'undo.$id',
  'back.$id',
]

export const LINK_ACTIONS = ['undo', 'name', 'edit'].map((act) => `s.$token_.${act}`)

export const KEPT_ROUTES: Record<string, { path: RegExp; actions: string[] }> = {
  'routes/lists/route': { path: /^\/(?:start)?$/, actions: LISTS_ACTIONS },
  'routes/single-list': { path: /^\/single-list$/, actions: LIST_ACTIONS },
  'routes/s.$token': { path: /^\/s\/[^/]+$/, actions: LINK_ACTIONS },
}
