// The built Larder, started as in larder.service.
import { root } from '../lib/steps.mjs'
import { start, until } from './processes.mjs'
import { NAME } from './site.mjs'

/** Valid, so that only the proxy can reject the request. */
export const METRICS_TOKEN = 'a-token-for-these-checks'

export function startLarder({ port, httpsPort, data, env = {} }) {
  return start(process.execPath, ['build/server.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1/32',
      PORT: String(port),
      DATA_DIR: data,
      BASE_URL: `https://${NAME}:${httpsPort}`,
      LOG_LEVEL: 'warn',
      METRICS_TOKEN,
      ...env,
    },
  })
}

export function larderIsReady(port) {
  return until('Larder is ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok)
}
