import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './services.ts'
import { isFull, onPostgres } from './size.ts'

/** Starts an S3-compatible server and returns the environment variables to use it. */
export async function startS3(): Promise<Record<string, string>> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'larder' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return s3Environment(port)
}

export function s3Environment(port: number): Record<string, string> {
  return {
    S3_BUCKET: 'larder',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_FORCE_PATH_STYLE: 'on',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

type NamedStorage = [name: string, start: () => Promise<Record<string, string>>]
const DISK: NamedStorage = ['disk', async () => ({})]
const S3: NamedStorage = ['S3', startS3]

/** Each storage with one of the databases, and in the full run with both: neither knows of the other. */
export function storagesHere(): NamedStorage[] {
  if (isFull) return [DISK, S3]
  return onPostgres ? [S3] : [DISK]
}
