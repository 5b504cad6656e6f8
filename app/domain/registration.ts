import { eq } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { prepared } from '#db/prepared.ts'
import { settings, users } from '#db/schema.ts'

// Two may close the door, the configuration and the operator's command; it is open when neither does.

export type Registration = 'open' | 'closed'

type Asked = Pick<Services, 'config' | 'db'>

const closedByCommand = prepared((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, 'registration')).prepare(),
)

/** Asked anew each time: the command works while the server runs. */
export function registrationOf({ config, db }: Asked): Registration {
  if (config.REGISTRATION === 'closed') return 'closed'
  return closedByCommand(db).get()?.value === 'closed' ? 'closed' : 'open'
}

/** Lasts until it is said otherwise, through restarts, upgrades and restores. */
export async function setRegistration({ write }: Services, value: Registration): Promise<void> {
  await write((tx) =>
    tx
      .insert(settings)
      .values({ key: 'registration', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .run(),
  )
}

const anybody = prepared((db) => db.select({ id: users.id }).from(users).limit(1).prepare())

/** Nobody has an account yet: whoever comes now is setting it up. */
export function isFresh({ db }: Asked): boolean {
  return anybody(db).get() === undefined
}
