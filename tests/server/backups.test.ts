import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { addPerson, startLarder } from '../support/larder.ts'

test('a backup folder that cannot be written is said in the log, and people notice nothing', async () => {
  // Nobody can make a folder in there, not even root.
  const { larder, stop } = await startLarder({ BACKUP_DIR: '/proc/larder', BACKUP_EVERY: '1h' })
  onTestFinished(stop)
  await expect.poll(() => larder.output()).toContain('the scheduled backup failed')
  const ada = addPerson(larder)
  const made = await fetch(`${larder.url}/api/v1/list`, {
    method: 'POST',
    headers: { Cookie: `session=${ada.cookie}` },
    body: new URLSearchParams({ name: 'Saturday' }),
  })
  expect(made.status).toBe(201)
  expect(readdirSync(larder.dataDir).filter((name) => name.includes('.part'))).toEqual([])
})
