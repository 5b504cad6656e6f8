import { eq } from 'drizzle-orm'
import type { User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { apiTokens, companions, sessions, users } from '#db/schema.ts'
import { iso } from './exportRows.ts'
import { findUser } from './users.ts'

export async function accountJson({ db }: Services, user: User) {
  const row = await findUser(db, user.id)
  const signedIn = await db.select().from(sessions).where(eq(sessions.userId, user.id)).all()
  const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, user.id)).all()
  const othersWhere = (own: Side, other: Side) =>
    db
      .select({ name: users.name, role: companions.role, acceptedAt: companions.acceptedAt })
      .from(companions)
      .innerJoin(users, eq(users.id, other))
      .where(eq(own, user.id))
      .all()
  const always = await othersWhere(companions.userId, companions.otherId)
  const withYou = await othersWhere(companions.otherId, companions.userId)
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    language: row?.language,
    formats: row?.formats,
    timeZone: row?.timeZone,
    currency: row?.currency,
    createdAt: iso(row?.createdAt),
    emailConfirmedAt: iso(row?.emailVerifiedAt),
    signedIn: signedIn.map((session) => ({
      since: iso(session.createdAt),
      lastSeen: iso(session.lastSeenAt),
    })),
    apiTokens: tokens.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: iso(createdAt),
      lastUsed: iso(lastUsedAt),
    })),
    alwaysSharesWith: always.map(companionJson),
    alwaysSharedWithYouBy: withYou.map(companionJson),
  }
}

function companionJson({
  acceptedAt,
  ...companion
}: Pick<Companion, 'role' | 'acceptedAt'> & { name: string }) {
  return { ...companion, acceptedAt: iso(acceptedAt) }
}

type Companion = typeof companions.$inferSelect
type Side = typeof companions.userId | typeof companions.otherId
