import { Check } from 'lucide'
import { amountOf } from '#app/domain/items/amounts.ts'
import { waitingText } from '#app/messages/en/sentences.ts'
import { measure } from '#app/messages/en/units.ts'
import { escapeHtml } from '#app/messages/escapeHtml.ts'
import { dayAndTime, money } from '#app/messages/format.ts'
import type { Entry } from '#app/offline/entries.ts'
import type { KeptPage } from '#app/offline/keptPages.ts'
import { asRequest, type Row, withPending } from '#app/routes/single-list/pending.ts'
import { iconSvg } from '#app/ui/iconSvg.ts'
import { listPath } from '#app/ui/paths.ts'

// A kept page as HTML, written by the service worker. People can read it while React starts, which takes a slow phone a
// while. Then React replaces it.

interface ListsData {
  user: { name: string }
  lists: { id: string; name: string; sum: string }[]
}

interface ListData {
  list: { id: string; name: string }
  items: Row[]
  me?: string
}

/** `entries` belong to the page's account. */
export function firstPaint(page: KeptPage, entries: Entry[]): string {
  const open = entries.filter(({ state }) => state !== 'refused')
  return isLists(page.data)
    ? listsHtml(page.data, page.at, open)
    : listHtml(page.data as ListData, page.at, open)
}

const CHECK = iconSvg(Check, 18)

// Empty, so that the text doesn't move when React shows the rest.
const BACK = '<span class="button icon back"></span>'
const BUTTON = '<span class="button icon"></span>'
const BRAND = '<span class="brand"><svg width="28" height="28"></svg></span>'
const ADD_LIST = '<div class="add-list"><input disabled></div>'
const LINE = '<p class="when">&nbsp;</p>'

const isLists = (data: unknown): data is ListsData => 'lists' in (data as object)

const listsHtml = ({ user, lists }: ListsData, at: number, waiting: Entry[]) =>
  `<header class="bar">${BRAND}<p class="where">Hello, ${escapeHtml(user.name)}</p></header>
<main class="page lists">${reach('Your lists', at, waiting)}${ADD_LIST}<ul class="cards">${lists.map(cardOf).join('')}</ul></main>`

const cardOf = ({ id, name, sum }: ListsData['lists'][number]) =>
  `<li class="card list-card"><div class="about"><h2 dir="auto">${escapeHtml(name)}</h2><p>${escapeHtml(sum)}</p>${LINE}</div>
<a class="button quiet" href="${escapeHtml(listPath(id))}" aria-label="View List ${escapeHtml(name)}">View List</a><div class="menu">${BUTTON}</div><div class="delete">${BUTTON}</div></li>`

function listHtml({ list, items, me }: ListData, at: number, waiting: Entry[]): string {
  const requests = waiting.map((entry) => asRequest(entry, true))
  const rows = withPending(items, list.id, requests, me)
  const todo = rows.filter((row) => !row.completed)
  const done = rows.filter((row) => row.completed)
  return `<header class="bar">${BACK}${BRAND}<div class="where"><h1 dir="auto">${escapeHtml(list.name)}</h1>${LINE}</div></header>
<main class="page single-list"><div class="sections">${section('items card', todo)}${section('items basket', done)}</div></main>
<footer class="list-actions">${reach(list.name, at, waiting)}</footer>`
}

function reach(name: string, at: number, waiting: Entry[]): string {
  const changes = waiting.length > 0 ? ` ${waitingText(waiting.length)}` : ''
  return `<div class="reach"><p>No connection. <em>${escapeHtml(name)}</em> as of ${dayAndTime(at)}.${changes}</p></div>`
}

const section = (className: string, rows: Row[]) =>
  rows.length > 0 ? `<ul class="${className}">${rows.map(rowOf).join('')}</ul>` : ''

function rowOf(row: Row): string {
  const [className, label, icon] = row.completed ? ['item done', 'Ticked', CHECK] : ['item', 'Not ticked', '']
  return `<li class="${className} read"><span class="tick" role="img" aria-label="${label}"><i>${icon}</i></span>
<div class="text"><span class="name" dir="auto">${escapeHtml(row.name)}</span><small class="amounts">${escapeHtml(amountsText(row))}</small></div></li>`
}

function amountsText(row: Row): string {
  const price = money(row.priceCents)
  const amount = money(amountOf(row))
  const isForAll = row.priceFor === 'all' && row.quantityMilli !== 1000
  const parts = [`${measure(row)}${isForAll ? ' for ' : ' × '}${price}`, amount !== price && amount]
  return [...parts, row.waiting && 'not sent yet'].filter(Boolean).join(' · ')
}
