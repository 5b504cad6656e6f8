import type { Services } from '#app/services.server.ts'
import {
  clearIn,
  countIn,
  giveBackIn,
  LIMITS,
  networkOf,
  refuseAtOnce,
  takeAllIn,
  takeIn,
  tooMany,
} from './rateLimits.ts'

type Db = Services['db']

interface SignIn {
  address: string
  email: string
  /** Whether there is such an account. */
  known: boolean
}

export interface CountedSignIn {
  /** Where it must fail although nothing was compared yet: see `takeSignIn`. */
  refused(passwordIsRight: boolean): Error | undefined
  /** The password was right: this was no failure. */
  giveBackIn(tx: Db): void
}

/**
 * Counts a sign-in before its password is compared, so that many at once are no way around the limits.
 * When an address has used up its failures, others of the household may still come in from there: with the
 * right password, for an account that has no failures from there. Everything else is refused then, after
 * the same work, so that the time does not tell who has an account. See docs/decisions/012.
 */
export async function takeSignIn(
  services: Services,
  { address, email, known }: SignIn,
): Promise<CountedSignIn> {
  const network = networkOf(address)
  const here = `${email} ${network}`
  const all = [LIMITS.signInsByAddress, network] as const
  const ofAddress = [LIMITS.failuresByAddress, network] as const
  const ofAccount: Parameters<typeof takeAllIn>[1] = [
    [LIMITS.failuresFromAddress, here],
    [LIMITS.failuresByAccount, email],
  ]
  refuseAtOnce(services, [...all])
  const taken = await services.write((tx) => {
    const one = takeIn(tx, ...all)
    if (!one.allowed) return { refused: one }
    const byAddress = takeIn(tx, ...ofAddress)
    if (byAddress.allowed) {
      const byAccount = takeAllIn(tx, ofAccount)
      return byAccount.allowed ? {} : { refused: byAccount }
    }
    // An account that does not exist gets no row: what is refused must not make the database grow.
    const first = known && countIn(tx, LIMITS.failuresFromAddress, here) === 0
    const mayCompare = first && takeAllIn(tx, ofAccount).allowed
    return { usedUp: byAddress, mayCompare }
  })
  if (taken.refused) throw tooMany(taken.refused)
  const { usedUp, mayCompare } = taken
  return {
    refused: (passwordIsRight) => (usedUp && !(mayCompare && passwordIsRight) ? tooMany(usedUp) : undefined),
    giveBackIn(tx) {
      if (!usedUp) giveBackIn(tx, ...ofAddress)
      for (const wanted of ofAccount) giveBackIn(tx, ...wanted)
    },
  }
}

/** After a reset nothing of the past keeps its owner out. */
export function clearFailuresIn(tx: Db, email: string, address: string): void {
  clearIn(tx, LIMITS.failuresByAccount, email)
  clearIn(tx, LIMITS.failuresFromAddress, `${email} ${networkOf(address)}`)
}
