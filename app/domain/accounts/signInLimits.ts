import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import type { Database, Db } from '#db/database.ts'
import {
  type Attempt,
  checkLimit,
  countAttempts,
  limitError,
  networkOf,
  refund,
  resetLimit,
  throwIfExceeded,
  tryConsume,
  tryConsumeAll,
} from './attempts.ts'

export type CountedSignIn = Awaited<ReturnType<typeof countSignIn>>

/** Counts first, so that parallel attempts stay within the limits. All refusals take the same work: decisions/012. */
export async function countSignIn(
  services: Pick<Database, 'db' | 'write'>,
  { address, email, accountExists }: { address: string; email: string; accountExists: boolean },
) {
  const network = networkOf(address)
  const emailAndNetwork = `${email} ${network}`
  const signIn: Attempt = [RATE_LIMITS.signInsByAddress, network]
  const addressFailure: Attempt = [RATE_LIMITS.failuresByAddress, network]
  const accountFailures: Attempt[] = [
    [RATE_LIMITS.failuresByAccountAndAddress, emailAndNetwork],
    [RATE_LIMITS.failuresByAccount, email],
  ]
  const extras: Attempt[] = [
    [RATE_LIMITS.extraByAccountAndAddress, emailAndNetwork],
    [RATE_LIMITS.extraByAccount, email],
  ]
  await throwIfExceeded(services, signIn)
  const result = await services.write(async (tx) => {
    const bySignIns = await tryConsume(tx, ...signIn)
    if (!bySignIns.allowed) return { refused: bySignIns }
    const byAddress = await tryConsume(tx, ...addressFailure)
    if (byAddress.allowed) {
      const byAccount = await tryConsumeAll(tx, accountFailures)
      return byAccount.allowed ? {} : { refused: byAccount }
    }
    const mayHaveExtra = accountExists && (await isClean(tx, accountFailures))
    const hasExtra = mayHaveExtra && (await tryConsumeAll(tx, extras)).allowed
    return { exceeded: byAddress, hasExtra }
  })
  if (result.refused) throw limitError(result.refused)
  const { exceeded, hasExtra } = result
  const counted = exceeded ? (hasExtra ? extras : []) : [addressFailure, ...accountFailures]
  const refundEach = async (tx: Db, attempts: Attempt[]) => {
    for (const attempt of attempts) await refund(tx, ...attempt)
  }
  return {
    error: (passwordIsRight: boolean) =>
      exceeded && !(hasExtra && passwordIsRight) ? limitError(exceeded) : undefined,
    /** The password was right, so this was no failure. */
    refundFailure: (tx: Db) => refundEach(tx, counted),
    /** The password was never compared, so this was no sign-in. */
    refundAll: (tx: Db) => refundEach(tx, [signIn, ...counted]),
  }
}

async function isClean(tx: Db, [fromHere, fromAnywhere]: Attempt[]): Promise<boolean> {
  if (fromHere && (await countAttempts(tx, ...fromHere)) > 0) return false
  return !fromAnywhere || (await checkLimit(tx, ...fromAnywhere)) === undefined
}

/** After a password reset, earlier failures must not keep the owner out. */
export async function clearFailures(tx: Db, email: string, address: string): Promise<void> {
  await resetLimit(tx, RATE_LIMITS.failuresByAccount, email)
  for (const limit of [RATE_LIMITS.failuresByAccountAndAddress, RATE_LIMITS.extraByAccountAndAddress]) {
    await resetLimit(tx, limit, `${email} ${networkOf(address)}`)
  }
}
