import { amountOf } from '#app/domain/amounts.ts'
import { measure, money, plural, time } from '#app/messages/format.ts'
import { type Row, withPending } from '#app/routes/single-list/pending.ts'
import { asRequest } from './asRequest.ts'
import type { Entry } from './entries.ts'
import type { KeptPage } from './keptPages.ts'

// The rows of a kept list, to be read while React starts, which takes a slow phone a while. React replaces them.

interface ListData {
  list: { id: string; name: string }
  items: Row[]
  me?: string
}

export function paintList({ data, at }: KeptPage, entries: Entry[]): void {
  const { list, items, me } = data as ListData
  const open = entries.filter(({ state }) => state !== 'refused')
  const rows = withPending(
    items,
    list.id,
    open.map((entry) => asRequest(entry, true)),
    me,
  )
  const waiting =
    open.length > 0
      ? ` ${plural(open.length, 'change')} ${open.length === 1 ? 'is' : 'are'} waiting on this phone.`
      : ''
  const age = element(
    'p',
    '',
    'No connection. ',
    element('em', '', list.name),
    ` as of ${time(at)}.${waiting}`,
  )
  document.body.append(
    element('header', 'bar', element('div', 'where', element('h1', '', list.name))),
    element(
      'main',
      'page single-list',
      element(
        'div',
        'sections',
        section(
          'items card',
          rows.filter((row) => !row.completed),
        ),
        section(
          'items basket',
          rows.filter((row) => row.completed),
        ),
      ),
    ),
    element('footer', 'list-actions', element('div', 'reach', age)),
  )
}

const section = (className: string, rows: Row[]) =>
  rows.length > 0 ? element('ul', className, ...rows.map(rowOf)) : ''

function rowOf(row: Row): HTMLElement {
  const box = element('span', 'tick', element('button', '', element('i', '')))
  const name = element('span', 'name', row.name)
  name.dir = 'auto'
  const text = element('div', 'text', name, element('small', 'amounts', amountsText(row)))
  return element('li', row.completed ? 'item done' : 'item', box, text)
}

function amountsText(row: Row): string {
  const price = money(row.priceCents)
  const amount = money(amountOf(row))
  const isForAll = row.priceFor === 'all' && row.quantityMilli !== 1000
  const parts = [`${measure(row)}${isForAll ? ' for ' : ' × '}${price}`, amount !== price && amount]
  return [...parts, row.waiting && 'not sent yet'].filter(Boolean).join(' · ')
}

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}
