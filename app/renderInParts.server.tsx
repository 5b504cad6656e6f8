import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** Takes a few milliseconds. */
const PART = 50
const PLACE = '<template data-rows="later"></template>'

const Rows = ({ rows }: { rows: ReactElement[] }) => <>{rows}</>

/**
 * Draws a page whose long list would keep the process from everything else: the page first, with a place in
 * it for the rows, and then the rows, some at a time, with a turn for others in between. What comes out is
 * the same. See docs/decisions/065-render-long-lists-in-parts.md
 */
export function createParts() {
  let rows: ReactElement[] = []

  return {
    /** What a list puts in the place of its rows. They may not use hooks or contexts of the page. */
    rows(wanted: ReactElement[]): ReactElement {
      if (wanted.length <= PART) return <>{wanted}</>
      rows = wanted
      return <template data-rows="later" />
    },

    async fill(page: string, gone: AbortSignal): Promise<Buffer[]> {
      const [before = '', after] = page.split(PLACE)
      if (after === undefined) return [Buffer.from(page)]
      const parts = [Buffer.from(before)]
      for (let at = 0; at < rows.length && !gone.aborted; at += PART) {
        await nextTurn()
        parts.push(Buffer.from(renderToString(<Rows rows={rows.slice(at, at + PART)} />)))
      }
      parts.push(Buffer.from(after))
      return parts
    },
  }
}
