import type { AppLoadContext, data, ServerBuild } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { type Failure, failureFrom, pageResponse, replyTo, textResponse } from './failures.ts'
import { expectedFailure, replyWith } from './replies.ts'

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

export function guardRoutes(build: ServerBuild): ServerBuild {
  // The page is the app's, which this file must not import. Remix's type knows none of its entry's other exports.
  const { failurePage = textResponse } = (build.entry?.module ?? {}) as {
    failurePage?: (failure: Failure) => Response
  }
  return withModules(build, ({ loader, action, default: page, handle, ...module }) => {
    const throwResponse = (failure: Failure, { wantsPage }: AppLoadContext): never => {
      if (page) throw pageResponse(failure)
      throw wantsPage ? failurePage(failure) : textResponse(failure)
    }
    return {
      ...module,
      ...(page && { default: page }),
      ...(handle !== undefined && { handle }),
      ...(loader && { loader: guardLoader(loader, throwResponse, isDownload(handle)) }),
      ...(action && { action: guardAction(action, throwResponse) }),
      // Remix would log a POST here as an error of ours.
      ...(!action && !page && { action: guardAction(readOnly, textResponse) }),
    }
  })
}

/** After a POST to a route with a page, Remix responds with the page, whatever the client accepts. */
export const withoutPages = (build: ServerBuild): ServerBuild =>
  withModules(build, (module) => ({ ...module, default: undefined, ErrorBoundary: undefined }))

function withModules(build: ServerBuild, change: (module: RouteModule) => RouteModule): ServerBuild {
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    routes[id] = route && { ...route, module: change(route.module) }
  }
  return { ...build, routes }
}

type RouteArgs = { context: AppLoadContext }

type OnFailure<Result> = (failure: Failure, context: AppLoadContext) => Result

function guardLoader<Args extends RouteArgs, Result>(
  loader: (args: Args) => Result,
  onFailure: OnFailure<never>,
  isDownload: boolean,
) {
  return async (args: Args) => {
    try {
      // As data for our script, Remix would read a whole file into memory as text.
      if (isDownload && args.context.scripted) throw new DomainError('not-found')
      return await loader(args)
    } catch (error) {
      return onFailure(expectedFailure(args.context, error), args.context)
    }
  }
}

function guardAction<Args extends RouteArgs, Result, Failed>(
  action: (args: Args) => Result,
  onFailure: OnFailure<Failed>,
) {
  return async (args: Args) => {
    const { context } = args
    try {
      const result = await action(args)
      return context.wantsJson ? toJson(result) : result
    } catch (error) {
      const failure = isBugForProgram(context, error)
        ? failureFrom(error, context.services, context)
        : expectedFailure(context, error)
      // A thrown response would make our script replace the whole page.
      if (!context.scripted && !context.wantsJson) return onFailure(failure, context)
      return replyWith(context, replyTo(failure), {
        status: failure.status,
        headers: new Headers(failure.headers),
      })
    }
  }
}

const isBugForProgram = ({ wantsJson, closed }: AppLoadContext, error: unknown) =>
  wantsJson && error instanceof Error && !closed.aborted

function toJson(result: unknown): Response {
  if (result instanceof Response) return result
  return isData(result) ? Response.json(result.data, result.init ?? {}) : Response.json(result)
}

type Data = ReturnType<typeof data<unknown>>

const isData = (result: unknown): result is Data =>
  typeof result === 'object' && result !== null && 'type' in result && 'init' in result

const isDownload = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'download' in handle && handle.download === true

function readOnly(_args: RouteArgs): never {
  throw new DomainError('method-not-allowed', { allowed: ['GET', 'HEAD'] })
}
