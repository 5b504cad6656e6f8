import { useMemo } from 'react'
import { useRouterState } from '#app/remix/router.ts'

/** From the same moment as the data: see docs/decisions/077-requests-of-the-same-moment.md. */
export function useRequests() {
  const state = useRouterState()
  return useMemo(() => [...(state?.fetchers.values() ?? [])], [state])
}

/** Whether something is being sent or loaded. */
export function useIsBusy(): boolean {
  const state = useRouterState()
  if (!state) return false
  const { navigation, revalidation, fetchers } = state
  return (
    revalidation === 'loading' || [navigation, ...fetchers.values()].some(({ state }) => state !== 'idle')
  )
}
