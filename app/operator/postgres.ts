import { join } from 'node:path'
import type { Config } from '#app/config/config.server.ts'
import { OperatorError } from './errors.ts'

// Larder's own backups copy SQLite. For PostgreSQL, its own tools do that better.

const IN_POSTGRES = 'The data is in PostgreSQL (DATABASE_URL).'
const MORE = 'More in docs/postgresql.md.'

export function insteadOfBackup(config: Config): OperatorError {
  const { folder, bucket } = receiptsOf(config)
  const copy = config.S3_BUCKET ? `aws s3 sync ${bucket} receipts` : `rsync -a ${folder}/ receipts/`
  return commands(
    `${IN_POSTGRES} Back it up with these commands, also while Larder is running:`,
    [copy, 'pg_dump --format=custom --file=larder.dump "$DATABASE_URL"', copy],
    `The receipts are copied twice, so that none of those in the dump is missing. ${MORE}`,
  )
}

export function insteadOfRestore(config: Config): OperatorError {
  const { folder, bucket } = receiptsOf(config)
  return commands(
    `${IN_POSTGRES} Stop all Larder servers, then restore with these commands:`,
    [
      config.S3_BUCKET ? `aws s3 sync receipts ${bucket}` : `rsync -a receipts/ ${folder}/`,
      'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" larder.dump',
      `psql "$DATABASE_URL" --command="TRUNCATE sessions, tokens, api_tokens"`,
    ],
    `The last command signs everybody out, because the dump may have sessions and tokens that have ended since. ${MORE}`,
  )
}

export function insteadOfCheck(config: Config): OperatorError {
  const { folder, bucket } = receiptsOf(config)
  const list = config.S3_BUCKET
    ? `aws s3 ls --recursive --summarize ${bucket}`
    : `cat ${folder}/*/* > /dev/null`
  return commands(
    `${IN_POSTGRES} The first command reads all of it and reports damage:`,
    ['pg_dump --file=/dev/null "$DATABASE_URL"', list],
    `The second ${config.S3_BUCKET ? 'lists' : 'reads'} the receipts. ${MORE}`,
  )
}

function receiptsOf({ DATA_DIR, S3_BUCKET, S3_ENDPOINT }: Config) {
  const endpoint = S3_ENDPOINT && ` --endpoint-url ${S3_ENDPOINT}`
  return { folder: join(DATA_DIR, 'receipts'), bucket: `s3://${S3_BUCKET}/receipts${endpoint}` }
}

const commands = (before: string, lines: string[], after: string) =>
  new OperatorError([before, '', ...lines.map((line) => `  ${line}`), '', after].join('\n'))
