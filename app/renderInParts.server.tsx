import { setImmediate as nextTick } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Rows per part; one part takes a few milliseconds. */
const PART = 50
const PLACEHOLDER = '<template data-rows="later"></template>'

const Rows = ({ rows }: { rows: ReactElement[] }) => <>{rows}</>

/** Keeps the event loop free: see docs/decisions/065-render-long-lists-in-parts.md */
export function createDeferredRows() {
  const deferred: ReactElement[][] = []

  return {
    /** Returns the rows themselves, or a placeholder if there are many. Rows can't use hooks or context of the page. */
    defer(rows: ReactElement[]): ReactElement {
      if (rows.length <= PART) return <>{rows}</>
      deferred.push(rows)
      return <template data-rows="later" />
    },

    async renderInto(page: string, gone: AbortSignal): Promise<string> {
      const [before = '', ...rest] = page.split(PLACEHOLDER)
      let html = before
      for (const [index, after] of rest.entries()) {
        const rows = deferred[index] ?? []
        for (let start = 0; start < rows.length && !gone.aborted; start += PART) {
          await nextTick()
          html += renderToString(<Rows rows={rows.slice(start, start + PART)} />)
        }
        html += after
      }
      return html
    },
  }
}
