import { eq, ne } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { prepared } from '#db/database.ts'
import { settings, users } from '#db/schema.ts'

const REGISTRATIONS = ['open', 'invited', 'closed'] as const

export type Registration = (typeof REGISTRATIONS)[number]

export const isRegistration = (value: string): value is Registration =>
  REGISTRATIONS.some((known) => known === value)

const storedSetting = prepared((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'registration')).prepare(),
)

export async function registrationOf(services: Pick<Services, 'config' | 'db'>): Promise<Registration> {
  return services.config.REGISTRATION ?? (await storedRegistration(services)) ?? 'open'
}

/** What the operator's command has set. It counts unless the environment says something. */
export async function storedRegistration({ db }: Pick<Services, 'db'>): Promise<Registration | undefined> {
  const stored = await storedSetting(db).get()
  return stored && isRegistration(stored.value) ? stored.value : undefined
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

export const DEMO_EMAIL = 'demo@larder.example'

/** Sample data belongs to nobody: the next account is still the first. Ids sort by the time they were made. */
const firstUser = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(ne(users.email, DEMO_EMAIL))
    .orderBy(users.id)
    .limit(1)
    .prepare(),
)

export async function awaitsFirstUser({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return (await firstUser(db).get()) === undefined
}

const anyUser = prepared((db) => db.select({ id: users.id }).from(users).limit(1).prepare())

/** Whether there is no account at all, not even the demo's. */
export async function hasNoUsers({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return (await anyUser(db).get()) === undefined
}

/** The operator has no role of their own: it is the oldest account. */
export async function isOperator({ db }: Pick<Services, 'db'>, { id }: User): Promise<boolean> {
  return (await firstUser(db).get())?.id === id
}
