import { acts } from './en/acts.ts'
import { whole } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut } from './text.ts'

interface Dish {
  name: string
  servings: number
}

/** 'Lasagne for 4' */
export const dishText = (reader: Reader, { name, servings }: Dish) =>
  wordsOf(reader, acts).dishFor({ name: cut(name), n: whole(reader, servings) })

/** 'Lasagne for 4: 11 things' */
export const dishWithThings = (reader: Reader, { things, ...dish }: Dish & { things: number }) =>
  wordsOf(reader, acts).ofDishes({
    dishes: dishText(reader, dish),
    summary: wordsOf(reader, acts).things({ n: things }),
  })
