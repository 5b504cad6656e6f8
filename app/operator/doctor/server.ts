import { type Config, httpUrl } from '#app/config/config.server.ts'
import { VERSION } from '#app/config/version.ts'
import { MINUTE, SECOND } from '#app/domain/time.ts'
import { type Arrival, fingerprintsOf, MAX_AGE, newQuestion, QUESTION } from '#app/http/arrival.ts'
import { isServerRunning } from '#db/sqlite/dataFolder.ts'
import { ask, isTimeout, type Question, type Reply } from './ask.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

const CHECK = 'server'
/** For requests to this machine. */
const NEAR = 3 * SECOND

/** A buffer is known to the server, too, if there is one. */
export type LinkKey = Buffer | 'none' | 'unreadable'

const isKey = (key: LinkKey): key is Buffer => typeof key !== 'string'

export interface Answer {
  reply: Reply
  /** Only from a server with the same data. */
  arrival: Arrival | undefined
  /** Why a Larder doesn't prove that it is the right one, if it can't: it need not be a wrong one. */
  unproven: string | undefined
}

export async function askLarder(
  origin: string,
  key: LinkKey,
  { headers, body, timeout }: Pick<Question, 'headers' | 'body' | 'timeout'> = {},
): Promise<Answer> {
  const { question, proof } = isKey(key) ? newQuestion(key) : { question: '', proof: '' }
  const reply = await ask(`${origin}/livez`, {
    headers: { ...headers, [QUESTION]: question },
    ...(timeout && { timeout }),
    ...(body && { method: 'POST', body }),
  })
  return { reply, arrival: arrivalIn(reply.text, proof), unproven: unproven(reply, key) }
}

/** How it answers everyone. */
export const isLarder = ({ status, text }: Reply) => status === 200 && text.trim() === 'ok'

function unproven(reply: Reply, key: LinkKey): string | undefined {
  if (!isLarder(reply)) return undefined
  if (key === 'unreadable') {
    return "It can't be asked whether it has this data, because that can't be read here."
  }
  if (key === 'none') return undefined
  const apart = Math.abs(Date.parse(reply.headers.date ?? '') - Date.now())
  if (!(apart > MAX_AGE)) return undefined
  return `It can't be asked whether it has this data, because its clock and this one are ${Math.round(apart / MINUTE)} minutes apart. Correct them.`
}

function arrivalIn(text: string, proof: string): Arrival | undefined {
  try {
    const arrival: Arrival | null = JSON.parse(text)
    // Nobody else can compute it, so the rest is as the server sent it.
    return proof && arrival?.proof === proof ? arrival : undefined
  } catch {
    return undefined
  }
}

const localUrl = ({ HOST, PORT }: Config) =>
  httpUrl({ '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST, PORT)

/** A folder that can't be read is reported as such. */
function holdsLock(folder: string): boolean {
  try {
    return isServerRunning(folder)
  } catch {
    return false
  }
}

export interface ServerCheck {
  findings: Finding[]
  mayRun: boolean
}

export async function checkServer(config: Config, key: LinkKey): Promise<ServerCheck> {
  const holdsFolder = holdsLock(config.DATA_DIR)
  if (config.PORT === 0) {
    const state = holdsFolder
      ? 'Larder is running, on a port that changes with each start.'
      : 'Larder is not running.'
    return { findings: [ok(CHECK, state)], mayRun: holdsFolder }
  }
  const url = localUrl(config)
  let isSlow = false
  const answer = await askLarder(url, key, { timeout: NEAR }).catch((error) => {
    isSlow = isTimeout(error)
  })
  if (answer?.arrival) return { findings: await describe(config, key, url, answer.arrival), mayRun: true }
  if (answer?.unproven) {
    const text = `A Larder is running at ${url}. ${answer.unproven}`
    return { findings: [key === 'unreadable' ? ok(CHECK, text) : warn(CHECK, text)], mayRun: true }
  }
  if (isSlow) {
    const text = `${url} doesn't answer within ${NEAR / SECOND} seconds. If Larder is busy or starting, run this command again. Otherwise set PORT and HOST as the server has them.`
    return { findings: [warn(CHECK, text)], mayRun: holdsFolder || mayRunElsewhere(config, key) }
  }
  if (holdsFolder) {
    const text = `A server uses ${config.DATA_DIR}, but isn't at ${url}. Run this command with the same PORT and HOST as the server.`
    return { findings: [warn(CHECK, text)], mayRun: true }
  }
  if (answer) {
    const text = isLarder(answer.reply)
      ? `The Larder at ${url} has other data. Set PORT, DATA_DIR and DATABASE_URL as the server has them.`
      : `${url} is used by another program. Set PORT as the server has it, or stop the other program.`
    return { findings: [fail(CHECK, text)], mayRun: mayRunElsewhere(config, key) }
  }
  const text = `Larder isn't running at ${url}. Start it and run this command again, to check BASE_URL too.`
  return { findings: [warn(CHECK, text)], mayRun: mayRunElsewhere(config, key) }
}

/** Other servers may use the same database. */
const mayRunElsewhere = (config: Config, key: LinkKey) => config.DATABASE_URL !== '' && key !== 'none'

async function describe(config: Config, key: LinkKey, url: string, arrival: Arrival) {
  const findings = [ok(CHECK, `Larder ${arrival.version} is running at ${url}.`)]
  if (arrival.version !== VERSION) {
    findings.push(
      warn(CHECK, `It is version ${arrival.version}, but ${VERSION} is installed. Restart Larder.`),
    )
  }
  const different = isKey(key) ? differences(fingerprintsOf(key, config), arrival.fingerprints) : []
  if (different.length > 0) {
    findings.push(
      warn(
        CHECK,
        `It has other settings than this command: ${different.join(', ')}. Restart Larder, or run this command with the environment of the server.`,
      ),
    )
  }
  return [...findings, ...(await readiness(url))]
}

/** The server waits for its disk and database, and either can hang. */
async function readiness(url: string): Promise<Finding[]> {
  const reply = await ask(`${url}/readyz`, { timeout: NEAR }).catch(() => undefined)
  if (!reply) {
    return [fail(CHECK, "It doesn't answer /readyz. Check its disk and its database, and look at its log.")]
  }
  if (reply.status === 200) return []
  const broken = reply.text.includes('"database":false') ? 'database' : 'disk'
  return [fail(CHECK, `It can't write to its ${broken} (/readyz). Its log says why.`)]
}

/** A folder can have two names. It is the same, because its key is. */
const differences = (here: Record<string, string>, there: Record<string, string>) =>
  Object.keys(here).filter((name) => name !== 'DATA_DIR' && here[name] !== there[name])
