import type { addLines as english } from '../en/addLines.ts'
import type { Shape } from '../room.ts'

export const addLines = {
  addToAList: 'Añadir a una lista',
  list: 'Lista',
  orCreateList: 'O crea una lista',
  listName: 'Nombre de la lista',
  listExample: 'Supermercado',
  someLeftOut: 'Algunas líneas quedaron fuera. Compártelas por separado.',
  noItemsFound: 'No encontramos ningún producto en ese texto.',
  sharedExample: 'Leche\n2 barras de pan',
  quantityFirst: 'Un producto por línea. Empieza por la cantidad.',

  pasteAList: 'Pegar una lista',
  pastedExample: '2 kg tomates\n12 huevos 2,99',
  whatIsRemoved:
    'Un producto por línea. Puedes pegar una receta o un mensaje: se quitan las viñetas, las horas y los nombres de quienes escriben.',
  cancel: 'Cancelar',

  items: 'Productos',
  next: 'Siguiente',
  itemsToAdd: 'Productos que se añadirán',
  line: ({ n }: { n: number }) => `Línea ${n}`,
  addToList: 'Añadir a la lista',
  adding: 'Añadiendo…',
} satisfies Shape<typeof english>
