import { DomainError } from '#app/domain/errors.ts'

const MAX_PARTS = 10
const MAX_HEADERS = 4_096

export const isMultipart = (contentType: string) => /^\s*multipart\/form-data\b/i.test(contentType)

/** The parser is slow with many parts and long part headers, and blocks other requests; counting first is fast. */
export function checkMultipart(body: Buffer, contentType = ''): void {
  if (body.length === 0 || !isMultipart(contentType)) return
  const boundary = boundaryOf(contentType)
  if (!boundary) throw new DomainError('bad-form')
  const parts = findParts(body, boundary)
  if (parts.length > MAX_PARTS) throw new DomainError('too-many-parts', { max: MAX_PARTS })
  if (!parts.every((start) => hasShortHeaders(body, start))) throw new DomainError('bad-form')
}

export async function parseMultipart(body: Buffer, contentType: string): Promise<FormData> {
  checkMultipart(body, contentType)
  // With the boundary as we read it, so that the parser finds the same parts.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundaryOf(contentType)}"` }
  try {
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch (cause) {
    throw new DomainError('bad-form', {}, { cause })
  }
}

/** Parts start at each boundary that begins a line, except the last, which closes the body. */
function findParts(body: Buffer, boundary: string): number[] {
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const starts: number[] = []
  let at = body.subarray(0, line.length - 2).equals(line.subarray(2)) ? -2 : body.indexOf(line)
  while (at !== -1 && starts.length <= MAX_PARTS) {
    const start = at + line.length
    if (body.toString('latin1', start, start + 2) === '--') break
    starts.push(start)
    at = body.indexOf(line, start)
  }
  return starts
}

const hasShortHeaders = (body: Buffer, start: number) =>
  body.subarray(start, start + MAX_HEADERS).includes('\r\n\r\n')

function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}
