import { setImmediate as nextTick } from 'node:timers/promises'
import { type ReactElement, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import {
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_DataRouterStateContext as DataRouterState,
  UNSAFE_LocationContext as Location,
  UNSAFE_NavigationContext as Navigation,
  UNSAFE_RouteContext as Route,
} from 'react-router-dom'
import { ReaderContext } from '#app/words/useWords.ts'

/** Rows that are rendered with their page, which takes a millisecond or two. Longer lists follow in parts. */
const MAX_AT_ONCE = 75
const PART = 25
const PLACEHOLDER = '<template data-rows="later"></template>'

interface Deferred {
  rows: ReactElement[]
  /** Gives rows what they find around them in the page. */
  within(rows: ReactElement[]): ReactElement
}

const Rows = ({ rows }: { rows: ReactElement[] }) => <>{rows}</>

/** Links, forms and data need the router's contexts, texts their language. */
function Later({ rows, onRender }: { rows: ReactElement[]; onRender(deferred: Deferred): void }) {
  const router = useContext(DataRouter)
  const state = useContext(DataRouterState)
  const navigation = useContext(Navigation)
  const location = useContext(Location)
  const route = useContext(Route)
  const reader = useContext(ReaderContext)
  const within = (part: ReactElement[]) => (
    <DataRouter.Provider value={router}>
      <DataRouterState.Provider value={state}>
        <Navigation.Provider value={navigation}>
          <Location.Provider value={location}>
            <Route.Provider value={route}>
              <ReaderContext.Provider value={reader}>
                <Rows rows={part} />
              </ReaderContext.Provider>
            </Route.Provider>
          </Location.Provider>
        </Navigation.Provider>
      </DataRouterState.Provider>
    </DataRouter.Provider>
  )
  onRender({ rows, within })
  return <template data-rows="later" />
}

/** Keeps the event loop free: see docs/decisions/065-render-long-lists-in-parts.md */
export function createDeferredRows() {
  const deferred: Deferred[] = []

  return {
    /** Returns the rows themselves, or a placeholder if there are many. Rows can't use the page's own contexts. */
    defer(rows: ReactElement[]): ReactElement {
      if (rows.length <= MAX_AT_ONCE) return <Rows rows={rows} />
      return <Later rows={rows} onRender={(found) => deferred.push(found)} />
    },

    /** As bytes: the text that React has put together from thousands of pieces would outlive several collections. */
    async renderInto(page: string, gone: AbortSignal): Promise<Buffer<ArrayBuffer>> {
      const [before = '', ...rest] = page.split(PLACEHOLDER)
      const html = [Buffer.from(before)]
      for (const [index, after] of rest.entries()) {
        const { rows, within } = deferred[index] as Deferred
        for (let start = 0; start < rows.length && !gone.aborted; start += PART) {
          await nextTick()
          html.push(Buffer.from(renderToString(within(rows.slice(start, start + PART)))))
        }
        html.push(Buffer.from(after))
      }
      return Buffer.concat(html)
    },
  }
}
