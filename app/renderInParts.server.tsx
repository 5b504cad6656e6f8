import { setImmediate as nextTick } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Rows per part; one part takes a few milliseconds. */
const PART = 50
const PLACEHOLDER = '<template data-rows="later"></template>'

const Rows = ({ rows }: { rows: ReactElement[] }) => <>{rows}</>

/**
 * Renders a page with a long list without blocking the event loop: first the page with a placeholder for the
 * rows, then the rows in parts. The HTML is the same as in one piece. See docs/decisions/065-render-long-lists-in-parts.md
 */
export function createDeferredRows() {
  let deferred: ReactElement[] = []

  return {
    /** Returns the rows themselves, or a placeholder if there are many. Rows can't use hooks or context of the page. */
    defer(rows: ReactElement[]): ReactElement {
      if (rows.length <= PART) return <>{rows}</>
      deferred = rows
      return <template data-rows="later" />
    },

    /** Replaces the placeholder in the page. */
    async renderInto(page: string, gone: AbortSignal): Promise<Buffer[]> {
      const [before = '', after] = page.split(PLACEHOLDER)
      if (after === undefined) return [Buffer.from(page)]
      const parts = [Buffer.from(before)]
      for (let start = 0; start < deferred.length && !gone.aborted; start += PART) {
        await nextTick()
        parts.push(Buffer.from(renderToString(<Rows rows={deferred.slice(start, start + PART)} />)))
      }
      parts.push(Buffer.from(after))
      return parts
    },
  }
}
