// Pure: used in the browser too.

export type Role = 'owner' | 'editor' | 'viewer' | 'link-editor' | 'link-viewer'

/**
 * see: the items. seeAll: also the receipt, the history and the people. edit: one item at a time, also restoring it, and
 * undoing that. editAll: many items at once, the receipt, and undoing what others did. own: the list itself, and who is on it.
 */
export type Right = 'see' | 'seeAll' | 'edit' | 'editAll' | 'own'

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['see', 'seeAll', 'edit', 'editAll', 'own'],
  editor: ['see', 'seeAll', 'edit', 'editAll'],
  viewer: ['see', 'seeAll'],
  'link-editor': ['see', 'edit'],
  'link-viewer': ['see'],
}

export const hasRight = (role: Role, right: Right) => RIGHTS[role].includes(right)
