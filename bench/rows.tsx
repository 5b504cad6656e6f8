import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Row } from '#app/acts/row.ts'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import { ItemRow } from '#app/routes/single-list/ItemRow.tsx'
import { accessByAccount } from '#app/ui/listAccess.ts'
import { ENGLISH } from '#app/words/reader.ts'

const LIST_ID = 'efac3877-17ec-41fa-af80-fc7626e4710a'

const rows: Row[] = Array.from({ length: 50 }, (_, index) => ({
  ...EMPTY_ITEM,
  id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Tomatoes on the vine ${index}`,
  quantityMilli: 1500,
  priceCents: 380 + index,
  priceRemembered: false,
  priceGuessed: false,
  completed: index > 40,
  completedAt: 0,
  updatedAt: 1,
}))

const expected = renderToString(
  <ul className="items card" id="items">
    {rows.map((row) => (
      <ItemRow key={row.id} reader={ENGLISH} access={accessByAccount('user', LIST_ID, 'owner')} row={row} />
    ))}
  </ul>,
)

interface Tag {
  name: string
  props: Record<string, string | number>
  children: (Tag | string)[]
}

// The baseline for the list page: React renders the same markup from plain elements, without our components.
const parsed = parseHtml(expected)

export const renderRows = (): string => renderToString(toElement(parsed, 0))

if (renderRows() !== expected) throw new Error('The baseline differs from the markup of the rows.')

function toElement(node: Tag | string, key: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(
    node.name,
    { ...node.props, key },
    node.children.length ? node.children.map(toElement) : undefined,
  )
}

function parseHtml(html: string): Tag {
  const top: Tag = { name: '', props: {}, children: [] }
  const open = [top]
  for (const [, close, name, attributes = '', text] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1) ?? top
    if (close) open.pop()
    else if (text !== undefined) parent.children.push(unescapeHtml(text))
    else if (name) {
      const tag: Tag = { name, props: propsOf(attributes), children: [] }
      parent.children.push(tag)
      if (!attributes.endsWith('/')) open.push(tag)
    }
  }
  return top.children[0] as Tag
}

function propsOf(attributes: string): Tag['props'] {
  const pairs = attributes.matchAll(/([\w-]+)="([^"]*)"/g)
  return Object.fromEntries(
    Array.from(pairs, ([, name, value]) => [
      name === 'class' ? 'className' : name,
      unescapeHtml(value ?? ''),
    ]),
  )
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
