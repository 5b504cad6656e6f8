const FIELDS = ['name', 'quantity', 'unit', 'price', 'priceFor']

export const seenName = (field: string) => `seen${field[0]?.toUpperCase()}${field.slice(1)}`

/** What somebody saw when they edited: fields they didn't touch keep what others made of them. */
export function seenFields(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(FIELDS.map((field) => [seenName(field), values[field] ?? '']))
}

/** Whether the form with these fields changes one of them. */
export function isTouched(field: string, get: (name: string) => unknown): boolean {
  const seen = get(seenName(field))
  return typeof seen !== 'string' || seen !== get(field)
}
