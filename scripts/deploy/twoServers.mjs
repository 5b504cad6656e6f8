// Two built Larders on one PostgreSQL and one bucket, behind nginx, as in docs/postgresql.md.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from 's3rver'
import { freePort } from '../../tests/support/freePort.mjs'
import { isPostgresInstalled, startPostgres } from '../../tests/support/postgresServer.mjs'
import { larderIsReady, startLarder } from './larder.mjs'
import { startNginx } from './nginx.mjs'
import { temporaryFolder, until } from './processes.mjs'
import { MissingProgram, report } from './report.mjs'
import { isListening } from './site.mjs'
import { checkBothServers } from './twoServerChecks.mjs'

export async function checkTwoServers() {
  if (!isPostgresInstalled())
    throw new MissingProgram('it needs PostgreSQL (Debian: apt-get install postgresql)')
  const folder = temporaryFolder('two')
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const appPorts = [await freePort(), await freePort()]
  const { version, proxy, ca } = await startNginx({ folder, httpPort, httpsPort, appPorts })
  report.note(version)
  const postgres = await startPostgres()
  const bucket = await startBucket(join(folder, 'bucket'))
  const env = { DATABASE_URL: postgres.url, ...bucket.env }
  const larder = (index) => {
    const data = join(folder, `data${index}`)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    return startLarder({ port: appPorts[index], httpsPort, data, env })
  }
  const servers = [larder(0), larder(1)]
  try {
    for (const port of appPorts) await larderIsReady(port)
    await until('nginx listens', () => isListening(httpsPort), 5000)
    await checkBothServers({
      httpPort,
      httpsPort,
      ca: ca(),
      appPorts,
      kill: (index) => servers[index].stop('SIGKILL'),
      async restart(index) {
        servers[index] = larder(index)
        await larderIsReady(appPorts[index])
      },
    })
  } catch (error) {
    for (const { output } of [proxy, ...servers])
      report.note(output().trim().split('\n').slice(-5).join('\n      '))
    throw error
  } finally {
    await Promise.all([...servers, proxy].map((program) => program.stop()))
    await Promise.all([postgres.stop(), bucket.close()])
  }
}

async function startBucket(directory) {
  mkdirSync(directory)
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'larder' }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: 'larder',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_FORCE_PATH_STYLE: 'on',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: () => server.close(),
  }
}
