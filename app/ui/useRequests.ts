import { useContext, useMemo } from 'react'
import { type Fetcher, UNSAFE_DataRouterStateContext } from 'react-router-dom'

export type Request = Fetcher & { key: string }

/**
 * The requests under way, as of the same moment as the data from the loaders. `useFetchers` reads a map that the
 * router changes before React renders the new data: on slow phones, a new row disappeared for a moment.
 */
export function useRequests(): Request[] {
  const state = useContext(UNSAFE_DataRouterStateContext)
  return useMemo(() => Array.from(state?.fetchers ?? [], ([key, fetcher]) => ({ ...fetcher, key })), [state])
}
