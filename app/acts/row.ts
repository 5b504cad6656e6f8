import { type PriceFor, parsePrice, parseQuantity, UNITS, type Unit } from '#app/domain/items/amounts.ts'
import type { ItemValues } from './itemValues.ts'

export interface Row {
  id: string
  name: string
  quantityMilli: number
  unit: Unit
  priceCents: number
  priceFor: PriceFor
  /** Nobody has confirmed the price yet. */
  priceGuessed: boolean
  priceRemembered: boolean
  completed: boolean
  completedAt: number
  updatedAt: number
  /** On a shared list, the names of those who added and ticked it. */
  added?: string | undefined
  ticked?: string | undefined
  /** Not confirmed by the server yet. */
  pending?: true
  waiting?: true
}

/** The columns of an item that pages get: each further one costs time for every row. */
export function shownOf(item: Row): Row {
  const { id, name, quantityMilli, unit, priceCents, priceFor, completed, completedAt, updatedAt } = item
  const { priceGuessed, priceRemembered } = item
  return {
    ...{ id, name, quantityMilli, unit, priceCents, priceFor, priceGuessed, priceRemembered },
    ...{ completed, completedAt, updatedAt },
  }
}

export const NEW_ROW = {
  quantityMilli: 1000,
  unit: '',
  priceCents: 0,
  priceFor: 'one',
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 0,
  pending: true,
} as const

type Amounts = Pick<Row, 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>

/** Fields that are missing or make no sense leave the old values. */
export function amountsOf(typed: Partial<ItemValues>, old: Amounts): Amounts {
  const { quantity = '', price = '', priceFor } = typed
  return {
    unit: UNITS.find((one) => one === typed.unit) ?? old.unit,
    priceFor: priceFor === 'one' || priceFor === 'all' ? priceFor : old.priceFor,
    quantityMilli: parseQuantity(quantity.trim()) ?? old.quantityMilli,
    priceCents: parsePrice(price.trim()) ?? old.priceCents,
  }
}
