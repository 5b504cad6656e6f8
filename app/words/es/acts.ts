import type { acts as english } from '../en/acts.ts'
import type { Shape } from '../room.ts'
import { cut, ended } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }
type Number = { n: number }

export const acts = {
  ticked: ({ name }: Named) => ended(`Marcaste ${cut(name)}`),
  unticked: ({ name }: Named) => ended(`Desmarcaste ${cut(name)}`),
  itemAdded: 'Producto añadido.',
  itemEdited: 'Cambios guardados.',
  additionFailed: 'No se añadió el producto.',
  editFailed: 'No se guardaron los cambios.',
  deletedOne: ({ name }: Named) => ended(`Eliminaste ${cut(name)}`),
  deletedMany: ({ n }: Number) =>
    count(n, { one: 'Eliminaste 1 producto.', other: `Eliminaste ${n} productos.` }),
  deletedAll: 'Eliminaste todos los productos.',
  deletedItem: 'Producto eliminado.',
  cleared: ({ n }: Number) =>
    count(n, { one: 'Quitaste 1 producto marcado.', other: `Quitaste ${n} productos marcados.` }),
  untickedAll: ({ n }: Number) =>
    count(n, { one: 'Desmarcaste 1 producto.', other: `Desmarcaste ${n} productos.` }),
  nothingTicked: 'No había nada marcado.',
  addedTo: ({ n, list }: Number & { list: string }) =>
    count(n, { one: `Añadiste 1 producto a «${list}».`, other: `Añadiste ${n} productos a «${list}».` }),
  moved: ({ list }) => `Movido a «${cut(list)}».`,
  withoutPrices: 'Sin precios: la otra lista tiene otra moneda.',
  restored: ({ name }: Named) => ended(`Restauraste ${cut(name)}`),
  purged: ({ name }: Named) => `Eliminaste ${cut(name)} para siempre.`,
  forgot: ({ name }: Named) => ended(`Larder olvidó ${cut(name)}`),
  forgotAll: 'Larder olvidó todos los productos.',

  renamed: ({ name }: Named) => `Ahora la lista se llama «${cut(name)}».`,
  copied: ({ source, isUnshared }: { source: string; isUnshared: boolean }) =>
    `Duplicaste «${cut(source)}».${isUnshared ? ' La copia aún no está compartida.' : ''}`,
  currencyChanged: ({ currency, n }: { currency: string; n: number }) =>
    n === 0
      ? `Ahora la moneda es ${currency}. Las cifras no cambian.`
      : count(n, {
          one: `Ahora la moneda es ${currency}. Se redondeó 1 precio.`,
          many: `Ahora la moneda es ${currency}. Se redondearon ${n} precios.`,
          other: `Ahora la moneda es ${currency}. Se redondearon ${n} precios.`,
        }),
  listDeleted: 'Lista eliminada.',

  receiptAdded: 'Se añadió el ticket.',
  receiptUpdated: 'Se actualizó el ticket.',
  receiptRemoved: 'Se quitó el ticket.',

  looking: 'Buscando los ingredientes…',
  ingredientsFound: ({ n }: { n: number }) =>
    count(n, { one: '1 ingrediente por ahora…', other: `${n} ingredientes por ahora…` }),
  waited: ({ seconds, max }: { seconds: number; max: number }) => `${seconds} de ${max} segundos como máximo`,
  useCookbook: 'Usar el libro de cocina en su lugar',
  fromCookbook: 'Libro de cocina integrado',
  fromModel: ({ model }: { model: string }) => `Modelo de IA: ${model}`,
  fromAi: 'Servidor de IA',
  exampleDishes: 'Tortilla de patatas\nLasaña\nGazpacho',
  dishFor: ({ name, n }: Named & { n: string }) => `${name} para ${n}`,
  ofDishes: ({ dishes, summary }: { dishes: string; summary: string }) => `${dishes}: ${summary}`,
  things: ({ n }: Number) => count(n, { one: '1 ingrediente', other: `${n} ingredientes` }),
  ingredientsAdded: ({ n }: Number) => count(n, { one: '1 añadido', other: `${n} añadidos` }),
  ingredientsRaised: ({ n }: Number) => count(n, { one: '1 aumentado', other: `${n} aumentados` }),
  ingredientsThere: 'Los ingredientes ya están en tu lista.',
  didYouMean: 'Quizás quisiste decir:',
  insteadOf: ({ name }: Named) => `En lugar de «${name}»:`,
  addNamed: ({ name }: Named) => `Añadir «${name}» a la lista`,
  notAsked: ({ dishes }: { dishes: string }) => `Aún sin añadir: ${dishes}.`,
  askRest: 'Añadir también',
  probablyAtHome: '¿Ya en casa?',
  removeThese: ({ n }: Number) => count(n, { one: 'Quitarlo', other: 'Quitar estos' }),
  removeNamed: ({ name }: Named) => `Quitar ${name}`,

  undone: 'Deshecho.',
  redone: 'Rehecho.',
  undonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    count(restored, {
      one: `Solo se deshizo 1 de ${of}: ${why}.`,
      other: `Solo se deshicieron ${restored} de ${of}: ${why}.`,
    }),
  redonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    count(restored, {
      one: `Solo se rehízo 1 de ${of}: ${why}.`,
      other: `Solo se rehicieron ${restored} de ${of}: ${why}.`,
    }),
  undoneInPart: ({ why }: { why: string }) => `Solo se deshizo una parte: ${why}.`,
  redoneInPart: ({ why }: { why: string }) => `Solo se rehízo una parte: ${why}.`,
  nothingUndone: ({ why }: { why: string }) => `No se deshizo nada: ${why}.`,
  nothingRedone: ({ why }: { why: string }) => `No se rehízo nada: ${why}.`,
  receiptGone:
    'El ticket anterior no se puede restaurar: hay uno más nuevo o el anterior se eliminó para siempre.',
  tripUndone: ({ what }: { what: string }) => `Deshecho. La compra decía: ${what}.`,
  tripKeepsReceipt: 'Deshecho. El ticket se queda con la compra, en «Eliminadas hace poco».',
  tripGone: 'la compra se eliminó, o algunos de sus productos se eliminaron para siempre',
  orderGone: 'el orden ha cambiado desde entonces',
  changedSince: ({ names }: Number & { names: string }) => `hay cambios posteriores en ${names}`,
  goneForGood: ({ n }: Number) =>
    count(n, {
      one: '1 producto se eliminó para siempre',
      other: `${n} productos se eliminaron para siempre`,
    }),
  changedAndGone: ({ changed, gone }: { changed: string; gone: string }) => `${changed}, y ${gone}`,
} satisfies Shape<typeof english>
