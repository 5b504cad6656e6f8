const FIELDS = ['name', 'quantity', 'unit', 'price', 'priceFor']

/** What somebody saw when they edited: fields they didn't touch keep what others made of them. */
export function seenFields(values: Record<string, string>): Record<string, string> {
  const seen = FIELDS.map((field) => [`seen${field[0]?.toUpperCase()}${field.slice(1)}`, values[field] ?? ''])
  return Object.fromEntries(seen)
}

/** Whether the form with these fields changes one of them. */
export function isTouched(field: string, get: (name: string) => unknown): boolean {
  const seen = get(`seen${field[0]?.toUpperCase()}${field.slice(1)}`)
  return typeof seen !== 'string' || seen !== get(field)
}
