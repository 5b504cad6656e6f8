import type { ServerResponse } from 'node:http'

// The one way to send a complete body. Express's `res.json` and `res.send` negotiate and look up settings we
// don't use, which takes longer than reading a list of 50 items.

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  send(res, status, 'application/json; charset=utf-8', JSON.stringify(value))
}

export function sendText(res: ServerResponse, status: number, text: string): void {
  send(res, status, 'text/plain; charset=utf-8', text)
}

function send(res: ServerResponse, status: number, type: string, text: string) {
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}
