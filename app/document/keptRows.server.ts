import type { ReactElement } from 'react'
import { isLink } from '#app/acts/act.ts'
import type { Row } from '#app/acts/row.ts'
import { isId } from '#app/domain/ids.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'
import type { Reader } from '#app/words/reader.ts'

/** Of ItemRow and ReadRow. */
interface RowProps {
  access: ListAccess
  reader: Reader
  row: Row
  failure?: string | undefined
}

/** A row's HTML: what is between its ids, and in each of these what is between those of its list. */
type Template = string[][]

export const isItemRow = (element: ReactElement): element is ReactElement<RowProps> =>
  'row' in element.props && 'access' in element.props

/** What tells a row's list in its HTML: its id, or the path of its link. */
const placeOf = ({ account, listID }: ListAccess) => (isLink(account) ? account : listID)

/**
 * Rows that look the same share their HTML, on any list: their ids are put in. All else that a row reads is in its key:
 * docs/decisions/110-rows-are-rendered-once.md
 */
export function createKeptRows(maxChars: number) {
  let recent = new Map<string, Template>()
  let older = new Map<string, Template>()
  let chars = 0

  function find(key: string): Template | undefined {
    const found = recent.get(key)
    if (found) return found
    const again = older.get(key)
    if (again) keep(key, again)
    return again
  }

  function keep(key: string, template: Template) {
    recent.set(key, template)
    chars += key.length + template.flat().join('').length
    if (chars <= maxChars / 2) return
    older = recent
    recent = new Map()
    chars = 0
  }

  function keepFrom(html: string, key: string, { access, row }: RowProps) {
    const place = placeOf(access)
    const isTyped = key.includes(row.id) || key.includes(place)
    if (!isTyped)
      keep(
        key,
        html.split(row.id).map((part) => part.split(place)),
      )
  }

  function known(key: string, { access, row }: RowProps): string | undefined {
    const place = placeOf(access)
    return find(key)
      ?.map((parts) => parts.join(place))
      .join(row.id)
  }

  return {
    /** How many are kept. */
    size: () => recent.size + older.size,

    /** Renders only those that aren't known. */
    htmlOf(rows: ReactElement[], render: (rows: ReactElement[]) => string[]): string {
      const keyOf = createKeys()
      const keys = rows.map(keyOf)
      const html = rows.map(({ props }, at) => {
        const key = keys[at]
        return key && known(key, props)
      })
      const missing = [...rows.keys()].filter((at) => html[at] === undefined)
      if (missing.length === 0) return html.join('')
      const rendered = render(rows.filter((_row, at) => html[at] === undefined))
      missing.forEach((at, n) => {
        const [key, row, text = ''] = [keys[at], rows[at], rendered[n]]
        html[at] = text
        if (key && row) keepFrom(text, key, row.props)
      })
      return html.join('')
    },
  }
}

const components: ReactElement['type'][] = []

function nameOf(component: ReactElement['type']): number {
  if (!components.includes(component)) components.push(component)
  return components.indexOf(component)
}

/** None where ids can't be told from text. The rows of a page share their access and their reader. */
function createKeys() {
  let last: Pick<RowProps, 'access' | 'reader'> | undefined
  let around = ''
  return (element: ReactElement): string | undefined => {
    if (!isItemRow(element)) return undefined
    const { access, reader, row, failure } = element.props
    if (last?.access !== access || last.reader !== reader) {
      const { rooms, loadOthers, ...choices } = reader
      around = JSON.stringify([isLink(access.account), access.currency, access.ownerName, choices])
      last = { access, reader }
    }
    const { id, completedAt, updatedAt, aisle, ...shown } = row
    return isId(id) ? `${nameOf(element.type)}${around}${JSON.stringify([failure, shown])}` : undefined
  }
}
