import type { Response } from 'express'

// What @remix-run/express does to requests and responses: docs/decisions/007-remix-in-express.md has the list.

/**
 * It takes the address of a request from these headers, compares them and answers 500 where they differ. If it takes it
 * from elsewhere, forms are refused behind a proxy.
 */
export function setAddress(headers: Record<string, string | string[] | undefined>, origin: string): void {
  delete headers['x-forwarded-host']
  headers.host = origin.slice(origin.indexOf('//') + 2)
  if (headers.origin !== undefined) headers.origin = origin
}

/** Remix's adapter appends headers and flushes after each chunk. If it no longer does, these two can go. */
export function setOwnHeaders(res: Response): void {
  res.append = setOwn
  // A page is one chunk, and streams are never compressed.
  res.flush = () => {}
}

/** A route's own header, such as a receipt's Cache-Control, must replace the default. */
function setOwn(this: Response, name: string, value: string | string[] = ''): Response {
  return name === 'set-cookie' ? this.appendHeader(name, value) : this.setHeader(name, value)
}
