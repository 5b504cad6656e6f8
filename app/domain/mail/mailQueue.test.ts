import { expect, onTestFinished, test } from 'vitest'
import { writeMail } from '#app/document/writeMail.ts'
import { HOUR } from '#app/domain/time.ts'
import { createServices } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { readerIn } from '#app/words/languages.server.ts'
import type { Db } from '#db/database.ts'
import { outbox, tokens } from '#db/schema.ts'
import { freePort } from '#tests/support/freePort.mjs'
import { linkIn, startMailbox } from '#tests/support/mailbox.ts'
import { addUser, servicesWithMail, testServices } from '#tests/support/services.ts'
import type { MailKind } from './mailLinks.ts'
import { queueMail, startMailQueue } from './mailQueue.ts'

const queue = (services: Services, kind: MailKind, email: string) =>
  services.write((tx) => queueMail(tx, kind, email))
const waiting = (services: Services) => services.db.select().from(outbox).all()

function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

const smtpAt = (port: number) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_SECURITY: 'none',
  BASE_URL: 'https://larder.example',
})

// ASVS 16.5.2 16.5.3
test('mail waits while the mail server is down, and arrives once when it is back', async () => {
  const port = await freePort()
  const services = await testServices(smtpAt(port))
  const { email } = await addUser(services)
  await queue(services, 'reset', email)
  const start = Date.now()
  await services.mailQueue.sendDue(start)
  await services.mailQueue.sendDue(start + 60_000)
  expect(await waiting(services)).toMatchObject([{ email, kind: 'reset', attempts: 2 }])

  const mailbox = await startMailbox({}, port)
  onTestFinished(() => mailbox.stop())
  await services.mailQueue.sendDue(start + 2 * HOUR)
  await services.mailQueue.sendDue(start + 4 * HOUR)
  expect(mailbox.received).toHaveLength(1)
  expect(await waiting(services)).toEqual([])
})

test('retries wait longer after each failure and stop after three days', async () => {
  const services = await testServices(smtpAt(await freePort()))
  const { email } = await addUser(services)
  await queue(services, 'reset', email)
  const start = Date.now()
  const waits: number[] = []
  let now = start
  while ((await waiting(services)).length > 0) {
    await services.mailQueue.sendDue(now)
    const next = (await waiting(services))[0]?.nextAttemptAt
    if (next === undefined) break
    waits.push(next - now)
    now = next
  }
  expect(waits[0]).toBeLessThan(10_000)
  expect(Math.max(...waits)).toBeLessThan(8 * HOUR)
  expect(now - start).toBeGreaterThan(72 * HOUR)
  expect(now - start).toBeLessThan(81 * HOUR)
  expect(waits.length).toBeLessThan(40)
})

test('queued mail is sent after a restart', async () => {
  const port = await freePort()
  const services = await testServices(smtpAt(port))
  const { email } = await addUser(services)
  await queue(services, 'verify', email)
  await services.mailQueue.close()

  const mailbox = await startMailbox({}, port)
  onTestFinished(() => mailbox.stop())
  const restarted = await createServices(services.config, services.log)
  onTestFinished(() => restarted.close())
  expect((await mailbox.to(email))[0]?.subject).toBe('Confirm your email')
})

test("a second process doesn't send mail that is already being sent", async () => {
  let release = () => {}
  const reached = gate()
  const mailbox = await startMailbox({
    onRcptTo(_address, _session, accept) {
      release = () => accept()
      reached.open()
    },
  })
  onTestFinished(() => mailbox.stop())
  const services = await testServices(smtpAt(mailbox.port))
  const { email } = await addUser(services)
  await queue(services, 'reset', email)
  const sending = services.mailQueue.sendDue()
  await reached.passed

  const second = await createServices(services.config, services.log)
  onTestFinished(() => second.close())
  await second.mailQueue.sendDue()
  expect(await waiting(second)).toMatchObject([{ attempts: 1 }])
  release()
  await sending
  expect(mailbox.received).toHaveLength(1)
  expect(await waiting(second)).toEqual([])
})

test('mail queued while the queue reads when the next one is due does not wait for that one', async () => {
  const { services, mailbox } = await servicesWithMail()
  await services.mailQueue.close()
  const reading = gate()
  const queued = gate()
  const get = async () => {
    reading.open()
    await queued.passed
    return { at: Date.now() + HOUR }
  }
  // Takes as long to answer as the test wants.
  const db = { select: () => ({ from: () => ({ get }) }) } as unknown as Db
  const slow = startMailQueue({ ...services, db }, (language, ...mail) =>
    writeMail(readerIn(language), ...mail),
  )
  onTestFinished(() => slow.close())
  const sending = slow.sendDue()
  await reading.passed
  const { email } = await addUser(services)
  await queue(services, 'reset', email)
  slow.wake()
  queued.open()
  await sending
  expect(await mailbox.to(email)).toHaveLength(1)
})

test('repeated requests while a mail is queued send one mail', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { email } = await addUser(services)
  for (let n = 0; n < 3; n++) await queue(services, 'reset', email)
  await services.mailQueue.sendDue()
  expect(mailbox.received).toHaveLength(1)
})

test('the queue contains no tokens; they are created when the mail is sent', async () => {
  const { services, mailbox } = await servicesWithMail()
  const { email } = await addUser(services)
  await queue(services, 'reset', email)
  expect(await services.db.select().from(tokens).all()).toEqual([])
  await services.mailQueue.sendDue()
  const [mail] = await mailbox.to(email)
  expect(mail && new URL(linkIn(mail)).searchParams.get('token')).toHaveLength(43)
  expect(await services.db.select().from(tokens).all()).toHaveLength(1)
})

test('without BASE_URL, links point to localhost', async () => {
  const { services, mailbox } = await servicesWithMail({ BASE_URL: '', PORT: '4000' })
  const { email } = await addUser(services)
  await queue(services, 'taken', email)
  await services.mailQueue.sendDue()
  const [mail] = await mailbox.to(email)
  expect(mail && linkIn(mail)).toBe('http://localhost:4000/login')
})
