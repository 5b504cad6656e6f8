import { type ContextType, useContext } from 'react'
import { UNSAFE_DataRouterContext, UNSAFE_DataRouterStateContext } from 'react-router-dom'

// Remix's own hooks give neither. If these contexts go, Larder doesn't compile.

export type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router']

/** To reload once the router rests: useRevalidator cancels what is loading, and doesn't say when the data is there. */
export const useRouter = (): Router | undefined => useContext(UNSAFE_DataRouterContext)?.router

/** What the router has under way, and whether the page failed, from the same moment as the page's data. */
export const useRouterState = () => useContext(UNSAFE_DataRouterStateContext)
