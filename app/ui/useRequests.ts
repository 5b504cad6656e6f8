import { useContext, useMemo } from 'react'
import { type Fetcher, UNSAFE_DataRouterStateContext } from 'react-router-dom'

export type Request = Fetcher & { key: string }

/** The requests under way, as of the same moment as the data: see docs/decisions/077-requests-of-the-same-moment.md. */
export function useRequests(): Request[] {
  const state = useContext(UNSAFE_DataRouterStateContext)
  return useMemo(() => Array.from(state?.fetchers ?? [], ([key, fetcher]) => ({ ...fetcher, key })), [state])
}
