// Browsers use it too; currencies.ts has all currencies.

export type Decimals = 0 | 2

/** How the prices of a list are written. What is stored counts its smallest unit: cents, or whole yen. */
export interface Currency {
  symbol: string
  decimals: Decimals
}

/** Of lists from before there were others. */
export const DEFAULT_CURRENCY = 'USD'

export const DOLLAR: Currency = { symbol: '$', decimals: 2 }

/** The same number in a currency with other decimals: 3.50 becomes 4, and 4 becomes 4.00. */
export function withDecimals(price: number, from: Decimals, to: Decimals): number {
  if (from === to) return price
  return from > to ? Math.round(price / 100) : price * 100
}
