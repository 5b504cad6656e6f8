import type { LoaderFunctionArgs } from '@remix-run/node'
import { VERSION } from '#app/config/version.ts'
import type { User } from '#app/domain/access/access.ts'
import { tokensOf } from '#app/domain/accounts/apiTokens.ts'
import { emailThatWaits } from '#app/domain/accounts/changeEmail.ts'
import { isOperator } from '#app/domain/accounts/registration.ts'
import { sessionsOf } from '#app/domain/accounts/sessions.ts'
import { findUser } from '#app/domain/accounts/users.ts'
import { newId } from '#app/domain/ids.ts'
import { countInOtherCurrencies } from '#app/domain/lists/changeCurrencies.ts'
import { currencyOf, currencyOptions, isCurrency } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { TIME_ZONES } from '#app/domain/locale/timeZones.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { showsSeen } from '#app/domain/sharing/seen.ts'
import { requireUser, visitorOf } from '#app/http/in/auth.ts'
import type { Services } from '#app/services.ts'
import { notices } from '#app/words/en/notices.ts'
import { date } from '#app/words/format.ts'
import { storage } from '#app/words/limits.ts'
import { wordsOf } from '#app/words/reader.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { session = '' } = visitorOf(context, request)
  const { reader } = context
  const tokens = await tokensOf(services, user)
  const account = await findUser(services.db, user.id)
  const newEmail = account && emailThatWaits(account)
  const stored = await storedBy(services.db, user.id)
  return {
    user,
    emailWaits: newEmail ? wordsOf(reader, notices).emailWaitsFor({ email: newEmail }) : undefined,
    timeZones: TIME_ZONES,
    currencies: currencyOptions(reader, user.currency),
    question: await questionOf(services, user, new URL(request.url).searchParams.get('currency')),
    currency: currencyOf(reader.currency ?? DEFAULT_CURRENCY),
    showsSeen: await showsSeen(services, user),
    sessions: await sessionsOf(services, user, session),
    nextId: newId(),
    storage: storage(reader, stored, services.config.STORAGE_PER_ACCOUNT),
    version: (await isOperator(services, user)) ? VERSION : undefined,
    tokens: tokens.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created: date(reader, createdAt),
      lastUsed: lastUsedAt === null ? undefined : date(reader, lastUsedAt),
    })),
  }
}

/** Whether the lists there are should have the new currency, too. */
async function questionOf(services: Services, user: User, currency: string | null) {
  if (!isCurrency(currency)) return undefined
  const lists = await countInOtherCurrencies(services, user, currency)
  return lists > 0 ? { currency, symbol: currencyOf(currency).symbol, lists } : undefined
}
