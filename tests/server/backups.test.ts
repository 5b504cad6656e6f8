import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addPerson } from '../support/larder.ts'
import { temporaryFolder } from '../support/services.ts'
import { testLarder } from '../support/testLarder.ts'

test('a backup folder whose disk is not mounted is logged as a sentence', async () => {
  const BACKUP_DIR = join(temporaryFolder(), 'disk/backups')
  const { larder } = await testLarder({ BACKUP_DIR })
  await expect.poll(() => larder.output()).toContain('scheduled backup failed')
  const line = larder
    .output()
    .split('\n')
    .find((line) => line.includes('scheduled backup failed'))
  expect(JSON.parse(line ?? '')).toEqual({
    level: 'error',
    time: expect.any(String),
    said: `${dirname(BACKUP_DIR)} doesn't exist. Mount the disk, or set BACKUP_DIR to another folder.`,
    msg: 'scheduled backup failed',
  })
})

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
