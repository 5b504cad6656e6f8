import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addItem, itemsOf } from '#app/domain/items/items.ts'
import { serveApi } from '../support/api.ts'
import { addOneList } from '../support/examples.ts'
import { addUser, CALLER, testServices } from '../support/services.ts'

const README = readFileSync('README.md', 'utf8')
const section = README.slice(README.indexOf('## Use the API'), README.indexOf('## Develop it'))
const requests = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block).join('')

const canRun = ['bash', 'curl', 'jq'].every((name) => !spawnSync(name, ['--version']).error)

test.runIf(canRun)("the README's requests work, and tick the item that they added", async () => {
  const services = await testServices()
  const user = await addUser(services)
  const listId = await addOneList(services, user)
  await addItem(services, user, { listId, ...AddItem.parse({ name: 'Bread' }) })
  const token = await createToken(services, user, { name: 'A script' }, CALLER)
  const script = requests
    .replace(/^LARDER=.*$/m, `LARDER=${await serveApi(services)}/api/v1`)
    .replace(/^TOKEN=.*$/m, `TOKEN=${token}`)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])
  expect(stdout).not.toContain('"code"')
  expect(stdout.trim()).toMatch(/5\.49$/)
  const items = await itemsOf(services, user, listId)
  expect(items.map(({ name, completed }) => [name, completed])).toEqual([
    ['Bread', false],
    ['potatoes', false],
    ['eggs', false],
    ['Milk', true],
  ])
})
