import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { ItemRow } from '#app/routes/single-list/ItemRow.tsx'
import type { Row } from '#app/routes/single-list/pending.ts'

const rows: Row[] = Array.from({ length: 50 }, (_, index) => ({
  id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Tomatoes on the vine ${index}`,
  quantityMilli: 1500,
  priceCents: 380 + index,
  completed: index > 40,
  completedAt: 0,
  updatedAt: 1,
}))

const ours = renderToString(
  <ul className="items card" id="items">
    {rows.map((row, index) => (
      <ItemRow
        key={row.id}
        listId="efac3877-17ec-41fa-af80-fc7626e4710a"
        row={row}
        above={rows[index - 1]?.id}
      />
    ))}
  </ul>,
)

interface Tag {
  name: string
  props: Record<string, string | number>
  children: (Tag | string)[]
}

/**
 * The floor of the list page: the very markup of its rows, by React alone. It is taken apart into plain
 * elements, so that the floor says what React needs for it, and not what our way of writing a row saves.
 */
const plain = takenApart(ours)

export const renderRows = (): string => renderToString(built(plain, 0))

if (renderRows() !== ours) throw new Error('The floor is not the markup of the rows.')

function built(node: Tag | string, key: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(
    node.name,
    { ...node.props, key },
    node.children.length ? node.children.map(built) : undefined,
  )
}

/** Reads what React has written, and no other HTML. */
function takenApart(html: string): Tag {
  const top: Tag = { name: '', props: {}, children: [] }
  const open = [top]
  for (const [, close, name, attributes = '', text] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    const around = open.at(-1) ?? top
    if (close) open.pop()
    else if (text !== undefined) around.children.push(unescaped(text))
    else if (name) {
      const tag: Tag = { name, props: propsOf(attributes), children: [] }
      around.children.push(tag)
      if (!attributes.endsWith('/')) open.push(tag)
    }
  }
  return top.children[0] as Tag
}

function propsOf(attributes: string): Tag['props'] {
  const pairs = attributes.matchAll(/([\w-]+)="([^"]*)"/g)
  return Object.fromEntries(
    Array.from(pairs, ([, name, value]) => [name === 'class' ? 'className' : name, unescaped(value ?? '')]),
  )
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
