import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { setAddress, setOwnHeaders } from '#app/remix/adapter.ts'
import { hasInit, isData } from '#app/remix/data.ts'
import { type Build, bySegment, withModules, withoutPages } from '#app/remix/serverBuild.ts'
import type { Services } from '#app/services.ts'
import type { Reader } from '#app/words/reader.ts'
import { acceptsJson, CLOSED, closeSignal, drained, mayTake } from './in/requestContext.ts'
import { encodingFor } from './out/compress.ts'
import {
  expectedFailure,
  type Failure,
  failureFrom,
  pageResponse,
  replyTo,
  replyWith,
  textResponse,
} from './out/replies.ts'

/** Every page and action. See docs/decisions/007-remix-in-express.md */
export function pages(build: Build, services: Services, mode: string): RequestHandler[] {
  const handlerOf = (build: Build) =>
    createRequestHandler({ build, getLoadContext: loadContext(services), mode })
  const handlersOf = (change: (build: ServerBuild) => ServerBuild) => {
    if (typeof build !== 'function') return bySegment(change(build), handlerOf)
    const handle = handlerOf(async () => change(await build()))
    return () => handle
  }
  const handlePage = handlersOf(guardRoutes)
  const handleJsonPost = handlersOf((build) => guardRoutes(withoutPages(build)))

  const handle: RequestHandler = async (req, res, next) => {
    const rendering = new AbortController()
    res.locals.rendered = rendering.signal
    const isJsonPost = req.method === 'POST' && acceptsJson(req) && !isData(req.path)
    await (isJsonPost ? handleJsonPost : handlePage)(req.path)(req, res, next)
    rendering.abort(CLOSED)
  }
  return [prepareForRemix, handle]
}

function loadContext(services: Services): GetLoadContextFunction {
  return (req, res) => {
    const { locals } = res
    const { nonce = '', reader, requestId, address, origin, body, uploadError, maxParts, rendered } = locals
    // Only the context keeps it, so that a photo can be released as soon as it is read.
    locals.body = undefined
    return {
      services,
      reader,
      nonce,
      requestId,
      address,
      origin,
      body,
      uploadError,
      maxParts,
      rendered,
      scripted: isData(req.path),
      wantsJson: acceptsJson(req),
      wantsPage: req.headers.accept?.includes('text/html') ?? false,
      contentType: req.headers['content-type'] ?? '',
      encoding: encodingFor(req),
      closed: closeSignal(res),
      drained: () => drained(res),
      mayTake: (ms) => mayTake(res, ms),
      onSent: (listener) => void res.once('finish', listener),
      setCookie: (cookie) => void res.appendHeader('Set-Cookie', cookie),
    }
  }
}

const prepareForRemix: RequestHandler = ({ headers }: Request, res, next) => {
  // checkRequest.ts has checked them, and behind a proxy only BASE_URL knows the public name.
  setAddress(headers, res.locals.origin)
  setOwnHeaders(res)
  next()
}

export function guardRoutes(build: ServerBuild): ServerBuild {
  // The page is the app's, which this file must not import. Remix's type knows none of its entry's other exports.
  const { failurePage = textResponse } = (build.entry?.module ?? {}) as {
    failurePage?: (failure: Failure, reader: Reader) => Response
  }
  return withModules(build, ({ loader, action, default: page, handle, ...module }) => {
    const throwResponse = (failure: Failure, { wantsPage, reader }: AppLoadContext): never => {
      if (page) throw pageResponse(failure)
      throw wantsPage ? failurePage(failure, reader) : textResponse(failure)
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
        ? failureFrom(error, context.services, context, context.reader)
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
  return hasInit(result) ? Response.json(result.data, result.init ?? {}) : Response.json(result)
}

const isDownload = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'download' in handle && handle.download === true

function readOnly(_args: RouteArgs): never {
  throw new DomainError('method-not-allowed', { allowed: ['GET', 'HEAD'] })
}
