import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { reloadIfOutdated } from './browser/loadedDocument.ts'
import { isNetworkError } from './browser/networkError.ts'
import { ErrorPage, NO_ANSWER } from './ErrorPage.tsx'
import { usePage } from './pageContext.ts'

export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError()
  const { requestId } = usePage()
  useEffect(() => {
    if (!isRouteErrorResponse(error)) void reloadIfOutdated()
  }, [error])
  const { status, data } = isRouteErrorResponse(error)
    ? error
    : { status: isNetworkError(error) ? NO_ANSWER : 500, data: undefined }
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
