import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { isNetworkError } from './browser/networkError.ts'
import { ErrorPage, NO_ANSWER } from './ErrorPage.tsx'
import { usePage } from './page.ts'

export function RouteError({ children }: { children?: ReactNode }) {
  const error = useRouteError()
  const { requestId } = usePage()
  if (!isRouteErrorResponse(error)) {
    return (
      <ErrorPage status={isNetworkError(error) ? NO_ANSWER : 500} requestId={requestId}>
        {children}
      </ErrorPage>
    )
  }
  const { code, sentence }: Record<string, unknown> = error.data ?? {}
  return (
    <ErrorPage
      status={error.status}
      requestId={requestId}
      code={typeof code === 'string' ? code : undefined}
      sentence={typeof sentence === 'string' ? sentence : undefined}
    >
      {children}
    </ErrorPage>
  )
}
