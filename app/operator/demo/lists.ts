import type { Unit } from '#db/itemUnits.ts'

type Line = readonly [name: string, quantity: number, cents: number, unit?: Unit]

export interface DemoList {
  name: string
  age: number
  open: readonly Line[]
  done: readonly Line[]
  receipt?: 'barbecue.webp' | 'weekly.webp'
}

export const LISTS: readonly DemoList[] = [
  {
    name: 'Saturday market',
    age: 0,
    open: [
      ['Sourdough bread', 1000, 420],
      ['Tomatoes on the vine', 1500, 399, 'kg'],
      ['New potatoes', 2000, 189, 'kg'],
      ['Strawberries', 1000, 349],
      ['Free-range eggs', 10000, 35],
      ['Goat cheese', 250, 1890, 'kg'],
      ['Sweet basil in a pot', 1000, 249],
      ['Flowers for the table', 1000, 0],
    ],
    done: [
      ['Coffee beans', 500, 1690, 'kg'],
      ['Lemons', 4000, 59],
    ],
  },
  {
    name: 'Lasagne for Sunday',
    age: 1,
    open: [
      ['Lasagne sheets', 1000, 179],
      ['Minced beef', 750, 1190, 'kg'],
      ['Mozzarella', 2000, 129],
      ['Parmesan', 200, 2490, 'kg'],
      ['Carrots', 500, 149, 'kg'],
      ['Celery', 1000, 139],
    ],
    done: [
      ['Passata', 2000, 119, 'bottle'],
      ['Onions', 1000, 129, 'kg'],
      ['Olive oil', 1000, 899, 'bottle'],
    ],
  },
  {
    name: 'Hardware shop',
    age: 3,
    open: [
      ['Light bulbs, E27', 4000, 299],
      ['Picture hooks', 1000, 0],
      ['Seal for the kitchen tap', 1000, 349],
    ],
    done: [],
  },
  {
    name: 'Weekly shopping',
    age: 8,
    open: [],
    done: [
      ['Whole milk', 4000, 119],
      ['Butter', 2000, 219],
      ['Natural yoghurt', 3000, 99],
      ['Cheddar', 400, 1290],
      ['Wholemeal bread', 1000, 289],
      ['Rolled oats', 1000, 129],
      ['Bananas', 1200, 179],
      ['Apples', 1500, 249],
      ['Red peppers', 3000, 89],
      ['Cucumber', 1000, 79],
      ['Basmati rice', 1000, 279],
      ['Spaghetti', 2000, 99],
      ['Chickpeas, tinned', 3000, 85],
      ['Orange juice', 2000, 249],
      ['Kitchen roll', 1000, 329],
      ['Washing-up liquid', 1000, 165],
    ],
    receipt: 'weekly.webp',
  },
  {
    name: 'Barbecue with the neighbours',
    age: 20,
    open: [],
    done: [
      ['Sausages', 12000, 79],
      ['Halloumi', 2000, 299],
      ['Corn on the cob', 6000, 69],
      ['Baguette', 3000, 149],
      ['Green salad', 2000, 119],
      ['Herb butter', 1000, 199],
      ['Lemonade', 6000, 129],
      ['Charcoal', 1000, 749],
    ],
    receipt: 'barbecue.webp',
  },
]
