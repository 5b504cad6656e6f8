// One measurement: a few seconds of requests over so many connections, after one that is not counted:
// programs are slow until they are compiled, and floors are compiled sooner.
import autocannon from 'autocannon'

export async function load(url, { requests, connections = 10, seconds = 4 }) {
  const warmup = { connections, duration: 1 }
  const result = await autocannon({ url, connections, duration: seconds, requests, warmup })
  const wrong = result.non2xx - (result.statusCodeStats?.['303']?.count ?? 0)
  return {
    rps: Math.round(result.requests.total / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: wrong + result.errors + result.timeouts,
  }
}

/** Goes round all people, so that nobody asks more often than he may. */
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

export const cookie = (person) => ({ cookie: `session=${person.cookie}` })
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const JSON_BODY = { 'content-type': 'application/json' }
