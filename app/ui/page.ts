import { createContext, useContext } from 'react'

/** What the server knows of one page and the browser reads back from the document. */
export interface PageFacts {
  nonce: string
  requestId: string
}

export const PageContext = createContext<PageFacts>({ nonce: '', requestId: '' })

export const usePage = () => useContext(PageContext)
