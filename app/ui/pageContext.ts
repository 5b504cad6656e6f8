import { createContext, type ReactElement, useContext } from 'react'

interface PageContextValue {
  nonce: string
  requestId: string
  offline?: boolean
  /** Server only, on a first visit: these are in the page, and the stylesheet comes later. */
  styles?: string
  /** Server only, on a first visit of a list. */
  script?: string
  /** Server only: the files with the texts of another language than English. */
  texts?: { hasAll: boolean; files: string[] }
  /** Server only: renders rows after the page, see renderInParts.server.tsx. */
  deferRows?(rows: ReactElement[]): ReactElement
}

export const PageContext = createContext<PageContextValue>({ nonce: '', requestId: '' })

export const usePage = () => useContext(PageContext)
