import { setImmediate as nextTick } from 'node:timers/promises'
import { type ReactElement, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { useRouterContexts } from '#app/remix/contexts.server.tsx'
import { ReaderContext } from '#app/words/useWords.ts'
import { createKeptRows, isItemRow } from './keptRows.server.ts'

/** Rows that are rendered with their page, which takes a millisecond or two. Longer lists follow in parts. */
const MAX_AT_ONCE = 75
const PART = 25
const PLACEHOLDER = '<template data-rows="later"></template>'
const BETWEEN = '<template data-rows="next"></template>'
const KEPT_CHARS = 2_000_000

const keptRows = createKeptRows(KEPT_CHARS)

interface Deferred {
  rows: ReactElement[]
  /** Gives rows what they find around them in the page. */
  within(rows: ReactElement[]): ReactElement
}

const Rows = ({ rows }: { rows: ReactElement[] }) => <>{rows}</>

/** Links, forms and data need the router's contexts, texts their language. */
function Later({ rows, onRender }: { rows: ReactElement[]; onRender(deferred: Deferred): void }) {
  const reader = useContext(ReaderContext)
  const inRouter = useRouterContexts()
  const within = (part: ReactElement[]) => (
    <ReaderContext.Provider value={reader}>{inRouter(<Rows rows={part} />)}</ReaderContext.Provider>
  )
  onRender({ rows, within })
  return <template data-rows="later" />
}

/** Keeps the event loop free: see docs/decisions/065-render-long-lists-in-parts.md */
export function createDeferredRows(kept = keptRows) {
  const deferred: Deferred[] = []

  return {
    /** Returns the rows themselves, or a placeholder if there are many. Rows can't use the page's own contexts. */
    defer(rows: ReactElement[]): ReactElement {
      if (rows.length <= MAX_AT_ONCE && !rows.some(isItemRow)) return <Rows rows={rows} />
      return <Later rows={rows} onRender={(found) => deferred.push(found)} />
    },

    /** As bytes: the text that React has put together from thousands of pieces would outlive several collections. */
    async renderInto(page: string, gone: AbortSignal): Promise<Buffer<ArrayBuffer>> {
      const [before = '', ...rest] = page.split(PLACEHOLDER)
      const html = [Buffer.from(before)]
      for (const [index, after] of rest.entries()) {
        const { rows, within } = deferred[index] as Deferred
        const render = (part: ReactElement[]) =>
          renderToString(
            within(part.flatMap((row) => [row, <template key={`after ${row.key}`} data-rows="next" />])),
          ).split(BETWEEN)
        const size = rows.length <= MAX_AT_ONCE ? MAX_AT_ONCE : PART
        for (let start = 0; start < rows.length && !gone.aborted; start += size) {
          if (size === PART) await nextTick()
          html.push(Buffer.from(kept.htmlOf(rows.slice(start, start + size), render)))
        }
        html.push(Buffer.from(after))
      }
      return Buffer.concat(html)
    },
  }
}
