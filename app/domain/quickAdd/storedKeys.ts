import type { Unit } from '#app/domain/items/amounts.ts'
import { readOnce } from '#app/domain/readOnce.ts'
import { thingKey } from './thingKey.ts'

// Keys of names in the database, which are read for each page and each line that is added.

export const storedThingKey = readOnce(thingKey)

export const storedItemKey = ({ name, unit }: { name: string; unit: Unit }) =>
  `${unit} ${storedThingKey(name)}`
