import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/freePort.mjs'
import { runLarder } from '../support/operator.ts'
import { startS3 } from '../support/s3.ts'
import { temporaryFolder } from '../support/services.ts'
import { testLarder } from '../support/testLarder.ts'

type Environment = Record<string, string>

/** Two receipts, in the data folder. */
async function withDemo() {
  const dataDir = temporaryFolder()
  await runLarder(dataDir, ['demo'])
  const run = async (environment: Environment, ...words: string[]) => {
    // Without it, the SDK warns of old versions of Node.
    const quiet = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...environment }
    const { code, output } = await runLarder(dataDir, words, { environment: quiet })
    expect(output).not.toMatch(/^\s+at /m)
    return { code, output: output.replace(/ {2,}/g, ' ') }
  }
  const doctor = async (environment: Environment) =>
    (await run({ PORT: String(await freePort()), ...environment }, 'doctor')).output
      .split('\n')
      .filter((line) => / receipts /.test(line.slice(0, 15)))
  const files = () =>
    readdirSync(join(dataDir, 'receipts'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.webp'),
    )
  return { dataDir, run, doctor, files }
}

test('receipts that a new S3_BUCKET hides are named at the start and by doctor, and moved', async () => {
  const s3 = await startS3()
  const { dataDir, run, doctor, files } = await withDemo()
  expect(await doctor({})).toEqual(['ok receipts They are files in DATA_DIR.'])
  const missing = `2 of 2 receipts are missing in the bucket larder. They are in ${dataDir}/receipts: move them with larder move-receipts --to s3.`
  expect(await doctor(s3)).toContain(`FAIL receipts ${missing}`)
  const { larder } = await testLarder({ ...s3, DATA_DIR: dataDir })
  await expect.poll(larder.output).toContain(missing)

  expect(await run(s3, 'move-receipts', '--to', 's3')).toEqual({
    code: 0,
    output: 'Moved 2 receipts to the bucket larder. Larder needs S3_BUCKET from now on.\n',
  })
  expect(files()).toEqual([])
  expect(await doctor(s3)).toEqual([expect.stringMatching(/^ok receipts The bucket larder/)])
})

test('receipts are moved out of the bucket, and moving them again changes nothing', async () => {
  const s3 = await startS3()
  const { dataDir, run, doctor, files } = await withDemo()
  await run(s3, 'move-receipts', '--to', 's3')
  expect((await run(s3, 'move-receipts', '--to', 's3')).output).toMatch(/^There were no receipts to move/)
  expect(await doctor({})).toContainEqual(
    expect.stringMatching(
      /^FAIL receipts 2 of 2 receipts are missing in \S+receipts\. If they are in an S3 bucket/,
    ),
  )
  expect(await run(s3, 'move-receipts', '--to', 'local')).toEqual({
    code: 0,
    output: `Moved 2 receipts to ${dataDir}/receipts. Now remove S3_BUCKET and restart Larder.\n`,
  })
  expect(files()).toHaveLength(2)
})

test('receipts that are in neither place are counted', async () => {
  const s3 = await startS3()
  const { dataDir, run, doctor, files } = await withDemo()
  rmSync(join(dataDir, 'receipts', files()[0] ?? ''))
  expect(await doctor(s3)).toContainEqual(
    expect.stringContaining('2 of 2 receipts are missing in the bucket larder. 1 of them is in'),
  )
  expect((await run(s3, 'move-receipts', '--to', 's3')).output).toMatch(
    /^Moved 1 receipt to .*\nWarning: the files of 1 receipt are in neither place\.\n$/,
  )
})

test('move-receipts needs a bucket, and a place to move to', async () => {
  const { run, files } = await withDemo()
  const refused = await run({}, 'move-receipts', '--to', 's3')
  expect(refused).toEqual({
    code: 1,
    output: 'Set S3_BUCKET and its keys, also to move receipts out of it. Nothing was moved.\n',
  })
  expect(files()).toHaveLength(2)
  for (const words of [[], ['s3'], ['--to', 'disk']]) {
    const { code, output } = await run({}, 'move-receipts', ...words)
    expect(code).toBe(2)
    expect(output).toContain('Usage: npm run larder -- move-receipts --to s3|local\n')
  }
  const empty = join(temporaryFolder(), 'mistyped')
  expect((await runLarder(empty, ['move-receipts', '--to', 's3'])).output).toContain(
    'There is no Larder data',
  )
  expect(existsSync(empty)).toBe(false)
})
