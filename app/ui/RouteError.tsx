import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { reloadIfOutdated } from '#app/browser/loadedDocument.ts'
import { isNetworkError } from '#app/browser/networkError.ts'
import { probe } from '#app/browser/serverReachable.ts'
import { ErrorPage, NO_ANSWER } from './ErrorPage.tsx'
import { usePage } from './pageContext.ts'

export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError()
  const { requestId } = usePage()
  const [isAnswered, setAnswered] = useState(import.meta.env.SSR || !(error instanceof TypeError))
  useEffect(() => {
    if (!isRouteErrorResponse(error)) void reloadIfOutdated()
    if (isNetworkError(error)) void probe().then(setAnswered)
  }, [error])
  const { status, data } = isRouteErrorResponse(error)
    ? error
    : { status: isAnswered ? 500 : NO_ANSWER, data: undefined }
  const { code, sentence }: Record<string, unknown> = data ?? {}
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
