import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { assertKey, isKey, type Storage, StorageFailure } from './storage.ts'

interface S3Options {
  bucket: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  deadline?: number
}

const PREFIX = 'receipts/'
/** A receipt has up to 4 megapixels, and a page of the list 1,000 keys. */
const MAX_BYTES = 16_000_000

type Library = typeof import('@aws-sdk/client-s3')

/** Any S3-compatible server. The SDK is large, so it is loaded on first use. */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket, deadline = 15_000 } = options
  let connecting: Promise<{ s3: Library; client: S3Client }> | undefined

  async function connect() {
    // The SDK's nine lines about old versions of Node; Larder's own line says more.
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
    const s3 = await import('@aws-sdk/client-s3')
    return { s3, client: limited(createClient(s3, options), deadline) }
  }

  type Sending = { abortSignal: AbortSignal }

  async function withClient<T>(work: (s3: Library, client: S3Client, sending: Sending) => Promise<T>) {
    connecting ??= connect()
    const { s3, client } = await connecting
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), deadline)
    try {
      return await Promise.race([
        work(s3, client, { abortSignal: timeout.signal }),
        rejectWhen(timeout.signal),
      ])
    } catch (error) {
      throw new StorageFailure(withoutRequest(error))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, bytes) {
      const Key = PREFIX + assertKey(key)
      const put = { Bucket, Key, Body: bytes, ContentType: 'image/webp' }
      await withClient((s3, client, sending) => client.send(new s3.PutObjectCommand(put), sending))
    },

    async get(key) {
      const Key = PREFIX + assertKey(key)
      return withClient(async (s3, client, sending) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), sending)
          return await Body?.transformToByteArray()
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return undefined
          throw error
        }
      })
    },

    async delete(key) {
      const file = { Bucket, Key: PREFIX + assertKey(key) }
      await withClient((s3, client, sending) => client.send(new s3.DeleteObjectCommand(file), sending))
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const part = { Bucket, Prefix: PREFIX, ContinuationToken }
        const page = await withClient((s3, client, sending) =>
          client.send(new s3.ListObjectsV2Command(part), sending),
        )
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const key = Key.slice(PREFIX.length)
          if (isKey(key) && LastModified) yield { key, bytes: Size, modifiedAt: LastModified.getTime() }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

function createClient(s3: Library, options: S3Options): S3Client {
  const { accessKeyId, secretAccessKey } = options
  return new s3.S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(options.endpoint && { endpoint: options.endpoint }),
    // Without a key the SDK tries its default credential chain, such as an instance role.
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: 3,
    // Many S3-compatible servers don't support the checksums that newer SDKs send by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 10_000 },
  })
}

/** The SDK would read any response to its end, even after the request was aborted, and returns a compressed one as it is. */
function limited(client: S3Client, deadline: number): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { headers: Record<string, string> }
      // Added after the signature, because proxies change it.
      request.headers['accept-encoding'] = 'identity'
      const result = await next(args)
      const response = result.response as { body?: unknown; headers: Record<string, string> }
      if (isCompressed(response.headers['content-encoding'])) {
        if (response.body instanceof Readable) response.body.destroy()
        throw new Error('the response is compressed, although Larder asked not to')
      }
      if (response.body instanceof Readable) {
        const signal = AbortSignal.timeout(deadline)
        const body = atMost(MAX_BYTES)
        // The body's reader gets its errors.
        pipeline(response.body, body, { signal }).catch(() => {})
        response.body = body
      }
      return result
    },
    // Closer to the server than what reads the body.
    { step: 'deserialize', priority: 'low' },
  )
  return client
}

/** 'aws-chunked' only says how a file was uploaded. */
const isCompressed = (encoding = '') => !/^(?:identity|aws-chunked)?$/i.test(encoding.trim())

function atMost(max: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      if (bytes > max) done(new Error('the response is too long'))
      else done(null, chunk)
    },
  })
}

/** The SDK's errors contain whole requests, including signatures, which must not be logged. */
function withoutRequest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('S3 failed')
  const status =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined
  return new Error(`S3: ${error.name}: ${error.message}${status ? ` (status ${status})` : ''}`)
}

function rejectWhen(signal: AbortSignal) {
  return new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('S3 timed out')), { once: true })
  })
}
