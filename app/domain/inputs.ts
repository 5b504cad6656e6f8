import { domainToASCII } from 'node:url'
import { z } from 'zod/v4'
import { VIEWS } from '#app/domain/aisles/views.ts'
import { isCurrency } from '#app/domain/locale/currencies.ts'
import { FORMATS_NAMES } from '#app/domain/locale/formats.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { isTimeZone } from '#app/domain/locale/timeZones.ts'
import { COMMON_PASSWORDS } from './accounts/commonPasswords.ts'
import { CATEGORIES } from './aisles/categories.ts'
import type { PlainCode } from './errors.ts'
import { isId } from './ids.ts'
import { inStoredUnit, PRICES_FOR, parsePrice, parseQuantity, UNITS } from './items/amounts.ts'
import { asSeen, EMPTY_ITEM, EMPTY_VALUES, type FieldName } from './items/itemFields.ts'
import {
  MAX_DELETED_ITEMS_PER_LIST,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PASSWORD_BYTES,
  MAX_PRICE_CENTS,
  MAX_QUANTITY_MILLI,
  MAX_RECIPE_LENGTH,
  MIN_PASSWORD_BYTES,
} from './limitsAndLifetimes.ts'
import { cleanLine, isShort, normalized } from './text.ts'

// One schema per input, shared by forms and the API. Forms send strings, JSON may send numbers.
// Messages are error codes. `meta` holds what the API's description says beyond the checks.

export const code = (code: PlainCode) => code

const filled = (missing: PlainCode) => z.string(missing).min(1, missing)

const line = ({ missing, invalid, tooLong }: Record<'missing' | 'invalid' | 'tooLong', PlainCode>) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : invalid) })
    .meta({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: `1 to ${MAX_NAME_LENGTH} characters.` })
    .transform(cleanLine)
    .refine((text) => text.length > 0, missing)
    .refine(isShort, tooLong)
const name = (missing: PlainCode) => line({ missing, invalid: 'name-invalid', tooLong: 'name-too-long' })

interface Decimal<T> {
  parse(text: string): T | undefined
  number: z.ZodNumber
  decimals: number
  error: PlainCode
}

/** An empty field of a form counts as left out. */
const decimal = <T>({ parse, number, decimals, error }: Decimal<T>) =>
  z
    .union([z.string().meta({ pattern: `^\\d{0,9}([.,]\\d{1,${decimals}})?$` }), number], { error })
    .transform((value, context) => {
      const text = String(value).trim()
      if (text === '') return undefined
      const parsed = parse(text)
      if (parsed !== undefined) return parsed
      context.addIssue({ code: 'custom', message: error, input: value })
      return z.NEVER
    })
    .optional()

export const quantity = decimal({
  parse: parseQuantity,
  number: z
    .number()
    .positive()
    .max(MAX_QUANTITY_MILLI / 1000),
  decimals: 3,
  error: 'quantity-invalid',
}).describe('More than 0, up to 1,000,000, with up to three decimals.')
/** In cents; a text if it's only a price in a currency without decimals, such as '48.350'. */
const money = (error: PlainCode) =>
  decimal({
    parse: (text): number | string | undefined =>
      parsePrice(text, 2) ?? (parsePrice(text, 0) === undefined ? undefined : text),
    number: z.number().nonnegative().max(MAX_PRICE_CENTS),
    decimals: 2,
    error,
  })

export const price = money('price-invalid').describe(
  'From 0 to 1,000,000, with up to two decimals. In currencies without decimals, from 0 to 100,000,000.',
)
export const paid = money('paid-invalid').nullable()

const note = z
  .string(code('note-too-long'))
  .meta({ maxLength: MAX_NOTE_LENGTH, description: `Up to ${MAX_NOTE_LENGTH} characters, in one line.` })
  .transform(cleanLine)
  .refine((text) => [...text].length <= MAX_NOTE_LENGTH, code('note-too-long'))

const fields = {
  name: name('item-name-required'),
  quantity,
  unit: z.enum(UNITS, code('unit-invalid')).optional(),
  price,
  priceFor: z
    .enum(PRICES_FOR, code('price-for-invalid'))
    .optional()
    .describe('What the price is for: one, or all of it.'),
  note: note.optional(),
} satisfies Record<FieldName, z.ZodType>

export const Forget = z.object({
  name: filled('item-name-required'),
  unit: z.enum(UNITS, code('unit-invalid')),
})

const category = z
  .enum(CATEGORIES, code('category-invalid'))
  .describe('From now on, for all items of this name on the list.')

/** In front of another one, or at the end. */
export const MoveAisle = z.object({
  category: z.enum(CATEGORIES, code('category-invalid')),
  before: z
    .enum(CATEGORIES, code('category-invalid'))
    .nullable()
    .describe('The category behind it from now on. Null for the end.'),
})

/** One of the two. */
export const ChangeOrder = MoveAisle.partial().extend({
  reset: z.union([z.literal(true), z.literal('true')], code('reset-invalid')).optional(),
})

export const ChooseView = z.object({ view: z.enum(VIEWS, code('view-invalid')) })

export const id = z
  .string({ error: ({ input }) => code(input === undefined ? 'id-required' : 'id-invalid') })
  .refine(isId, code('id-invalid'))
  .meta({ format: 'uuid' })
/** When the person did it, on the server's clock as estimated by the browser. */
export const at = z.coerce.number().int().positive().max(8.64e15).optional().catch(undefined)
/** A revision of a list, in a URL: small enough for both databases. */
const revision = (invalid?: PlainCode) => z.coerce.number(invalid).int(invalid).nonnegative(invalid)
export const Before = z.object({ before: revision('before-invalid').optional() })
export const Recent = Before.extend({
  deleted: z.coerce.number().int().min(0).max(MAX_DELETED_ITEMS_PER_LIST).optional(),
})
export const Seen = z.object({ revision: revision().optional() })
const box = z.union([z.boolean(), z.enum(['on', 'true', 'false', ''])], {
  error: code('completed-invalid'),
})
const isChecked = (value: z.infer<typeof box> | undefined) =>
  value === true || value === 'on' || value === 'true'
export const checked = box.optional().transform(isChecked)

export const currency = z
  .string(code('currency-invalid'))
  .refine(isCurrency, code('currency-invalid'))
  .describe('An ISO 4217 code, such as EUR. Currencies with three decimals are missing.')

export const AddList = z.object({
  id: id.optional(),
  name: name('list-name-required'),
  currency: currency.optional(),
})

export const RenameList = AddList.pick({ name: true })

export const ChangeCurrency = z.object({ currency })

/** At least one of them. */
export const EditList = AddList.pick({ name: true, currency: true }).partial()

export const DuplicateList = AddList.pick({ id: true, name: true }).partial()

export const AddItem = z.object({
  id: id.optional(),
  ...fields,
  quantity: quantity.transform((milli) => milli ?? EMPTY_ITEM.quantityMilli),
  price: price.transform((price) => price ?? EMPTY_ITEM.priceCents),
  completed: checked,
  at,
})

export const EditItem = z.object({
  ...fields,
  seen: z.coerce.number().int().optional().catch(undefined),
  /** As the dialog showed them when it was opened: if one is sent, they decide instead of `seen`. */
  ...asSeen({ ...fields, name: fields.name.optional() }),
  category: category.optional(),
  /** As the form showed it: left as it was, it is nobody's choice. */
  seenCategory: z.string().optional(),
})

/** As forms send items: with the units that they have besides the stored ones. */
const inStoredUnits = (form: unknown) => {
  const typed = withoutGaps(form as Record<string, string>)
  const seen = inStoredUnit({ quantity: typed.seenQuantity, unit: typed.seenUnit })
  return {
    ...inStoredUnit(typed),
    ...(seen.unit !== undefined && { seenQuantity: seen.quantity, seenUnit: seen.unit }),
  }
}

const isEmptied = (text: unknown) => typeof text === 'string' && text.trim() === ''

/** An emptied field isn't one that was left as it was. */
const withoutGaps = (form: Record<string, string>): Record<string, string> => ({
  ...form,
  ...(isEmptied(form.quantity) && { quantity: EMPTY_VALUES.quantity }),
  ...(isEmptied(form.price) && { price: EMPTY_VALUES.price }),
})

export const AddForm = z.preprocess(inStoredUnits, AddItem)
export const EditForm = z.preprocess(inStoredUnits, EditItem)

export const Repeatable = z.object({ op: id.optional() })

export const SetCompleted = z.object({ completed: checked, id, at })
export const Tick = z.object({ completed: box.transform(isChecked) })

export const Operation = z.object({ id: id.optional() })
export const Choose = Operation.extend({ to: id })

export const CreateToken = z.object({ id: id.optional(), name: name('token-name-required') })

const PLAUSIBLE = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u

/** Emails are stored in one spelling, so that two spellings can't be two accounts. */
function foldEmail(text: string): string {
  const folded = normalized(normalized(text.trim()).toLowerCase())
  const [local, domain = ''] = folded.split('@')
  if (!PLAUSIBLE.test(folded) || !/\P{ASCII}/u.test(domain)) return folded
  // Some browsers send the domain of an email field as typed, others in ASCII.
  return `${local}@${domainToASCII(domain)}`
}

const email = (missing: PlainCode) =>
  z
    .string(missing)
    .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH })
    .transform(foldEmail)
    .superRefine((text, context) => {
      const code = text === '' ? missing : emailProblem(text)
      if (code) context.addIssue({ code: 'custom', message: code })
    })

function emailProblem(text: string): PlainCode | undefined {
  if (text.length > MAX_EMAIL_LENGTH) return 'email-too-long'
  const plausible = text.isWellFormed() && PLAUSIBLE.test(text) && !text.includes('..')
  return plausible ? undefined : 'email-invalid'
}

/** Never trimmed or normalized: a password is what was typed, byte by byte. */
const newPassword = (missing: PlainCode) =>
  z
    .string(missing)
    .superRefine((text, context) => {
      const code = text === '' ? missing : passwordProblem(text)
      if (code) context.addIssue({ code: 'custom', message: code })
    })
    .meta({ minLength: MIN_PASSWORD_BYTES, maxLength: MAX_PASSWORD_BYTES })

function passwordProblem(text: string): PlainCode | undefined {
  const bytes = new TextEncoder().encode(text).length
  if (bytes < MIN_PASSWORD_BYTES) return 'password-too-short'
  if (bytes > MAX_PASSWORD_BYTES) return 'password-too-long'
  if (text.includes('\0') || !text.isWellFormed()) return 'password-invalid'
  return COMMON_PASSWORDS.has(text.toLowerCase()) ? 'password-too-common' : undefined
}

export const Register = z.object({
  name: name('your-name-required'),
  email: email('email-required'),
  password: newPassword('password-required'),
})

export const ChangeName = z.object({ name: name('your-name-required') })

export const ChooseLanguage = z.object({ language: z.enum(LANGUAGES, code('language-invalid')) })

/** Empty: as the browser asks. */
export const ChangeLanguage = z.object({
  language: z.enum(['', ...LANGUAGES], code('language-invalid')),
  formats: z.enum(['', ...FORMATS_NAMES], code('formats-invalid')),
  currency: z
    .union([z.literal(''), currency], code('currency-invalid'))
    .optional()
    .describe('Of new lists.'),
  timeZone: z
    .string(code('time-zone-invalid'))
    .refine((zone) => zone === '' || isTimeZone(zone), code('time-zone-invalid')),
})

export const ChangeProfile = ChangeLanguage.extend(ChangeName.shape)

export const ChangePassword = z.object({
  currentPassword: filled('current-password-required'),
  password: newPassword('next-password-required'),
})

export const ChangeEmail = z.object({
  email: email('email-required'),
  currentPassword: filled('current-password-required'),
})

export const Login = z.object({
  email: email('email-required'),
  password: filled('password-required'),
})

export const ForgotPassword = z.object({ email: email('reset-email-required') })

/** From a link in an email. A malformed one fails like a used one. */
const linkPart = (maxLength: number) =>
  z
    .unknown()
    .meta({ type: 'string', maxLength })
    .transform((value) => (typeof value === 'string' && value.length <= maxLength ? value : ''))
const token = linkPart(200)
const linkEmail = linkPart(300).transform(foldEmail)

export const ResetLink = z.object({ token, email: linkEmail })

export const ResetPassword = ResetLink.extend({ password: newPassword('new-password-required') })

export const VerifyEmail = z.object({
  verificationToken: token,
  email: linkEmail,
  password: filled('password-required')
    .optional()
    .describe('Needed without the cookie from registering, a session and an API token of the account.'),
})

export const RemoveAtHome = z.object({ id: id.optional(), itemID: id.optional() })

export const AskAi = z.object({
  id: id.optional(),
  recipe: z
    .string(code('recipe-required'))
    .meta({
      minLength: 1,
      maxLength: MAX_RECIPE_LENGTH,
      description: `One dish or several, with commas or line breaks between them; 1 to ${MAX_RECIPE_LENGTH} characters.`,
    })
    .transform((text) =>
      text
        .split(/[\r\n]/)
        .map(cleanLine)
        .filter(Boolean)
        .join(', '),
    )
    .refine((text) => text.length > 0, code('recipe-required'))
    .refine((text) => [...text].length <= MAX_RECIPE_LENGTH, code('recipe-too-long')),
  source: z
    .literal('cookbook', code('source-invalid'))
    .optional()
    .describe('With cookbook, the built-in cookbook answers instead of the AI.'),
})
