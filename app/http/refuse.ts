import type { Request, Response } from 'express'
import { sendJson } from './sendJson.ts'

/** An answer from in front of the pages: one sentence, as JSON to programs and as text to people. */
export function refuse(req: Request, res: Response, status: number, sentence: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  if (req.originalUrl.startsWith('/api/')) sendJson(res, status, { msg: sentence })
  else res.status(status).type('text/plain').send(`${sentence}\n`)
}
