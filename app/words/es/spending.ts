import type { spending as english } from '../en/spending.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Sum = { sum: string }

export const spending = {
  months: [
    'Enero',
    'Febrero',
    'Marzo',
    'Abril',
    'Mayo',
    'Junio',
    'Julio',
    'Agosto',
    'Septiembre',
    'Octubre',
    'Noviembre',
    'Diciembre',
  ],
  letters: ['E', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  monthOf: ({ month, year }: { month: string; year: string }) => `${month} de ${year}`,
  allOf: ({ year }: { year: string }) => `Todo ${year}`,
  none: ({ period }: { period: string }) => `Sin compras: ${period}.`,
  trips: ({ n }: { n: number }) => count(n, { one: '1 compra', other: `${n} compras` }),
  items: ({ n }: { n: number }) => count(n, { one: '1 producto', other: `${n} productos` }),
  others: ({ n }: { n: number }) => count(n, { one: '1 más', other: `${n} más` }),
  paid: ({ sum }: Sum) => `Pagado: ${sum}`,
  about: ({ sum }: Sum) => `unos ${sum}`,
  notKnown: ({ n }: { n: number }) =>
    count(n, { one: '1 compra sin importe', other: `${n} compras sin importe` }),
  notKnownAbout: ({ n, sum }: Sum & { n: number }) =>
    count(n, { one: `1 compra sin importe, unos ${sum}`, other: `${n} compras sin importe, unos ${sum}` }),
  ofThem: ({ n }: { n: number }) => `${n} sin importe`,
  ofThemAbout: ({ n, sum }: Sum & { n: number }) => `${n} sin importe, unos ${sum}`,
  chart: ({ year }: { year: string }) => `Gastos de ${year} por mes`,
  most: ({ month, sum }: Sum & { month: string }) =>
    `El mes con más gasto es ${month.toLowerCase()}: ${sum}.`,
  paidIn: ({ symbol }: { symbol: string }) => `Pagado (${symbol})`,
  addUpTo: ({ sum }: Sum) => `Los productos suman ${sum}. Déjalo vacío si no lo sabes.`,
  emptyIfUnknown: 'Déjalo vacío si no lo sabes.',
  addAgain: ({ n }: { n: number }) => `Añadir de nuevo (${n})`,
  photoOf: ({ trip }: { trip: string }) => `Ticket de ${trip}`,
} satisfies Shape<typeof english>
