import type { Services } from '#app/services.ts'
import { networkOf } from './attempts.ts'
import { countSignIn } from './signInLimits.ts'

interface Account {
  address: string
  email: string
  /** Undefined if there is no account, which takes as long. */
  passwordHash: string | undefined
}

/** Counts it as a failure, for the caller to refund: see signInLimits.ts. */
export async function comparePassword(
  services: Services,
  { address, email, passwordHash }: Account,
  password: string,
) {
  const accountExists = passwordHash !== undefined
  const counted = await countSignIn(services, { address, email, accountExists })
  const right = await services.passwordQueue
    .run(networkOf(address), () => services.passwords.matches(password, passwordHash))
    .catch(async (error) => {
      await services.write((tx) => counted.refundAll(tx))
      throw error
    })
  return { right, counted }
}
