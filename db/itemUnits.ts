// Used by browsers, too.

export const UNITS = [
  '',
  'kg',
  'l',
  'lb',
  'oz',
  'pack',
  'can',
  'bottle',
  'jar',
  'tub',
  'bag',
  'box',
  'bunch',
  'cup',
] as const
export type Unit = (typeof UNITS)[number]
