import { sendJson, sendText } from './send.ts'
import type { Answer, Asking } from './stages.ts'

/** An answer from in front of the pages: one sentence, as JSON to programs and as text to people. */
export function refuse(req: Asking, res: Answer, status: number, sentence: string): void {
  if (res.headersSent) res.destroy()
  else if (req.originalUrl.startsWith('/api/')) sendJson(res, status, { msg: sentence })
  else sendText(res, status, `${sentence}\n`)
}
