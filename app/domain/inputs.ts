import { z } from 'zod'
import { parsePrice, parseQuantity } from './amounts.ts'
import { COMMON_PASSWORDS } from './commonPasswords.ts'
import { BIDIRECTIONAL, CONTROL } from './hiddenCharacters.ts'
import { isId } from './ids.ts'

// One schema per input, shared by forms and the API. Forms send strings, JSON may send numbers.

/** Longer than anything that is accepted. Composing sorts marks, which takes ever longer the more there are. */
const LONGEST_TEXT = 2_000

function composed(text: string): string {
  return text.slice(0, LONGEST_TEXT).normalize('NFC')
}

/** One line of clean text as people see it: nothing hidden in it, no broken surrogates. */
export function cleanLine(text: string): string {
  // Removed before composing: one may stand between a letter and its accent.
  const visible = text.replace(BIDIRECTIONAL, '').replace(CONTROL, ' ')
  return composed(visible).toWellFormed().replace(/\s+/g, ' ').trim()
}

export function isShort(text: string): boolean {
  return [...text].length <= 200
}

const line = (missing: string) =>
  z
    .string({ required_error: missing, invalid_type_error: 'The name must be text.' })
    .transform(cleanLine)
    .refine((text) => text.length > 0, missing)
    .refine(isShort, 'A name can have 200 characters at the most.')
const name = (what: string) => line(`Please give ${what} a name.`).describe('1 to 200 characters.')

const decimal = (parse: (text: string) => number | undefined, sentence: string) =>
  z
    .union([z.string(), z.number()], { errorMap: () => ({ message: sentence }) })
    .transform((value, context) => {
      const text = String(value).trim()
      if (text === '') return undefined
      const parsed = parse(text)
      if (parsed !== undefined) return parsed
      context.addIssue({ code: 'custom', message: sentence })
      return z.NEVER
    })
    .optional()
    .describe(sentence)

/** In thousandths. */
export const quantity = decimal(
  parseQuantity,
  'The quantity must be a number above 0, up to 1,000,000, with three decimals at the most.',
)
/** In cents. */
export const price = decimal(
  parsePrice,
  'The price must be a number from 0 to 1,000,000.00, with two decimals at the most.',
)

const BAD_ID = 'This id cannot be read.'
export const id = z.string({ required_error: 'An id is missing.' }).uuid(BAD_ID).refine(isId, BAD_ID)
/** When the person meant it, by the server's clock as the browser reckons it. */
const at = z.coerce.number().int().positive().max(8.64e15).optional().catch(undefined)
const box = z.union([z.boolean(), z.enum(['on', 'true', 'false', ''])])
const isChecked = (value: z.infer<typeof box> | undefined) =>
  value === true || value === 'on' || value === 'true'
/** A checked checkbox arrives as 'on'; an unchecked one does not arrive. */
const checked = box.optional().transform(isChecked)

export const AddList = z.object({ id: id.optional(), name: name('the list') })

export const AddItem = z.object({
  id: id.optional(),
  name: name('the item'),
  quantity: quantity.transform((milli) => milli ?? 1000),
  price: price.transform((cents) => cents ?? 0),
  completed: checked,
  at,
})

export const EditItem = z.object({
  name: name('the item'),
  quantity,
  price,
  /** What the editor saw: the item's updatedAt when the dialog was opened. */
  seen: z.coerce.number().int().optional().catch(undefined),
})

export const SetCompleted = z.object({ completed: checked, id, at })
/** For programs, which have no checkbox and must say which state they want. */
export const Tick = z.object({ completed: box.transform(isChecked) })

export const MakeToken = z.object({ id: id.optional(), name: name('the token') })

const PLAUSIBLE = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u

/** The one way an address is written here: two spellings must not be two accounts. */
function foldEmail(text: string): string {
  return composed(composed(text.trim()).toLowerCase())
}

const email = (missing: string) =>
  z
    .string({ required_error: missing, invalid_type_error: missing })
    .transform(foldEmail)
    .superRefine((text, context) => {
      const complaint = text === '' ? missing : complaintAboutEmail(text)
      if (complaint) context.addIssue({ code: 'custom', message: complaint })
    })

function complaintAboutEmail(text: string): string | undefined {
  if (text.length > 254) return 'An email address can have 254 characters at the most.'
  const plausible = text.isWellFormed() && PLAUSIBLE.test(text) && !text.includes('..')
  return plausible ? undefined : 'This does not look like an email address.'
}

/** Never trimmed or folded: a password is what was typed, byte by byte. */
const newPassword = (missing: string) =>
  z.string({ required_error: missing, invalid_type_error: missing }).superRefine((text, context) => {
    const complaint = text === '' ? missing : complaintAboutPassword(text)
    if (complaint) context.addIssue({ code: 'custom', message: complaint })
  })

function complaintAboutPassword(text: string): string | undefined {
  const bytes = new TextEncoder().encode(text).length
  if (bytes < 8) return 'The password needs 8 characters or more.'
  if (bytes > 72) return 'The password is too long: 72 bytes at the most, that is 72 plain letters.'
  if (text.includes('\0') || !text.isWellFormed()) {
    return 'The password has a character in it that cannot be used.'
  }
  if (COMMON_PASSWORDS.has(text.toLowerCase())) {
    return 'This password is one of the first that others would try. Please choose another one.'
  }
  return undefined
}

export const Register = z.object({
  name: line('Please tell us your name.'),
  email: email('Please provide your email.'),
  password: newPassword('Please choose a password.'),
})

const MISSING_PASSWORD = 'Please enter your password.'

export const Login = z.object({
  email: email('Please provide your email.'),
  password: z
    .string({ required_error: MISSING_PASSWORD, invalid_type_error: MISSING_PASSWORD })
    .min(1, MISSING_PASSWORD),
})

export const ForgotPassword = z.object({ email: email('Please provide email here') })

/** From a link in a mail; what cannot be one fails like one that was used. */
const token = z.string().max(200).catch('')
const linkEmail = z.string().max(300).catch('').transform(foldEmail)

export const ResetPassword = z.object({
  token,
  email: linkEmail,
  password: newPassword('please enter password'),
})

export const VerifyEmail = z.object({ verificationToken: token, email: linkEmail })

const NO_RECIPE = 'Please enter a recipe name first!'

export const AskAi = z.object({
  id: id.optional(),
  recipe: z
    .string({ required_error: NO_RECIPE, invalid_type_error: NO_RECIPE })
    .transform(cleanLine)
    .refine((text) => text.length > 0, NO_RECIPE)
    .refine(isShort, 'A recipe name can have 200 characters at the most.'),
})
