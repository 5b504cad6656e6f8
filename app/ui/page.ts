import { createContext, type ReactElement, useContext } from 'react'

/** What the server knows of one page and the browser reads back from the document. */
export interface PageFacts {
  nonce: string
  requestId: string
  /** Only on the server: draws the rows of a long list later, see renderInParts.server.tsx. */
  rows?(rows: ReactElement[]): ReactElement
}

export const PageContext = createContext<PageFacts>({ nonce: '', requestId: '' })

export const usePage = () => useContext(PageContext)
