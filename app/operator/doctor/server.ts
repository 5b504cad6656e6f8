import { type Config, httpUrl } from '#app/config.server.ts'
import { SECOND } from '#app/domain/time.ts'
import { type Arrival, fingerprintsOf, newQuestion, QUESTION } from '#app/http/arrival.ts'
import { VERSION } from '#app/version.ts'
import { isServerRunning } from '#db/sqlite/dataFolder.ts'
import { ask, isTimeout, type Question, type Reply } from './ask.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

const CHECK = 'server'
/** For requests to this machine. */
const NEAR = 3 * SECOND

export interface Answer {
  reply: Reply
  /** Only from a server with the same data. */
  arrival: Arrival | undefined
}

export async function askLarder(
  origin: string,
  key: Buffer | undefined,
  { headers, body, timeout }: Pick<Question, 'headers' | 'body' | 'timeout'> = {},
): Promise<Answer> {
  const { question, proof } = key ? newQuestion(key) : { question: '', proof: '' }
  const reply = await ask(`${origin}/livez`, {
    headers: { ...headers, [QUESTION]: question },
    ...(timeout && { timeout }),
    ...(body && { method: 'POST', body }),
  })
  return { reply, arrival: arrivalIn(reply.text, proof) }
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

export async function checkServer(config: Config, key: Buffer | undefined): Promise<ServerCheck> {
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
  if (isSlow) {
    const text = `${url} doesn't answer within ${NEAR / SECOND} seconds. If Larder is busy or starting, run this command again. Otherwise set PORT and HOST as the server has them.`
    return { findings: [warn(CHECK, text)], mayRun: holdsFolder || mayRunElsewhere(config, key) }
  }
  if (holdsFolder) {
    const text = `A server uses ${config.DATA_DIR}, but isn't at ${url}. Run this command with the same PORT and HOST as the server.`
    return { findings: [warn(CHECK, text)], mayRun: true }
  }
  if (answer) {
    const text = `${url} is used by another program, or by a Larder with other data. Set PORT and DATA_DIR as the server has them, or stop the other program.`
    return { findings: [fail(CHECK, text)], mayRun: mayRunElsewhere(config, key) }
  }
  const text = `Larder isn't running at ${url}. Start it and run this command again, to check BASE_URL too.`
  return { findings: [warn(CHECK, text)], mayRun: mayRunElsewhere(config, key) }
}

/** Other servers may use the same database. */
const mayRunElsewhere = (config: Config, key: Buffer | undefined) =>
  config.DATABASE_URL !== '' && key !== undefined

async function describe(config: Config, key: Buffer | undefined, url: string, arrival: Arrival) {
  const findings = [ok(CHECK, `Larder ${arrival.version} is running at ${url}.`)]
  if (arrival.version !== VERSION) {
    findings.push(
      warn(CHECK, `It is version ${arrival.version}, but ${VERSION} is installed. Restart Larder.`),
    )
  }
  const different = key ? differences(fingerprintsOf(key, config), arrival.fingerprints) : []
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

/** It waits for the disk and the database, and either can hang. */
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
