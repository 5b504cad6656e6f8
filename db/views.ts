// Used by browsers, too.

export const VIEWS = ['added', 'aisle'] as const
export type View = (typeof VIEWS)[number]
