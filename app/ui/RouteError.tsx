import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { reloadIfOutdated } from '#app/browser/loadedDocument.ts'
import { isNetworkError } from '#app/browser/networkError.ts'
import { lastReach, probe } from '#app/browser/serverReachable.ts'
import { OTHERS, type Reach } from '#app/offline/keptDocument.ts'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { ErrorPage, NO_ANSWER } from './ErrorPage.tsx'
import { usePage } from './pageContext.ts'

export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError()
  const { requestId } = usePage()
  const { unreachedSafe } = useWords(offline)
  const [reach, setReach] = useState<Reach>(import.meta.env.SSR || !(error instanceof TypeError))
  useEffect(() => {
    if (!isRouteErrorResponse(error)) void reloadIfOutdated()
    if (isNetworkError(error)) void probe().then(() => setReach(lastReach()))
  }, [error])
  const { status, data } = isRouteErrorResponse(error)
    ? error
    : { status: reach ? 500 : NO_ANSWER, data: reach === OTHERS && { sentence: unreachedSafe } }
  const { code, sentence }: Record<string, unknown> = data || {}
  return (
    <ErrorPage
      status={status}
      requestId={requestId}
      code={typeof code === 'string' ? code : undefined}
      sentence={typeof sentence === 'string' ? sentence : undefined}
    >
      {children}
    </ErrorPage>
  )
}
