import type { Services } from '#app/services.ts'
import { type Registration, storedRegistration } from './registration.ts'

const STATES: Record<Registration, string> = {
  open: 'open',
  invited: 'by invitation only',
  closed: 'closed',
}

/** For the operator: who can register, and which of the two settings says so. */
export async function describeRegistration(services: Pick<Services, 'config' | 'db'>): Promise<string> {
  return registrationSentence(services.config.REGISTRATION, await storedRegistration(services))
}

export function registrationSentence(
  set: Registration | undefined,
  stored: Registration | undefined,
): string {
  const state = `Registration is ${STATES[set ?? stored ?? 'open']}`
  if (!set) return `${state}.`
  const ignored = stored && stored !== set ? `, and "larder registration ${stored}" has no effect` : ''
  return `${state}, because REGISTRATION=${set} is set in the environment${ignored}.`
}
