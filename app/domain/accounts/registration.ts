import { eq } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { prepared } from '#db/database.ts'
import { settings, users } from '#db/schema.ts'

export type Registration = 'open' | 'invited' | 'closed'

const storedSetting = prepared((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'registration')).prepare(),
)

export async function registrationOf({ config, db }: Pick<Services, 'config' | 'db'>): Promise<Registration> {
  if (config.REGISTRATION === 'closed') return 'closed'
  const stored = await storedSetting(db).get()
  if (stored?.value === 'closed') return 'closed'
  return config.REGISTRATION === 'invited' || stored?.value === 'invited' ? 'invited' : 'open'
}

export async function setRegistration({ write }: Pick<Services, 'write'>, value: Registration) {
  await write((tx) =>
    tx
      .insert(settings)
      .values({ key: 'registration', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .run(),
  )
}

/** Ids sort by the time they were made. */
const firstUser = prepared((db) =>
  db.select({ id: users.id }).from(users).orderBy(users.id).limit(1).prepare(),
)

export async function hasNoUsers({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return (await firstUser(db).get()) === undefined
}

/** The operator has no role of their own: it is the oldest account. */
export async function isOperator({ db }: Pick<Services, 'db'>, { id }: User): Promise<boolean> {
  return (await firstUser(db).get())?.id === id
}
