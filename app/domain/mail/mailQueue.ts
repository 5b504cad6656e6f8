import { and, asc, count, eq, lte, min } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Config, publicUrl } from '#app/config/config.server.ts'
import { resetLimit, tryConsume } from '#app/domain/accounts/attempts.ts'
import { mintToken, type Purpose } from '#app/domain/accounts/tokens.ts'
import { userByEmail, userByNewEmail } from '#app/domain/accounts/users.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { newId } from '#app/domain/ids.ts'
import { RATE_LIMITS, RETRY_MAIL_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { isLanguage, type Language } from '#app/domain/locale/locale.ts'
import { HOUR, MINUTE, SECOND } from '#app/domain/time.ts'
import type { Mail, MailPort } from '#app/ports/mail/mail.ts'
import type { Database, Db } from '#db/database.ts'
import { outbox } from '#db/schema.ts'
import type { MailKind } from './mailLinks.ts'
import { UNSENT } from './unsent.ts'

/** Longer than any attempt takes. After this, the mail of a sender that crashed is sent again. */
const CLAIM = 2 * MINUTE
const FIRST_RETRY = 5 * SECOND
const MAX_RETRY = 6 * HOUR
const CHECK_INTERVAL = MINUTE
/** Mail is sent after the response, so that response times don't reveal who gets mail. */
const DELAY = 250

type QueuedMail = typeof outbox.$inferSelect

export type MailQueue = ReturnType<typeof startMailQueue>

/** Call in the transaction that causes the mail, and `wake` after its commit. */
export async function queueMail(
  tx: Db,
  kind: MailKind,
  email: string,
  { language = 'en' }: Pick<Visitor, 'language'> = {},
  now = Date.now(),
): Promise<void> {
  const fresh = { id: newId(), language, attempts: 0, nextAttemptAt: now, createdAt: now }
  await tx
    .insert(outbox)
    .values({ ...fresh, kind, email })
    // With a new id, a sender that is sending the old mail doesn't delete this one.
    .onConflictDoUpdate({ target: [outbox.email, outbox.kind], set: fresh })
    .run()
}

/** For mail that strangers can cause. They never learn that nothing was sent. */
export async function queueLimitedMail(
  tx: Db,
  kind: MailKind,
  email: string,
  visitor: Pick<Visitor, 'language'> = {},
): Promise<void> {
  const limit = kind === 'reset' ? RATE_LIMITS.resetMailsByEmail : RATE_LIMITS.otherMailsByEmail
  const consumed = await tryConsume(tx, limit, mailboxOf(email))
  if (consumed.allowed) await queueMail(tx, kind, email, visitor)
}

/** Takes as long as one that is sent, and uses up nobody's mails. */
export async function countMailThatIsNotSent(tx: Db, email: string): Promise<void> {
  await tryConsume(tx, RATE_LIMITS.otherMailsByEmail, `none ${mailboxOf(email)}`)
}

/** Usually, ada+anything@example.org is the mailbox of ada@example.org. */
const mailboxOf = (email: string) => email.replace(/(?<=.)\+.*(?=@)/, '')

export async function clearMailLimit(tx: Db, email: string): Promise<void> {
  await resetLimit(tx, RATE_LIMITS.resetMailsByEmail, mailboxOf(email))
}

export async function queuedMail({ db }: Pick<Database, 'db'>): Promise<{ mails: number; since: number }> {
  const row = await db
    .select({ mails: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .get()
  return { mails: row?.mails ?? 0, since: row?.since ?? 0 }
}

interface MailQueueServices extends Pick<Database, 'db' | 'write'> {
  config: Config
  log: Logger
  mail: MailPort | undefined
}

/** An email in somebody's language, with a link for its token. */
type WriteMail = (language: Language, kind: MailKind, to: string, base: string, token?: string) => Mail

export function startMailQueue(
  { config, db, write, log, mail: mailPort }: MailQueueServices,
  writeMail: WriteMail,
) {
  const base = publicUrl(config)
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let closing: Promise<void> | undefined
  let running: Promise<void> | undefined

  function schedule(delay: number) {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(run, delay)
    timer.unref()
  }

  function run() {
    timer = undefined
    void sendDue()
  }

  function sendDue(now?: number): Promise<void> {
    running = (running ?? Promise.resolve()).then(() => sendAll(now))
    return running
  }

  async function sendAll(now: number | undefined) {
    try {
      while (!closed) {
        const queued = await claim(now ?? Date.now())
        if (!queued) break
        await deliver(queued, now ?? Date.now())
      }
      const next = await db
        .select({ at: min(outbox.nextAttemptAt) })
        .from(outbox)
        .get()
      const delay = (next?.at ?? Number.POSITIVE_INFINITY) - Date.now()
      if (!timer) schedule(Math.min(CHECK_INTERVAL, Math.max(DELAY, delay)))
    } catch (error) {
      log.error({ err: error }, 'could not process the mail queue')
      schedule(CHECK_INTERVAL)
    }
  }

  /** Moving the date claims the mail, even among several processes on one database. */
  function claim(now: number): Promise<QueuedMail | undefined> {
    return write(async (tx) => {
      const due = await tx
        .select()
        .from(outbox)
        .where(lte(outbox.nextAttemptAt, now))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(1)
        .get()
      if (!due) return undefined
      return tx
        .update(outbox)
        .set({ attempts: due.attempts + 1, nextAttemptAt: now + CLAIM })
        .where(and(eq(outbox.id, due.id), eq(outbox.attempts, due.attempts)))
        .returning()
        .get()
    })
  }

  async function deliver(queued: QueuedMail, now: number) {
    try {
      if (mailPort) await send(mailPort, queued, now)
      else await noteUnsent(queued)
      await write((tx) => tx.delete(outbox).where(eq(outbox.id, queued.id)).run())
    } catch (error) {
      await postpone(queued, error, now)
    }
  }

  async function send(port: MailPort, queued: QueuedMail, now: number) {
    const mail = await compose(queued, now)
    if (mail) await port.send(mail)
  }

  /** Without a link, which anyone could ask for: the operator makes one for whom they know. */
  async function noteUnsent({ kind, email }: QueuedMail) {
    if (kind === 'email-changed') return
    const user = await recipient(db, kind, email)
    if (user) log.info({ user: user.id }, UNSENT[kind])
  }

  /** Creates the token now, so that its lifetime starts here and none is stored in the queue. */
  function compose({ kind, email, language }: QueuedMail, now: number) {
    return write(async (tx) => {
      const user = await recipient(tx, kind, email)
      if (!user && kind !== 'email-changed') return undefined
      if (kind === 'verify' && user?.emailVerifiedAt) return undefined
      const purpose = PURPOSES[kind]
      if (purpose && user?.disabledAt) return undefined
      const token = purpose && user && (await mintToken(tx, purpose, user.id, { now, email }))
      const known = [user?.language ?? '', language].find(isLanguage)
      return writeMail(known ?? 'en', kind, email, base, token)
    })
  }

  async function postpone({ id, kind, attempts, createdAt }: QueuedMail, error: unknown, now: number) {
    const claimed = and(eq(outbox.id, id), eq(outbox.attempts, attempts))
    if (now - createdAt > RETRY_MAIL_FOR) {
      log.error({ err: error, kind, attempts }, 'gave up on a mail after three days')
      await write((tx) => tx.delete(outbox).where(claimed).run())
      return
    }
    const wait = retryDelay(attempts)
    log.warn({ err: error, kind, attempts, retryIn: Math.round(wait / SECOND) }, 'could not send a mail')
    const nextAttemptAt = now + wait
    await write((tx) => tx.update(outbox).set({ nextAttemptAt }).where(claimed).run())
  }

  async function finish(): Promise<void> {
    closed = true
    clearTimeout(timer)
    // A send that takes longer is retried after the next start.
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 3 * SECOND).unref())])
  }

  schedule(DELAY)
  return {
    wake: () => schedule(DELAY),
    sendDue,
    close() {
      closing ??= finish()
      return closing
    },
  }
}

/** For commands that run while the server does: only the server sends mail. */
export function disabledMailQueue(): MailQueue {
  return { wake() {}, async sendDue() {}, async close() {} }
}

/** Undefined for the old email of an account: if it has one again, that is another one. */
async function recipient(db: Db, kind: MailKind, email: string) {
  if (kind === 'email-changed') return undefined
  return kind === 'new-email' ? userByNewEmail(db, email) : userByEmail(db, email)
}

const PURPOSES: Partial<Record<MailKind, Purpose>> = {
  verify: 'verify',
  reset: 'reset',
  'new-email': 'email',
}

function retryDelay(attempts: number): number {
  const wait = Math.min(FIRST_RETRY * 2 ** (attempts - 1), MAX_RETRY)
  return Math.round(wait * (0.8 + 0.4 * Math.random()))
}
