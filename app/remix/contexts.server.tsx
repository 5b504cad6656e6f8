import { type ReactNode, useContext } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_DataRouterStateContext as DataRouterState,
  UNSAFE_LocationContext as Location,
  UNSAFE_NavigationContext as Navigation,
  UNSAFE_RouteContext as Route,
} from 'react-router-dom'

/**
 * Puts what is rendered later into the place of this component, so that its links, forms and data work. If one of these
 * contexts goes, Larder doesn't compile; if one is added, a page with more than 75 rows fails.
 */
export function useRouterContexts(): (children: ReactNode) => ReactNode {
  const router = useContext(DataRouter)
  const state = useContext(DataRouterState)
  const navigation = useContext(Navigation)
  const location = useContext(Location)
  const route = useContext(Route)
  return (children) => (
    <DataRouter.Provider value={router}>
      <DataRouterState.Provider value={state}>
        <Navigation.Provider value={navigation}>
          <Location.Provider value={location}>
            <Route.Provider value={route}>{children}</Route.Provider>
          </Location.Provider>
        </Navigation.Provider>
      </DataRouterState.Provider>
    </DataRouter.Provider>
  )
}
