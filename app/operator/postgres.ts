import { join } from 'node:path'
import type { Config } from '#app/config.server.ts'
import { OperatorError } from './errors.ts'

// Larder's own backups copy SQLite. For PostgreSQL, its own tools do that better.

export function postgresBackup(config: Config): OperatorError {
  const copy = copyReceipts(config)
  return new OperatorError(
    [
      'The data is in PostgreSQL (DATABASE_URL). Back it up with these commands, also while Larder is running:',
      '',
      `  ${copy}`,
      '  pg_dump --format=custom --file=larder.dump "$DATABASE_URL"',
      `  ${copy}`,
      '',
      'The receipts are copied twice, so that none of those in the dump is missing. More in docs/postgresql.md.',
    ].join('\n'),
  )
}

export function postgresRestore(config: Config): OperatorError {
  return new OperatorError(
    [
      'The data is in PostgreSQL (DATABASE_URL). Stop all Larder servers, then restore with these commands:',
      '',
      `  ${restoreReceipts(config)}`,
      '  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" larder.dump',
      '',
      'More in docs/postgresql.md.',
    ].join('\n'),
  )
}

export function postgresCheck(config: Config): OperatorError {
  return new OperatorError(
    [
      'The data is in PostgreSQL (DATABASE_URL). The first command reads all of it and reports damage:',
      '',
      '  pg_dump --file=/dev/null "$DATABASE_URL"',
      `  ${listReceipts(config)}`,
      '',
      `The second ${config.S3_BUCKET ? 'lists' : 'reads'} the receipts. More in docs/postgresql.md.`,
    ].join('\n'),
  )
}

function copyReceipts(config: Config): string {
  if (!config.S3_BUCKET) return `rsync -a ${receiptsFolder(config)}/ receipts/`
  return `aws s3 sync ${bucketOf(config)} receipts`
}

function restoreReceipts(config: Config): string {
  if (!config.S3_BUCKET) return `rsync -a receipts/ ${receiptsFolder(config)}/`
  return `aws s3 sync receipts ${bucketOf(config)}`
}

function listReceipts(config: Config): string {
  if (!config.S3_BUCKET) return `cat ${receiptsFolder(config)}/*/* > /dev/null`
  return `aws s3 ls --recursive --summarize ${bucketOf(config)}`
}

const receiptsFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'receipts')

function bucketOf({ S3_BUCKET, S3_ENDPOINT }: Config): string {
  const endpoint = S3_ENDPOINT && ` --endpoint-url ${S3_ENDPOINT}`
  return `s3://${S3_BUCKET}/receipts${endpoint}`
}
