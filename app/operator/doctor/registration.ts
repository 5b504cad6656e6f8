import type { Config } from '#app/config/config.server.ts'
import { registrationSentence } from '#app/domain/accounts/describeRegistration.ts'
import type { Stored } from '../stored.ts'
import { type Finding, ok, warn } from './findings.ts'

const CHECK = 'registration'

export function checkRegistration({ REGISTRATION: set }: Config, stored: Stored | undefined): Finding[] {
  if (!set && !stored) return []
  const sentence = registrationSentence(set, stored?.registration)
  if (!set || !stored?.registration || stored.registration === set) return [ok(CHECK, sentence)]
  return [warn(CHECK, `${sentence} Set REGISTRATION to the one you want, or remove it.`)]
}
