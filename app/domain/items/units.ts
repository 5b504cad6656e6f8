import type { Unit } from '#db/units.ts'

export { UNITS, type Unit } from '#db/units.ts'

export type PriceFor = 'one' | 'all'

/** A bare price beside these is for all of it. */
const MEASURES: ReadonlySet<Unit> = new Set<Unit>(['kg', 'l', 'lb', 'oz'])

export const isMeasure = (unit: Unit) => MEASURES.has(unit)
