import type { Config } from '#app/config/config.server.ts'
import { VERSION } from '#app/config/version.ts'
import { SECOND } from '#app/domain/time.ts'
import { nodeAdvice } from '#app/start/nodeVersion.ts'
import { ProblemsFound } from '../errors.ts'
import { plural } from '../manifest.ts'
import { checkAi } from './ai.ts'
import { checkBackups } from './backups.ts'
import { checkClock } from './clock.ts'
import { checkDatabase, type DatabaseCheck } from './database.ts'
import { checkDataFolder } from './dataFolder.ts'
import { createQuote, type Finding, fail, lineOf, ok, type Quote, warn } from './findings.ts'
import { checkMail } from './mail.ts'
import { checkPublicUrl } from './publicUrl.ts'
import { checkReceipts } from './receipts.ts'
import { checkRegistration } from './registration.ts'
import { checkServer, type LinkKey, type ServerCheck } from './server.ts'
import { checkSettings } from './settings.ts'

/** A single request waits for less. A step that makes several slow ones ends here. */
const LIMIT = 20 * SECOND

/** Everything Larder depends on, in one line each, with what to do. Changes nothing. */
export async function diagnose(config: Config): Promise<string> {
  const quote = createQuote(config)
  const findings = await findAll(config, createStep(quote), quote)
  // A server that never closes its connection must not keep this process.
  setTimeout(() => process.exit(), SECOND).unref()
  const report = [...findings.map(lineOf), '', summaryOf(findings)].join('\n')
  if (findings.some(({ level }) => level === 'FAIL')) throw new ProblemsFound(report)
  return report
}

async function findAll(config: Config, step: Step, quote: Quote): Promise<Finding[]> {
  const settings = await step('settings', () => checkSettings(config))
  const folder = await step('data folder', () => checkDataFolder(config, quote))
  const backups = await step('backups', () => checkBackups(config, quote))
  let database: DatabaseCheck = { findings: [], linkKey: 'unreadable', stored: undefined }
  const data = await step('database', async () => {
    database = await checkDatabase(config, quote)
    return database.findings
  })
  // Reading the database blocks this process, so nobody waits for an answer meanwhile.
  const rest = await Promise.all([
    step('clock', () => checkClock(config, database.clockAhead)),
    serverAndUrl({ config, key: database.linkKey, step, quote }),
    step('mail', () => checkMail(config, quote)),
    step('receipts', () => checkReceipts(config, database.stored, quote)),
    step('AI', () => checkAi(config, quote)),
  ])
  const registration = checkRegistration(config, database.stored)
  return [...versions(), ...settings, ...folder, ...data, ...registration, ...backups, ...rest.flat()]
}

function versions(): Finding[] {
  const advice = nodeAdvice()
  const found = ok(
    'Larder',
    `${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  )
  return advice ? [found, warn('Node', advice)] : [found]
}

type Asked = { config: Config; key: LinkKey; step: Step; quote: Quote }

/** Steps of their own, so that a slow URL doesn't cost what is known about the server. */
async function serverAndUrl({ config, key, step, quote }: Asked): Promise<Finding[]> {
  let server: ServerCheck = { findings: [], mayRun: true }
  const findings = await step('server', async () => {
    server = await checkServer(config, key)
    return server.findings
  })
  const { mayRun } = server
  return [...findings, ...(await step('BASE_URL', () => checkPublicUrl({ config, key, mayRun, quote })))]
}

type Step = (check: string, work: () => Finding[] | Promise<Finding[]>) => Promise<Finding[]>

/** A step that fails or hangs has a line too, and the others still have theirs. */
function createStep(quote: Quote): Step {
  return async (check, work) => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<Finding[]>((resolve) => {
      const text = `There was no answer within ${LIMIT / SECOND} seconds. Check the address and the firewall.`
      timer = setTimeout(() => resolve([fail(check, text)]), LIMIT)
    })
    try {
      return await Promise.race([Promise.resolve().then(work), tooLate])
    } catch (error) {
      return [fail(check, `It couldn't be checked (${quote(error)}). Run this command as Larder's user.`)]
    } finally {
      clearTimeout(timer)
    }
  }
}

function summaryOf(findings: Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const [failed, warnings] = [count('FAIL'), count('warn')]
  if (failed > 0) return `${plural(failed, 'problem')} and ${plural(warnings, 'warning')} found.`
  return warnings > 0 ? `No problems, but ${plural(warnings, 'warning')} found.` : 'No problems found.'
}
