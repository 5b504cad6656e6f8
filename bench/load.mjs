// Sends requests for a few seconds, after one second of warm-up for the JIT compiler.
import autocannon from 'autocannon'
import { stylesOf } from './servers.mjs'

export async function load(url, { requests, connections = 10, seconds = 4 }) {
  const warmup = { connections, duration: 1 }
  const result = await autocannon({ url, connections, duration: seconds, requests, warmup })
  const failed = result.non2xx - (result.statusCodeStats?.['303']?.count ?? 0)
  return {
    rps: Math.round(result.requests.total / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: failed + result.errors + result.timeouts,
  }
}

/** Uses all users in turn, so that none of them reaches a rate limit. */
export function round(people, toRequest) {
  let next = 0
  return [
    {
      setupRequest: (request) => {
        next = (next + 1) % people.length
        return { ...request, ...toRequest(people[next], next) }
      },
    },
  ]
}

/** Of a browser that has the stylesheet. */
export const cookie = ({ cookie, styles = stylesOf() }) => ({ cookie: `session=${cookie}; ${styles}` })
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const JSON_BODY = { 'content-type': 'application/json' }
