import { DomainError } from '#app/domain/errors.ts'

const MAX_PARTS = 10
/** The headers of a part; browsers need about 150 bytes. */
const MAX_HEADERS = 4_096

export function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/form-data\b/i.test(contentType)
}

/**
 * Throws when a multipart body is not worth parsing. The parser is slow with many parts and with long part
 * headers, and it blocks all other requests; counting first is fast.
 */
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

function hasShortHeaders(body: Buffer, start: number): boolean {
  return body.subarray(start, start + MAX_HEADERS).includes('\r\n\r\n')
}

function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}
