import type { IncomingMessage } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'
import { DomainError } from '#app/domain/errors.ts'
import { SECOND } from '#app/domain/time.ts'

const KB = 1000
const FORM_LIMIT = 64 * KB
const JSON_LIMIT = 100 * KB
/**
 * Browsers show our response only after sending all of their request, so the rest is read and dropped. If nginx can't
 * send all of it, it takes this server for broken: more than this, it refuses itself (deploy/nginx.conf).
 */
export const DISCARD_LIMIT = 100_000 * KB
/** The longest form is a preview of 200 lines, each with a checkbox. Parsing thousands of fields would block the server. */
export const MAX_FIELDS = 450

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']
const API_TYPES = ['application/json', 'text/plain', ...FORM_TYPES]

export function hasContentType({ headers }: IncomingMessage, ...types: string[]): boolean {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return types.includes(type.trim().toLowerCase())
}

/** Reads the whole body first, so that its size is limited and an incomplete one never reaches an action. */
export const readBody: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  const max = hasContentType(req, 'application/json', 'text/plain') ? JSON_LIMIT : FORM_LIMIT
  const chunks: Buffer[] = []
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > max) return fail(new DomainError('body-too-large', { max }))
    chunks.push(chunk)
  }
  const onEnd = () => {
    const body = Buffer.concat(chunks)
    try {
      checkBody(req, body)
    } catch (error) {
      return fail(error)
    }
    res.locals.body = body
    next()
  }
  function fail(error: unknown) {
    req.off('data', onData).off('end', onEnd)
    discardRest(req, size, () => next(error))
  }
  req.once('error', () => res.destroy())
  if (Number(req.headers['content-length'] ?? 0) > max)
    return fail(new DomainError('body-too-large', { max }))
  req.on('data', onData).once('end', onEnd)
}

function checkBody(req: Request, body: Buffer): void {
  if (body.length === 0) return
  const allowed = req.originalUrl.startsWith('/api/') ? API_TYPES : FORM_TYPES
  const encoding = req.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' || !hasContentType(req, ...allowed)) {
    throw new DomainError('unsupported-content-type', { allowed })
  }
  checkMultipart(body, req.headers['content-type'])
  if (hasContentType(req, 'application/x-www-form-urlencoded')) checkFieldCount(body)
}

function checkFieldCount(body: Buffer): void {
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0 && fields <= MAX_FIELDS; at = body.indexOf('&', at + 1))
    fields += 1
  if (fields > MAX_FIELDS) throw new DomainError('too-many-fields', { max: MAX_FIELDS })
}

function discardRest(req: IncomingMessage, alreadyRead: number, respond: () => void) {
  if (req.readableEnded) return respond()
  let size = alreadyRead
  const done = () => {
    clearInterval(timer)
    req.off('end', done).off('close', done)
    if (!req.destroyed || req.readableEnded) respond()
  }
  // A client that sends no more may wait for the response.
  let before = -1
  const timer = setInterval(() => {
    if (size === before) done()
    before = size
  }, SECOND)
  req.once('end', done).once('close', done)
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > DISCARD_LIMIT) req.destroy()
  })
}

const MAX_PARTS = 10
const MAX_HEADERS = 4_096
/** Of more parts than that: a name is enough. */
const SHORT_HEADERS = 200

export const isMultipart = (contentType: string) => /^\s*multipart\/form-data\b/i.test(contentType)

/** The parser is slow with many parts and long part headers, and blocks other requests; counting first is fast. */
export function checkMultipart(body: Buffer, contentType = '', max = MAX_PARTS): void {
  if (body.length === 0 || !isMultipart(contentType)) return
  const boundary = boundaryOf(contentType)
  if (!boundary) throw new DomainError('bad-form')
  const parts = findParts(body, boundary, max)
  const long = parts.filter((start) => !hasHeadersWithin(body, start, SHORT_HEADERS))
  if (parts.length > max || long.length > MAX_PARTS) throw new DomainError('too-many-parts', { max })
  if (!long.every((start) => hasHeadersWithin(body, start, MAX_HEADERS))) throw new DomainError('bad-form')
}

export async function parseMultipart(body: Buffer, contentType: string, max?: number): Promise<FormData> {
  checkMultipart(body, contentType, max)
  // With the boundary as we read it, so that the parser finds the same parts.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundaryOf(contentType)}"` }
  try {
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch (cause) {
    throw new DomainError('bad-form', {}, { cause })
  }
}

/** Parts start at each boundary that begins a line, except the last, which closes the body. */
function findParts(body: Buffer, boundary: string, max: number): number[] {
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const starts: number[] = []
  let at = body.subarray(0, line.length - 2).equals(line.subarray(2)) ? -2 : body.indexOf(line)
  while (at !== -1 && starts.length <= max) {
    const start = at + line.length
    if (body.toString('latin1', start, start + 2) === '--') break
    starts.push(start)
    at = body.indexOf(line, start)
  }
  return starts
}

const hasHeadersWithin = (body: Buffer, start: number, max: number) =>
  body.subarray(start, start + max).includes('\r\n\r\n')

function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}

type Body = Pick<AppLoadContext, 'body' | 'contentType'> & { maxParts?: number | undefined }

/** Our largest form has six. A rejected form is rendered again with its values, so the page grows with them. */
const MAX_NAMES = 100

export const readForm = async (context: Body): Promise<Record<string, string>> =>
  textFields(await formData(context))

export function textFields(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  if (Object.keys(values).length > MAX_NAMES) {
    throw new DomainError('too-many-fields', { max: MAX_NAMES })
  }
  return values
}

export async function formData({ body = Buffer.alloc(0), contentType, maxParts }: Body): Promise<FormData> {
  if (isMultipart(contentType)) return parseMultipart(body, contentType, maxParts)
  if (!isUrlEncoded(contentType)) throw new DomainError('bad-form')
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value)
  return form
}

const isUrlEncoded = (contentType: string) =>
  /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

interface CheckedLines {
  lines: string[]
  typed: { lines: string; taken: string }
}

export function checkedLines(form: FormData): CheckedLines {
  const lines = form.getAll('line').filter((line) => typeof line === 'string')
  const taken = form.has('check') ? form.getAll('take').map(String) : lines.map((_, index) => String(index))
  const selected = new Set(taken)
  return {
    lines: lines.filter((line, index) => selected.has(String(index)) && line.trim() !== ''),
    typed: { lines: lines.join('\n'), taken: taken.join(' ') },
  }
}

type UploadBody = Body & Pick<AppLoadContext, 'uploadError'>

export async function readPhoto(context: UploadBody): Promise<Uint8Array> {
  const { photo } = await readFormWithPhoto(context)
  if (!photo) throw new DomainError('photo-required')
  return photo()
}

/** A form whose photo can be left out. */
export async function readFormWithPhoto(context: UploadBody) {
  if (context.uploadError) throw context.uploadError
  const form = await formData(context)
  // A photo need not be in memory twice.
  context.body = undefined
  const file = photoIn(form)
  return { values: textFields(form), photo: file && (async () => new Uint8Array(await file.arrayBuffer())) }
}

export function photoIn(form: FormData): File | undefined {
  const files = [...form].flatMap(([name, value]) => (isFile(value) ? [{ name, file: value }] : []))
  const [first, second] = files
  if (second) throw new DomainError('one-photo-only')
  if (first && first.name !== 'receiptImage') throw new DomainError('photo-field-invalid')
  return first?.file
}

/** An empty file input sends a file without name and content. */
const isFile = (value: FormDataEntryValue): value is File =>
  typeof value !== 'string' && !(value.name === '' && value.size === 0)
