import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import {
  clearIn,
  countIn,
  giveBackIn,
  LIMITS,
  networkOf,
  refusalIn,
  refuseAtOnce,
  takeAllIn,
  takeIn,
  tooMany,
  type Wanted,
} from './rateLimits.ts'

interface SignIn {
  address: string
  email: string
  /** Whether there is such an account. */
  known: boolean
}

export interface CountedSignIn {
  /** Why it is refused although its turn was counted, if so: see `takeSignIn`. */
  refused(passwordIsRight: boolean): Error | undefined
  /** The password was right: this was no failure. */
  giveBackIn(tx: Db): void
  /** Nobody had time to compare the password: this was no sign-in at all. */
  giveAllBackIn(tx: Db): void
}

/**
 * Counts a sign-in before its password is compared, so that many at once are no way around the limits.
 * When an address has used up its failures, others of the household may still come in from there: with the
 * right password, for an account that has no failures from there. Everything else is refused then, after
 * the same work, so that neither the time nor a later response tells who has an account. See
 * docs/decisions/012-sign-in-limits.md
 */
export async function takeSignIn(
  services: Services,
  { address, email, known }: SignIn,
): Promise<CountedSignIn> {
  const network = networkOf(address)
  const here = `${email} ${network}`
  const all: Wanted = [LIMITS.signInsByAddress, network]
  const ofAddress: Wanted = [LIMITS.failuresByAddress, network]
  const ofAccount: Wanted[] = [
    [LIMITS.failuresFromAddress, here],
    [LIMITS.failuresByAccount, email],
  ]
  const late: Wanted[] = [
    [LIMITS.lateFromAddress, here],
    [LIMITS.lateByAccount, email],
  ]
  refuseAtOnce(services, all)
  const taken = await services.write((tx) => {
    const one = takeIn(tx, ...all)
    if (!one.allowed) return { refused: one }
    const byAddress = takeIn(tx, ...ofAddress)
    if (byAddress.allowed) {
      const byAccount = takeAllIn(tx, ofAccount)
      return byAccount.allowed ? {} : { refused: byAccount }
    }
    const mayEnter = known && isClean(tx, ofAccount) && takeAllIn(tx, late).allowed
    return { usedUp: byAddress, mayEnter }
  })
  if (taken.refused) throw tooMany(taken.refused)
  const { usedUp, mayEnter } = taken
  const counted = usedUp ? (mayEnter ? late : []) : [ofAddress, ...ofAccount]
  const giveBack = (tx: Db, some: Wanted[]) => {
    for (const wanted of some) giveBackIn(tx, ...wanted)
  }
  return {
    refused: (passwordIsRight) => (usedUp && !(mayEnter && passwordIsRight) ? tooMany(usedUp) : undefined),
    giveBackIn: (tx) => giveBack(tx, counted),
    giveAllBackIn: (tx) => giveBack(tx, [all, ...counted]),
  }
}

/** No failures from here, and not locked by those from elsewhere. */
function isClean(tx: Db, [here, everywhere]: Wanted[]): boolean {
  return (!here || countIn(tx, ...here) === 0) && (!everywhere || !refusalIn(tx, ...everywhere))
}

/** After a reset nothing of the past keeps its owner out. */
export function clearFailuresIn(tx: Db, email: string, address: string): void {
  clearIn(tx, LIMITS.failuresByAccount, email)
  for (const limit of [LIMITS.failuresFromAddress, LIMITS.lateFromAddress]) {
    clearIn(tx, limit, `${email} ${networkOf(address)}`)
  }
}
