export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const known = new Set(TIME_ZONES)

export const isTimeZone = (value: unknown): value is string => typeof value === 'string' && known.has(value)
