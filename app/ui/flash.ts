import { useRouteLoaderData } from '@remix-run/react'
import type { Flash } from '#app/domain/flashes.ts'

type PageFlash = Flash & { id: string; nextId: string }

export const useFlash = (): PageFlash | undefined => useRouteLoaderData<{ flash?: PageFlash }>('root')?.flash
