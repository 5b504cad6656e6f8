import { and, asc, count, eq, lte, min } from 'drizzle-orm'
import { publicUrl } from '#app/config.server.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { outbox, users } from '#db/schema.ts'
import { newId } from './ids.ts'
import { type MailKind, writeMail } from './mails.ts'
import { DAY, HOUR, SECOND } from './time.ts'
import { mintToken, type Purpose } from './tokens.ts'

const GIVE_UP = 3 * DAY
/** Longer than any attempt takes: a mail whose sender died is taken up again after this. */
const CLAIM = 120 * SECOND
const FIRST_RETRY = 5 * SECOND
const LONGEST_RETRY = 6 * HOUR
/** Sending starts a moment after the answer, so that answers do not tell who gets a mail. */
const PAUSE = 250

type Waiting = typeof outbox.$inferSelect

export interface Outbox {
  /** Something was queued and committed. */
  wake(): void
  /** Sends what is due; resolves when nothing is. */
  sendDue(now?: number): Promise<void>
  close(): Promise<void>
}

/** Part of the unit of work that makes the mail necessary; call `wake` after it. */
export function queueMail(tx: Db, kind: MailKind, email: string, now = Date.now()): void {
  const fresh = { id: newId(), attempts: 0, nextAttemptAt: now, createdAt: now }
  tx.insert(outbox)
    .values({ ...fresh, kind, email })
    // The new id keeps a sender that is busy with the old one from removing this one.
    .onConflictDoUpdate({ target: [outbox.email, outbox.kind], set: fresh })
    .run()
}

/** How much mail is not sent yet, and since when (0: there is none). */
export function mailWaiting({ db }: Pick<Services, 'db'>): { mails: number; since: number } {
  const found = db
    .select({ mails: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .get()
  return { mails: found?.mails ?? 0, since: found?.since ?? 0 }
}

export function startOutbox(services: Omit<Services, 'outbox'>): Outbox {
  const { write, db, log } = services
  const base = publicUrl(services.config)
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let running: Promise<void> | undefined

  function schedule(delay: number) {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void sendDue(), Math.min(delay, HOUR))
    timer.unref()
  }

  function sendDue(now?: number): Promise<void> {
    running = (running ?? Promise.resolve()).then(() => round(now))
    return running
  }

  async function round(now: number | undefined) {
    try {
      while (!closed) {
        const mail = await claim(now ?? Date.now())
        if (!mail) break
        await deliver(mail, now ?? Date.now())
      }
      const next = db
        .select({ at: min(outbox.nextAttemptAt) })
        .from(outbox)
        .get()?.at
      if (next) schedule(Math.max(PAUSE, next - Date.now()))
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be worked on')
      schedule(60 * SECOND)
    }
  }

  /** Whoever moves the date has the mail: also with several processes on one database. */
  function claim(now: number): Promise<Waiting | undefined> {
    return write((tx) => {
      const due = tx
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
        .where(eq(outbox.id, due.id))
        .returning()
        .get()
    })
  }

  async function deliver(waiting: Waiting, now: number) {
    try {
      const mail = await compose(waiting, now)
      if (mail) await services.mail.send(mail)
      await write((tx) => tx.delete(outbox).where(eq(outbox.id, waiting.id)).run())
    } catch (error) {
      await postpone(waiting, error, now)
    }
  }

  /** The token is made now: its time runs from here, and none lies about in the outbox. */
  function compose({ kind, email }: Waiting, now: number) {
    return write((tx) => {
      const user = tx.select().from(users).where(eq(users.email, email)).get()
      if (!user || (kind === 'verify' && user.emailVerifiedAt)) return undefined
      const purpose = PURPOSES[kind]
      return writeMail(kind, email, base, purpose && mintToken(tx, purpose, user.id, { now }))
    })
  }

  async function postpone({ id, kind, attempts, createdAt }: Waiting, error: unknown, now: number) {
    const mine = and(eq(outbox.id, id), eq(outbox.attempts, attempts))
    if (now - createdAt > GIVE_UP) {
      log.error({ err: error, kind, attempts }, 'a mail could not be sent for three days and was given up')
      await write((tx) => tx.delete(outbox).where(mine).run())
      return
    }
    const wait = retryAfter(attempts)
    log.warn({ err: error, kind, attempts, retryIn: Math.round(wait / SECOND) }, 'a mail could not be sent')
    const nextAttemptAt = now + wait
    await write((tx) => tx.update(outbox).set({ nextAttemptAt }).where(mine).run())
  }

  schedule(PAUSE)
  return {
    wake: () => schedule(PAUSE),
    sendDue,
    async close() {
      closed = true
      clearTimeout(timer)
      // What takes longer is taken up again after the next start.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 3 * SECOND).unref())])
    },
  }
}

/** For programs beside the server, which is the one that sends. */
export function sleepingOutbox(): Outbox {
  return { wake() {}, async sendDue() {}, async close() {} }
}

const PURPOSES: Partial<Record<MailKind, Purpose>> = { verify: 'verify', reset: 'reset' }

/** Twice as long each time, and never in step with others. */
function retryAfter(attempts: number): number {
  const wait = Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY)
  return Math.round(wait * (0.8 + 0.4 * Math.random()))
}
