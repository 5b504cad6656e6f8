import { useRouterState } from '#app/remix/router.ts'

/** Whether Remix loads or sends something. */
export function useIsBusy(): boolean {
  const state = useRouterState()
  if (!state) return false
  const { navigation, revalidation, fetchers } = state
  return (
    revalidation === 'loading' || [navigation, ...fetchers.values()].some(({ state }) => state !== 'idle')
  )
}
