import { z } from 'zod/v4'
import { LINK_LIFETIMES, MAX_GUEST_NAME_LENGTH, MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { cleanLine, isShort } from '#app/domain/text.ts'
import { checked, code, id } from '../inputs.ts'

const role = z.enum(['editor', 'viewer'], code('role-invalid'))

const expires = z
  .enum(Object.keys(LINK_LIFETIMES) as (keyof typeof LINK_LIFETIMES)[], code('expiry-invalid'))
  .default('never')
  .transform((name) => LINK_LIFETIMES[name])

const label = z
  .string(code('label-too-long'))
  .meta({ maxLength: MAX_NAME_LENGTH })
  .transform(cleanLine)
  .refine(isShort, code('label-too-long'))
  .default('')

const flag = (invalid: 'always-invalid' | 'all-lists-invalid') =>
  z
    .union([z.boolean(), z.enum(['true', 'false'])], code(invalid))
    .transform((value) => String(value) === 'true')

const allLists = flag('all-lists-invalid').default(false)

export const Invite = z.object({
  role: role.default('editor'),
  allLists: allLists.describe(
    'Invites to your household: to all lists of yours, including new ones. Somebody who accepts can share all of theirs with you.',
  ),
})
export const Acceptance = z.object({
  allLists: allLists.describe('Answers an invitation to a household: shares all of yours with its sender.'),
})
export const Link = z.object({ role: role.default('editor'), expires, label })
export const SetRole = z.object({ role })
export const always = flag('always-invalid')

export const Member = z.object({ userID: id })
export const Removal = Member.extend({ allLists })
export const Always = Member.extend({ always: checked })

/** A first name, or null. A longer one is cut: an error would keep people from shopping. */
export function guestName(text: string | undefined): string | null {
  const name = [...cleanLine(text ?? '')].slice(0, MAX_GUEST_NAME_LENGTH).join('').trim()
  return name === '' ? null : name
}
