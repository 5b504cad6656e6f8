import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { HOUR } from '#app/domain/time.ts'
import { temporaryFolder, testServices } from '#tests/support/services.ts'
import { backUpIfDue, backupCommand, scheduleBackups } from './schedule.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const never = new AbortController().signal
/** For slow machines; usually the condition is met immediately. */
const PATIENT = { timeout: 10_000 }

async function makeBackup(path: string) {
  writeFileSync(path, 'a backup')
}

function planIn(folder: string) {
  const plan = { folder, every: 24 * HOUR, keep: 3 }
  return (hours: number) => backUpIfDue(plan, makeBackup, never, NOON + hours * HOUR)
}

test('makes a backup if there is none, and then at each interval', async () => {
  const folder = temporaryFolder()
  const at = planIn(folder)
  expect(await at(0)).toBe(join(folder, 'larder-2026-03-01T12-00-00Z.tar'))
  expect(await at(23.9)).toBeUndefined()
  expect(await at(24)).toBe(join(folder, 'larder-2026-03-02T12-00-00Z.tar'))
})

test('keeps the newest backups and all other files', async () => {
  const folder = temporaryFolder()
  const at = planIn(folder)
  writeFileSync(join(folder, 'larder-by-hand.tar'), '')
  writeFileSync(join(folder, 'larder-2026-02-01T12-00-00Z.tar.part'), 'interrupted')
  for (let day = 0; day < 5; day += 1) await at(day * 24)
  expect(readdirSync(folder).sort()).toEqual([
    'larder-2026-03-03T12-00-00Z.tar',
    'larder-2026-03-04T12-00-00Z.tar',
    'larder-2026-03-05T12-00-00Z.tar',
    'larder-by-hand.tar',
  ])
})

test('deletes no old backup if the new one fails', async () => {
  const folder = temporaryFolder()
  const at = planIn(folder)
  for (let day = 0; day < 3; day += 1) await at(day * 24)
  const before = readdirSync(folder)
  const full = () => Promise.reject(new Error('The disk is full'))
  const plan = { folder, every: HOUR, keep: 1 }
  await expect(backUpIfDue(plan, full, never, NOON + 100 * HOUR)).rejects.toThrow('The disk is full')
  expect(readdirSync(folder)).toEqual(before)
})

test('backups with a future date do not prevent new ones and are deleted first', async () => {
  const folder = temporaryFolder()
  const at = planIn(folder)
  for (let day = 0; day < 3; day += 1) await at((10_000 + day) * 24)
  expect(await at(0)).toBeDefined()
  expect(await at(1)).toBeUndefined()
  await at(24)
  await at(48)
  expect(readdirSync(folder).every((name) => name.startsWith('larder-2026-03'))).toBe(true)
})

/** While the first attempt still lists the folder, which takes real time, a minute passes without an attempt. */
const untilTriedTwice = (tries: () => unknown) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries).toHaveBeenCalledTimes(2)
  }, PATIENT)

test('waits after a failure before it tries again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date', 'performance'] })
  const services = await testServices({ BACKUP_DIR: temporaryFolder(), BACKUP_EVERY: '24h' })
  const tries = vi.fn(() => Promise.reject(new Error('The disk is full')))
  const stop = scheduleBackups(services, tries)
  await vi.waitFor(() => expect(tries).toHaveBeenCalledTimes(1), PATIENT)
  await vi.advanceTimersByTimeAsync(59 * 60_000)
  expect(tries).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await untilTriedTwice(tries)
  stop()
  vi.useRealTimers()
})

test('schedules nothing without a folder', async () => {
  const tries = vi.fn()
  scheduleBackups(await testServices(), tries)()
  expect(tries).not.toHaveBeenCalled()
})

test('a failure while the clock is ahead does not delay the next attempt', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date', 'performance'], now: NOON + 9000 * 24 * HOUR })
  const services = await testServices({ BACKUP_DIR: temporaryFolder(), BACKUP_EVERY: '24h' })
  const tries = vi.fn(() => Promise.reject(new Error('The disk is full')))
  const stop = scheduleBackups(services, tries)
  await vi.waitFor(() => expect(tries).toHaveBeenCalledTimes(1), PATIENT)
  vi.setSystemTime(NOON)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  await untilTriedTwice(tries)
  stop()
  vi.useRealTimers()
})

test('deletes the files of interrupted backups before the next attempt', async () => {
  const folder = temporaryFolder()
  const leftovers = [
    'larder-2026-02-01T12-00-00Z.tar.0a1b2c3d.part',
    'larder-2026-02-01T12-00-00Z.tar.0a1b2c3d.db.part',
  ]
  for (const name of leftovers) writeFileSync(join(folder, name), 'interrupted')
  const full = () => Promise.reject(new Error('The disk is full'))
  const plan = { folder, every: HOUR, keep: 1 }
  await expect(backUpIfDue(plan, full, never, NOON)).rejects.toThrow('The disk is full')
  expect(readdirSync(folder)).toEqual([])
})

test('does not create the mount point of a missing disk', async () => {
  const missing = join(temporaryFolder(), 'usb')
  const plan = { folder: join(missing, 'larder'), every: HOUR, keep: 1 }
  await expect(backUpIfDue(plan, makeBackup, never, NOON)).rejects.toThrow(
    `${missing} doesn't exist. Mount the disk`,
  )
  expect(existsSync(missing)).toBe(false)
})

test('logs the warnings of the backup command', async () => {
  const program = join(temporaryFolder(), 'backup.mjs')
  writeFileSync(
    program,
    `console.log('Saved it.\\nWarning: a receipt is missing.\\nWarning: the index "mine".')`,
  )
  const services = await testServices({ BACKUP_DIR: temporaryFolder(), BACKUP_EVERY: '24h' })
  const warned = vi.spyOn(services.log, 'warn')
  const stop = scheduleBackups(services, backupCommand(program))
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(2), PATIENT)
  expect(warned).toHaveBeenLastCalledWith(
    { said: 'Warning: the index "mine".' },
    'scheduled backup made with a warning',
  )
  stop()
})
