import { WebSocket } from 'ws'
import type { Config } from '#app/config/config.server.ts'
import { MAX_PHOTO_BYTES } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR } from '#app/domain/time.ts'
import type { Arrival } from '#app/http/arrival.ts'
import { trustOf } from '#app/http/in/requestContext.ts'
import { plural } from '../manifest.ts'
import { type Reply, reasonOf, TIMEOUT } from './ask.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'
import { askLarder, isLarder, type LinkKey } from './server.ts'

const CHECK = 'BASE_URL'
const GUIDE = 'docs/installing.md shows how'

interface Asked {
  config: Config
  key: LinkKey
  /** Larder may be running, so it should be reachable. */
  mayRun: boolean
  quote: Quote
}

export async function checkPublicUrl({ config, key, mayRun, quote }: Asked): Promise<Finding[]> {
  const { BASE_URL: url } = config
  if (!url) return [ok(CHECK, 'Not set. Set it if people use Larder under a name or with https.')]
  if (!mayRun)
    return [ok(CHECK, `${url} was not checked, because Larder isn't running.`), ...unmeasured(config)]
  const answer = await askLarder(url, key).catch((error: unknown) => reasonOf(error, url, quote))
  if (typeof answer === 'string') {
    return [
      fail(
        CHECK,
        `${url} can't be reached from here: ${answer}. Correct BASE_URL, DNS or the proxy. If other devices can open it, only this network can't.`,
      ),
      ...unmeasured(config),
    ]
  }
  const { reply, arrival, unproven } = answer
  const certificate = certificateOf(reply, url)
  if (unproven) {
    const text = `${url} reaches a Larder. ${unproven}`
    return [key === 'unreadable' ? ok(CHECK, text) : warn(CHECK, text), ...certificate, ...unmeasured(config)]
  }
  if (!arrival) return [fail(CHECK, elsewhere(url, reply, quote)), ...certificate, ...unmeasured(config)]
  const rest = await Promise.all([
    addressThrough(url, { config, key, arrival }),
    uploadThrough(url, { key, quote }),
    socketThrough(url, quote),
  ])
  return [ok(CHECK, `${url} reaches this Larder.`), ...certificate, ...rest]
}

/** For a certificate that expires soon, its renewal has failed for weeks. */
const FEW_DAYS = 14

const DATED = /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/
const isFarFrom = (date = '') => Math.abs(Date.parse(date) - Date.now()) > HOUR

export function certificateOf(
  { certificate, headers }: Pick<Reply, 'certificate' | 'headers'>,
  url: string,
): Finding[] {
  if (!certificate) return []
  const { problem, days } = certificate
  if (problem && DATED.test(problem) && isFarFrom(headers.date)) {
    return [warn('certificate', "It isn't valid at this machine's time, which is wrong. Set the clock.")]
  }
  if (problem === 'CERT_HAS_EXPIRED') {
    return [fail('certificate', `It expired ${plural(-days, 'day')} ago. Renew it, and restart the proxy.`)]
  }
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return [
      fail(
        'certificate',
        `It is not for ${new URL(url).hostname}. Get one for this name, or correct BASE_URL.`,
      ),
    ]
  }
  if (problem) {
    return [
      warn(
        'certificate',
        `This machine doesn't trust it (${problem}). Use one of a public authority with its whole chain, or make every device trust it.`,
      ),
    ]
  }
  if (days < FEW_DAYS) {
    const when = days > 0 ? `in ${plural(days, 'day')}` : 'today'
    return [warn('certificate', `It expires ${when}. Check that it is renewed automatically.`)]
  }
  return [ok('certificate', `It is valid for ${days} more days.`)]
}

function elsewhere(url: string, reply: Reply, quote: Quote): string {
  const { status, headers } = reply
  const { location, server } = headers
  if (location && status >= 300 && status < 400) {
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (target?.href === `${url}/livez`) {
      return `${url} redirects to itself. The proxy in front must connect to the next one by https, or that one must not redirect.`
    }
    return `${url} redirects to ${quote(target?.origin ?? 'nowhere')}. Set BASE_URL to the URL that people end up at, or remove the redirect.`
  }
  const by = server ? `, sent by ${quote(server).slice(0, 40)}` : ''
  if ([502, 503, 504].includes(status)) {
    return `The proxy at ${url} can't reach Larder (status ${status}${by}). Correct the address and port in its configuration.`
  }
  if (isLarder(reply)) {
    return `${url} reaches another Larder, or this command has another DATA_DIR. Correct the proxy, BASE_URL or DATA_DIR.`
  }
  if (status === 401 || status === 403) {
    return `Something in front of ${url} asks for a login of its own (status ${status}${by}). Let requests to Larder pass.`
  }
  return `${url} reaches another program (status ${status}${by}). Correct BASE_URL or the proxy.`
}

/** What is likely wrong where it can't be measured. */
function unmeasured({ BASE_URL, TRUST_PROXY }: Config): Finding[] {
  if (!BASE_URL?.startsWith('https:') || TRUST_PROXY) return []
  return [
    warn(
      ADDRESS,
      'With https there is a proxy, but TRUST_PROXY is off: everyone shares one rate limit. Set it to the number of proxies, or to their network.',
    ),
  ]
}

const ADDRESS = 'proxy headers'
/** Reserved for examples, so nobody has it. */
const INVENTED = '203.0.113.77'

interface Measured {
  config: Config
  key: LinkKey
  arrival: Arrival
}

async function addressThrough(url: string, { config, key, arrival }: Measured): Promise<Finding> {
  const forged = await askLarder(url, key, { headers: { 'X-Forwarded-For': INVENTED } }).catch(
    () => undefined,
  )
  return judgeAddress(config, arrival, forged?.arrival)
}

function judgeAddress(
  config: Config,
  { chain, client, host, forwardedProto }: Arrival,
  forged?: Arrival,
): Finding {
  const proxies = chain.length - 1
  const seen = chain[client] ?? ''
  if (forged && forged.chain[forged.client] === INVENTED && !isItselfTrusted(config, chain)) {
    const advice = proxies > 0 ? `Set TRUST_PROXY=${proxies}` : 'Have the proxy replace X-Forwarded-For'
    return fail(
      ADDRESS,
      `Anyone can invent an address and escape the rate limits: TRUST_PROXY trusts too much. ${advice}; ${GUIDE}.`,
    )
  }
  if (client < proxies) {
    return fail(
      ADDRESS,
      `Everyone seems to come from the proxy at ${seen} and shares one rate limit. Set TRUST_PROXY=${proxies}, or the networks of the proxies.`,
    )
  }
  if (proxies === 0 && (config.TRUST_PROXY || config.BASE_URL?.startsWith('https:'))) {
    return fail(
      ADDRESS,
      `The proxy doesn't send X-Forwarded-For, so everyone seems to come from ${seen}. Have it send the header; ${GUIDE}.`,
    )
  }
  const through =
    proxies === 0 ? 'without a proxy' : proxies === 1 ? 'through one proxy' : `through ${proxies} proxies`
  const protocol = forwardedProto ? `, X-Forwarded-Proto ${forwardedProto}` : ''
  return ok(ADDRESS, `Requests from here arrive ${through}, from ${seen}, with Host ${host}${protocol}.`)
}

/** This machine may be in a trusted network. Then Larder may believe it, but nobody else. */
function isItselfTrusted({ TRUST_PROXY }: Config, chain: string[]): boolean {
  if (!Array.isArray(TRUST_PROXY)) return false
  const trusts = trustOf(TRUST_PROXY)
  return trusts(chain.at(-1) ?? '', 0) && !trusts(INVENTED, 0)
}

const UPLOADS = 'uploads'
/** A little more than the largest photo, so that Larder itself can say that one is too large. */
const LARGE = MAX_PHOTO_BYTES + 1_000_000
const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`

async function uploadThrough(url: string, { key, quote }: Pick<Asked, 'key' | 'quote'>): Promise<Finding> {
  const limit = 'Allow bodies of up to 100 MB in the proxy, such as with client_max_body_size in nginx.'
  try {
    const { reply, arrival } = await askLarder(url, key, { body: Buffer.alloc(LARGE) })
    if (arrival?.bytes === LARGE) return ok(UPLOADS, `Photos of up to ${megabytes(MAX_PHOTO_BYTES)} arrive.`)
    return fail(UPLOADS, `The proxy refuses bodies of ${megabytes(LARGE)} (status ${reply.status}). ${limit}`)
  } catch (error) {
    const reason = reasonOf(error, url, quote)
    if (/within/.test(reason)) {
      return warn(
        UPLOADS,
        `${megabytes(LARGE)} take longer than ${TIMEOUT / 1000} seconds, so large photos were not checked.`,
      )
    }
    return fail(UPLOADS, `Bodies of ${megabytes(LARGE)} don't arrive: ${reason}. ${limit}`)
  }
}

const LIVE = 'live updates'

function socketThrough(url: string, quote: Quote): Promise<Finding> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, {
    origin: url,
    handshakeTimeout: TIMEOUT,
    rejectUnauthorized: false,
    perMessageDeflate: false,
  })
  const advice = `Have the proxy forward the headers Upgrade and Connection; ${GUIDE}.`
  return new Promise<Finding>((resolve) => {
    socket.once('open', () => resolve(ok(LIVE, 'Sockets connect through BASE_URL.')))
    socket.once('unexpected-response', (_request, { statusCode }) => {
      if (statusCode === 403) {
        return resolve(
          fail(LIVE, `Larder refuses sockets from ${url}. Restart it, so that it has this BASE_URL too.`),
        )
      }
      if (statusCode === 429)
        return resolve(warn(LIVE, 'Too many pages are open from here. Try again later.'))
      resolve(fail(LIVE, `Sockets don't connect (status ${statusCode} instead of 101). ${advice}`))
    })
    socket.on('error', (error) =>
      resolve(fail(LIVE, `Sockets don't connect: ${reasonOf(error, url, quote)}. ${advice}`)),
    )
  }).finally(() => socket.terminate())
}
