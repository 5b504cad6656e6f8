import { useRouteLoaderData } from '@remix-run/react'
import type { Flash } from '#app/domain/flashes.ts'

/** What the root loader read of the earlier action, and an id for the next one. */
type PageFlash = Flash & { id: string; nextId: string }

export const useFlash = (): PageFlash | undefined => useRouteLoaderData<{ flash?: PageFlash }>('root')?.flash
