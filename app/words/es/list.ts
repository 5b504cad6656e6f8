import type { ReactNode } from 'react'
import type { list as english } from '../en/list.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const list = {
  viewOnly: 'Solo ver',
  changesHere: 'Cambios en este dispositivo',

  // Items
  emptyEdit: 'Añade productos y empieza a comprar',
  emptyRead: 'Esta lista aún está vacía.',
  basket: ({ n }: { n: number }) => `En la cesta (${n})`,
  edit: ({ name }: { name: string }) => `Editar ${name}`,
  delete: ({ name }: { name: string }) => `Eliminar ${name}`,
  ticked: 'Marcado',
  notTicked: 'Sin marcar',
  forAll: ' por ',
  guess: 'estimado',
  lastPrice: 'último precio',
  notSent: 'sin enviar',

  // All done
  allDone: 'Todo listo',
  inTheBasket: ({ n }: { n: number }) =>
    count(n, { one: '1 producto en la cesta', other: `${n} productos en la cesta` }),
  withoutPrice: ({ n }: { n: number }) => `${n} de ellos sin precio`,
  guessed: 'con precios estimados',
  addTheReceipt: 'Añadir el ticket',
  viewTheReceipt: 'Ver el ticket',
  startAgain: 'Empezar de nuevo',
  startAgainFrom: 'Empezar de nuevo con esta lista',

  // Footer
  total: 'Total est.:',
  inBasket: ({ sum }: { sum: string }) => `${sum} en la cesta`,
  unpriced: ({ n }: { n: number }) => `${n} sin precio`,
  asOf: ({ time }: { time: ReactNode }) => rich`actualizado: ${time}`,
  deleteAll: 'Eliminar todo',
  addItem: '+ PRODUCTO',
  /** The title of its dialog. */
  newItem: 'NUEVO PRODUCTO',
  addReceipt: '+ TICKET',
  viewReceipt: 'VER TICKET',

  // Line for adding
  add: 'AÑADIR',
  addItems: 'Añadir productos',
  addHint: '2 kg tomates, leche x3',
  /** One a line. A tap adds it as it stands here. */
  exampleLines: 'leche\n12 huevos\n2 kg tomates\npan',
  examples: 'Ejemplos',
  often: 'Lo de siempre',
  suggestions: 'Sugerencias',
  suggested: ({ n }: { n: number }) => count(n, { one: '1 sugerencia', other: `${n} sugerencias` }),

  // Item
  editItem: 'EDITAR PRODUCTO',
  name: 'Nombre',
  quantity: 'Cantidad',
  price: 'Precio',
  unit: 'Unidad',
  pieces: 'unidades',
  priceFor: 'Por',
  one: 'unidad',
  allOfIt: 'todo',
  submit: 'GUARDAR',
  submitting: 'GUARDANDO…',
  addAnother: 'Añadir otro',
  notAdded: ({ name }: { name: string }) => `No se añadió «${name}».`,

  // Menu and its dialogs
  more: 'Más',
  rename: 'Renombrar',
  renameList: 'RENOMBRAR LISTA',
  duplicate: 'Duplicar',
  shareText: 'Compartir como texto',
  shareAsText: 'COMPARTIR COMO TEXTO',
  listAsText: 'La lista como texto',
  copy: 'Copiar',
  copied: 'Copiado.',
  print: 'Imprimir',
  paste: 'Pegar una lista',
  recent: 'Cambios recientes',
  currency: 'Moneda',
  untickAll: 'Desmarcar todo',
  clearDone: 'Quitar marcados',
  shortcuts: 'Atajos de teclado',

  // Recipes
  recipe: 'Receta',
  enterRecipe: '¿Qué receta? La IA pone los ingredientes…',
  askAi: 'USAR IA',
  loading: 'Cargando…',
  recipeFirst: 'Escribe primero el nombre de una receta.',
  addNamed: ({ name }: { name: string }) => `Añadir «${name}» a la lista`,
  didYouMean: 'Quizás quisiste decir:',
  recipesFromCookbook: 'Recetas del libro de cocina de Larder',
  recipesFrom: ({ source }: { source: string }) => `Recetas de ${source}`,
  looking: 'Buscando los ingredientes…',
  found: ({ n }: { n: number }) =>
    count(n, { one: '1 ingrediente por ahora…', other: `${n} ingredientes por ahora…` }),
  cancel: 'Cancelar',

  // Others
  yourLists: 'Tus listas',
  searchLists: 'Buscar en tus listas',
  yourName: 'Tu nombre',
  save: 'Guardar',
  nameHint: 'Los demás lo ven junto a lo que añades y marcas.',
  seenUpTo: ({ name, time }: { name: string; time: ReactNode }) => rich`Visto por ${name}: ${time}.`,
  notYet: ({ names }: { names: string }) => `Aún sin ver: ${names}.`,
  withLink: 'alguien con un enlace',
  withNamedLink: ({ name }: { name: string }) => `alguien con el enlace «${name}»`,
} satisfies Shape<typeof english>
