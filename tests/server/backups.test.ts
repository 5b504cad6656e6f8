import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addPerson } from '../support/larder.ts'
import { testLarder } from '../support/testLarder.ts'

test('an unwritable backup folder is logged and does not affect users', async () => {
  // Not even root can create a folder in /proc.
  const { larder } = await testLarder({ BACKUP_DIR: '/proc/larder', BACKUP_EVERY: '1h' })
  await expect.poll(() => larder.output()).toContain('scheduled backup failed')
  const ada = addPerson(larder)
  const made = await fetch(`${larder.url}/api/v1/list`, {
    method: 'POST',
    headers: { Cookie: `session=${ada.cookie}` },
    body: new URLSearchParams({ name: 'Saturday' }),
  })
  expect(made.status).toBe(201)
  expect(readdirSync(larder.dataDir).filter((name) => name.includes('.part'))).toEqual([])
})
