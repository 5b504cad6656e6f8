import { DomainError } from '#app/domain/errors.ts'

/** Our largest form has six fields, and an upload is one file. */
const MOST_PARTS = 10
/** What names a part; browsers need about 150 bytes. */
const LONGEST_HEAD = 4_096

const TOO_MANY = `A form can have up to ${MOST_PARTS} parts.`
const UNREADABLE = 'The form that arrived cannot be read.'

export function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/form-data\b/i.test(contentType)
}

/**
 * Why a body must not be parsed as multipart, if so. Parsing takes its time with every part and with every
 * byte of their heads, and nobody else is served meanwhile: both are counted before, which takes no time.
 */
export function complaintAbout(body: Buffer, contentType = ''): string | undefined {
  if (body.length === 0 || !isMultipart(contentType)) return undefined
  const boundary = boundaryOf(contentType)
  if (!boundary) return UNREADABLE
  const starts = partsOf(body, boundary)
  if (starts.length > MOST_PARTS) return TOO_MANY
  return starts.every((start) => hasShortHead(body, start)) ? undefined : UNREADABLE
}

/** The fields of a multipart body. */
export async function parseMultipart(body: Buffer, contentType: string): Promise<FormData> {
  const complaint = complaintAbout(body, contentType)
  if (complaint) throw new DomainError('invalid', complaint)
  // With the boundary as it was read here, so that the parser cannot count other parts.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundaryOf(contentType)}"` }
  try {
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch (cause) {
    throw new DomainError('invalid', UNREADABLE, { cause })
  }
}

/** Where the parts begin: at every boundary at the start of a line, but for the one that ends the body. */
function partsOf(body: Buffer, boundary: string): number[] {
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const starts: number[] = []
  // The first boundary may have no line before it.
  let at = body.subarray(0, line.length - 2).equals(line.subarray(2)) ? -2 : body.indexOf(line)
  while (at !== -1 && starts.length <= MOST_PARTS) {
    const start = at + line.length
    if (body.toString('latin1', start, start + 2) === '--') break
    starts.push(start)
    at = body.indexOf(line, start)
  }
  return starts
}

function hasShortHead(body: Buffer, start: number): boolean {
  return body.subarray(start, start + LONGEST_HEAD).includes('\r\n\r\n')
}

/** RFC 2046: 1 to 70 of these characters. */
function boundaryOf(contentType: string): string | undefined {
  const said = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType)
  const boundary = said?.[1] ?? said?.[2] ?? ''
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}
