import type { Request, Response } from 'express'

/** An answer from in front of the pages: one sentence, as JSON to programs and as text to people. */
export function refuse(req: Request, res: Response, status: number, sentence: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.status(status)
  if (req.originalUrl.startsWith('/api/')) res.json({ msg: sentence })
  else res.type('text/plain').send(`${sentence}\n`)
}
