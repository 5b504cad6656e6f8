import { resolve } from 'node:path'
import { type Config, displayedConfig, readSettings } from '#app/config/config.server.ts'
import { VERSION } from '#app/config/version.ts'
import { describeRegistration } from '#app/domain/accounts/describeRegistration.ts'
import { isRegistration, setRegistration } from '#app/domain/accounts/registration.ts'
import { chooseStorage } from '#app/services.server.ts'
import { sqliteVersion } from '#db/sqlite/client.ts'
import { databasePath, requireDatabase, withServices } from './access.ts'
import { makeBackup } from './backup.ts'
import { checkData, schemaChange } from './check.ts'
import { addDemo } from './demo.ts'
import { diagnose } from './doctor/doctor.ts'
import { OperatorError, UsageError } from './errors.ts'
import { countsOf, type Manifest, plural } from './manifest.ts'
import { moveReceipts, placeOf } from './moveReceipts.ts'
import { moveToPostgres } from './moveToPostgres.ts'
import { insteadOfBackup, insteadOfCheck, insteadOfRestore } from './postgres.ts'
import { restoreBackup } from './restore.ts'
import { storedIn } from './stored.ts'
import { asTable } from './table.ts'
import {
  addUser,
  allUsers,
  changeUserEmail,
  confirmUser,
  deleteUser,
  newPasswordLink,
  setDisabled,
} from './users.ts'

export type Command = Described & (WithConfig | WithoutConfig)

interface Described {
  params?: string
  optional?: number
  summary: string
}

interface WithConfig {
  /** For commands that also run with invalid settings. */
  readConfig?(): Config
  run(config: Config, ...args: string[]): Promise<string>
}

interface WithoutConfig {
  answer(): string
}

export const COMMANDS: Record<string, Command> = {
  users: {
    summary: 'List all accounts',
    async run(config) {
      await requireDatabase(config)
      return withServices(config, async (services) => {
        const users = await allUsers(services)
        if (users.length === 0) return 'There are no accounts yet.'
        const rows = users.map(({ name, email, confirmed, disabled, since, lastSeen, lists, stored }) => [
          ...[name, email, disabled ? 'disabled' : confirmed ? 'yes' : 'no', day(since)],
          ...[lastSeen ? day(lastSeen) : 'never', String(lists), stored],
        ])
        return asTable(['name', 'email', 'confirmed', 'since', 'last seen', 'lists', 'storage'], rows)
      })
    },
  },

  'user add': {
    params: 'NAME EMAIL',
    summary: 'Add an account and print a link for choosing its password',
    run: (config, name = '', email = '') =>
      withServices(config, async (services) => {
        const added = await addUser(services, { name, email })
        return `Added ${added.name} (${added.email}). Use this link to choose a password. It works once, for 24 hours:\n${added.link}`
      }),
  },

  'user reset-password': {
    params: 'EMAIL',
    summary: 'Print a link for choosing a new password',
    async run(config, email = '') {
      await requireDatabase(config)
      return withServices(config, async (services) => {
        const link = await newPasswordLink(services, email)
        return `Use this link to choose a new password. It works once, for 24 hours. Until then, the old password keeps working:\n${link}`
      })
    },
  },

  'user confirm': {
    params: 'EMAIL',
    summary: 'Confirm the email of an account',
    async run(config, email = '') {
      await requireDatabase(config)
      const confirmed = await withServices(config, (services) => confirmUser(services, email))
      return confirmed ? `Confirmed ${email}.` : `${email} is already confirmed.`
    },
  },

  'user set-email': {
    params: 'OLD NEW',
    summary: 'Change the email of an account',
    async run(config, old = '', wanted = '') {
      await requireDatabase(config)
      const { from, to } = await withServices(config, (services) => changeUserEmail(services, old, wanted))
      return from === to
        ? `The email is already ${to}.`
        : `Changed ${from} to ${to}. The password stays the same.`
    },
  },

  'user disable': {
    params: 'EMAIL',
    summary: 'Log out an account and turn it off, without deleting anything',
    async run(config, email = '') {
      await requireDatabase(config)
      const changed = await withServices(config, (services) => setDisabled(services, email, true))
      return changed
        ? `Disabled ${email}. Nobody can log in to it, reset its password or use its API tokens. To undo this: larder user enable ${email}`
        : `${email} is already disabled.`
    },
  },

  'user enable': {
    params: 'EMAIL',
    summary: 'Turn a disabled account on again',
    async run(config, email = '') {
      await requireDatabase(config)
      const changed = await withServices(config, (services) => setDisabled(services, email, false))
      return changed ? `Enabled ${email}.` : `${email} is not disabled.`
    },
  },

  'user delete': {
    params: 'EMAIL',
    summary: 'Delete an account for good, and offer the lists it shares to their editors',
    async run(config, input = '') {
      await requireDatabase(config)
      const { email, offered } = await withServices(config, (services) => deleteUser(services, input))
      const lists = offered > 0 ? ` Offered to an editor: ${plural(offered, 'shared list')}.` : ''
      return `Deleted ${email} with all its data.${lists}`
    },
  },

  registration: {
    params: '[open | invited | closed]',
    optional: 1,
    summary: 'Show who can register, or change it',
    async run(config, setting) {
      // Showing the setting must not create a database.
      if (setting === undefined) await requireDatabase(config)
      return withServices(config, async (services) => {
        if (setting === undefined) return describeRegistration(services)
        if (!isRegistration(setting)) throw new UsageError('Registration can be open, invited or closed.')
        if (config.REGISTRATION) {
          throw new OperatorError(
            `${await describeRegistration(services)} Nothing was changed. Change or remove REGISTRATION there, and restart Larder.`,
          )
        }
        await setRegistration(services, setting)
        return describeRegistration(services)
      })
    },
  },

  check: {
    summary: 'Check the database and all receipt files',
    async run(config) {
      if (config.DATABASE_URL) throw insteadOfCheck(config)
      await requireDatabase(config)
      const findings = await checkData(databasePath(config), chooseStorage(config))
      const { contents, schema, missing, damaged, unused, change } = findings
      const { keys } = contents
      const lost = Object.entries({ missing, damaged }).filter(([, files]) => files.length > 0)
      if (lost.length > 0) {
        const lines = lost.map(
          ([what, files]) =>
            `The database is intact, but the files of ${files.length} of ${keys.length} receipts are ${what}:\n${files.join('\n')}`,
        )
        throw new OperatorError(lines.join('\n'))
      }
      if (change) throw new OperatorError(notRestorable(change))
      const counts = countsOf({ ...contents, receipts: keys.length }, ', ')
      const leftovers =
        unused > 0 ? ` ${plural(unused, 'unused receipt file')} will be deleted automatically.` : ''
      return `No problems found: ${counts}.${SCHEMA_NOTES[schema]}${leftovers}`
    },
  },

  doctor: {
    summary: 'Check the settings, the disk, the database and connections, and say what to do',
    // Doctor reports all invalid settings itself.
    readConfig: () => readSettings().config,
    run: diagnose,
  },

  backup: {
    params: 'FILE',
    summary: 'Back up everything to one file',
    async run(config, file = '') {
      if (config.DATABASE_URL) throw insteadOfBackup(config)
      await requireDatabase(config)
      const path = absolutePath(file)
      const manifest = await makeBackup({ dataDir: config.DATA_DIR, storage: chooseStorage(config) }, path)
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
      const lines = [`Saved ${summaryOf({ ...manifest, bytes })} to ${path}.`, ...missingFiles(manifest)]
      const change = schemaChange(databasePath(config))
      if (change) lines.push(`Warning: ${notRestorable(change)}`)
      return lines.join('\n')
    },
  },

  restore: {
    params: 'FILE',
    summary: 'Replace the current data with a backup, or with a copy from before an update',
    async run(config, file = '') {
      if (config.DATABASE_URL) throw insteadOfRestore(config)
      const receiptStorage = config.S3_BUCKET ? chooseStorage(config) : undefined
      const target = { dataDir: config.DATA_DIR, receiptStorage }
      const restored = await restoreBackup(target, absolutePath(file))
      const old = restored.oldData ? ` The data from before the restore is in ${restored.oldData}.` : ''
      const lines = [`Restored ${summaryOf(restored)}, as of ${restored.createdAt}.${old}`]
      return [...lines, AFTER_RESTORE, ...missingFiles(restored)].join('\n')
    },
  },

  'move-receipts': {
    params: '--to s3|local',
    summary: 'Move all receipts into the bucket of S3_BUCKET, or out of it',
    async run(config, option = '', value = '') {
      const place = placeOf(option, value)
      await requireDatabase(config)
      return withServices(config, (services) => moveReceipts(services, place))
    },
  },

  'move-to-postgres': {
    summary: 'Copy everything from DATA_DIR into the empty database of DATABASE_URL',
    run: moveToPostgres,
  },

  demo: {
    summary: 'Add sample data to an empty Larder',
    run: (config) => withServices(config, addDemo),
  },

  config: {
    summary: 'Show all settings and where they come from, without secrets',
    async run(config) {
      const registration = config.REGISTRATION ? undefined : await storedSetting(config)
      const rows = displayedConfig().map(({ name, value, from }) =>
        name === 'REGISTRATION' && registration ? [name, ...registration] : [name, value, from],
      )
      return asTable(['key', 'value', 'from'], rows)
    },
  },

  version: {
    summary: 'Show the versions of Larder, Node and SQLite',
    answer: versions,
  },
}

function versions(): string {
  const { versions, platform, arch } = process
  return `Larder ${VERSION}, Node ${versions.node}, SQLite ${sqliteVersion()}, ${platform} ${arch}`
}

/** Who may register, and where that is set. */
async function storedSetting(config: Config): Promise<[string, string]> {
  try {
    const { registration } = await storedIn(config)
    return registration ? [registration, 'larder registration'] : ['open', 'default']
  } catch {
    return ['?', "the database, which can't be read"]
  }
}

const SCHEMA_NOTES = {
  current: '',
  older: ' The database is from an older version of Larder; the next start updates it.',
  newer: ' The database is from a newer version of Larder than this one.',
}

const AFTER_RESTORE =
  'Everyone has to log in again, and API tokens must be made again. Passwords are those of the backup. Links and invitations that were turned off since then work again: turn them off on the sharing page of their list. Accounts that were disabled or deleted since are back: see larder users.'

const notRestorable = (change: string) =>
  `The database is intact, but not as Larder created it: ${change}. Undo this change, because backups with it can't be restored.`

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** npm runs scripts in the folder of package.json; paths are relative to where the user typed them. */
const absolutePath = (file: string) => resolve(process.env.INIT_CWD ?? '', file)

function summaryOf({ contents, bytes }: Pick<Manifest, 'contents'> & { bytes: number }): string {
  return `${countsOf(contents)} (${(bytes / 1e6).toFixed(1)} MB)`
}

const missingFiles = ({ missing }: Pick<Manifest, 'missing'>) =>
  missing.length > 0 ? [`Warning: the files of ${plural(missing.length, 'receipt')} are missing.`] : []
