import type { IncomingMessage, ServerResponse } from 'node:http'
import { accepts, WORTH_COMPRESSING } from './compress.ts'

// The one way to send a complete body. Express's `res.json` and `res.send` negotiate and look up settings we
// don't use, which takes longer than reading a list of 50 items.

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  send(res, status, JSON_TYPE, JSON.stringify(value))
}

/** Sends what is ready, or 304 if the client has it. */
export async function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes, etag, brotli }: { bytes: Buffer; etag: string; brotli(): Promise<Buffer> },
): Promise<void> {
  res.setHeader('ETag', etag)
  // Without the W/: for a GET, weak and strong tags are the same.
  if (req.headers['if-none-match']?.includes(etag.slice(2))) {
    res.statusCode = 304
    res.end()
  } else if (bytes.length >= WORTH_COMPRESSING && accepts(req, 'br')) {
    const compressed = await brotli()
    res.setHeader('Content-Encoding', 'br')
    send(res, 200, JSON_TYPE, compressed)
  } else send(res, 200, JSON_TYPE, bytes)
}

export function sendText(res: ServerResponse, status: number, text: string): void {
  send(res, status, 'text/plain; charset=utf-8', text)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function send(res: ServerResponse, status: number, type: string, body: string | Buffer) {
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(body)
}
