import { useMatches } from '@remix-run/react'
import { useRouterState } from '#app/remix/router.ts'
import type { Reader } from '#app/words/reader.ts'
import { useReader } from '#app/words/useWords.ts'

/** What a route exports as `handle`, because Remix's `meta` doesn't know who reads. */
export interface PageHandle<Data = undefined> {
  title(reader: Reader, data: Data): string
  description?(reader: Reader): string
}

export function PageTitle() {
  const reader = useReader()
  const { handle, data } = useMatches().at(-1) ?? {}
  const failed = useRouterState()?.errors
  const { title, description } = (failed ? {} : (handle ?? {})) as Partial<PageHandle<unknown>>
  return (
    <>
      <title>{title?.(reader, data) ?? 'Larder'}</title>
      {description && <meta name="description" content={description(reader)} />}
    </>
  )
}
