import { createContext, type ReactElement, useContext } from 'react'

interface PageContextValue {
  nonce: string
  requestId: string
  /** Server only: whether browsers may keep lists to use without a connection. */
  offline?: boolean
  /** Server only: defers the rendering of a long list's rows, see renderInParts.server.tsx. */
  deferRows?(rows: ReactElement[]): ReactElement
}

/** Facts about the response that components need; the browser reads them from the document. */
export const PageContext = createContext<PageContextValue>({ nonce: '', requestId: '' })

export const usePage = () => useContext(PageContext)
