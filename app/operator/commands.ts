import { resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Config, displayedConfig } from '#app/config.server.ts'
import { registrationOf, setRegistration } from '#app/domain/registration.ts'
import { chooseStorage } from '#app/services.server.ts'
import { VERSION } from '#app/version.ts'
import { makeBackup } from './backup.ts'
import { changedByOthers, examine } from './check.ts'
import { fillDemo } from './demo.ts'
import type { Manifest } from './manifest.ts'
import { databaseOf, mustExist, withServices } from './open.ts'
import { addPerson, everybody, newPasswordLink } from './people.ts'
import { restoreBackup } from './restore.ts'
import { OperatorError, Unclear } from './sentence.ts'
import { asTable } from './table.ts'

export interface Command {
  /** What follows its name, as the help shows it. */
  takes?: string
  does: string
  /** Of them, the last so many may be left out. */
  optional?: number
  run(config: Config, ...args: string[]): Promise<string>
}

// The operator's commands. They read the same configuration as the server and need nothing of it.

export const COMMANDS: Record<string, Command> = {
  users: {
    does: 'lists everybody who has an account',
    async run(config) {
      mustExist(config)
      return withServices(config, async (services) => {
        const people = everybody(services)
        if (people.length === 0) return 'Nobody has an account yet.'
        const rows = people.map(({ name, email, confirmed, since, lastSeen, lists, stored }) => [
          name,
          email,
          confirmed ? 'yes' : 'no',
          day(since),
          lastSeen ? day(lastSeen) : 'never',
          String(lists),
          stored,
        ])
        return asTable(['name', 'email', 'confirmed', 'since', 'last seen', 'lists', 'storage'], rows)
      })
    },
  },

  'user add': {
    takes: 'NAME EMAIL',
    does: 'makes an account, and prints the link by which its password is chosen',
    run: (config, name = '', email = '') =>
      withServices(config, async (services) => {
        const made = await addPerson(services, { name, email })
        return `${made.name} (${made.email}) has an account. Its password is chosen here, once, within 24 hours:\n${made.link}`
      }),
  },

  'user reset-password': {
    takes: 'EMAIL',
    does: 'prints a link by which a forgotten password is chosen anew',
    async run(config, email = '') {
      mustExist(config)
      return withServices(config, async (services) => {
        const link = await newPasswordLink(services, email)
        return `A new password is chosen here, once, within 24 hours; until then the old one works:\n${link}`
      })
    },
  },

  registration: {
    takes: '[open | closed]',
    optional: 1,
    does: 'says or sets whether strangers may make an account; at once, and to stay',
    async run(config, wanted) {
      // Whoever only asks must not make one.
      if (wanted === undefined) mustExist(config)
      return withServices(config, async (services) => {
        if (wanted === 'open' || wanted === 'closed') await setRegistration(services, wanted)
        else if (wanted !== undefined) throw new Unclear('Registration is open or closed.')
        const now = registrationOf(services)
        if (wanted === 'open' && now === 'closed') {
          throw new OperatorError(
            'Registration stays closed: the configuration says REGISTRATION=closed. Take that away and start Larder again.',
          )
        }
        return `Registration is ${now}.`
      })
    },
  },

  check: {
    does: 'reads the whole database and looks for every receipt',
    async run(config) {
      mustExist(config)
      const findings = await examine(databaseOf(config), chooseStorage(config))
      const { contents, schema, missing, unnamed, changed } = findings
      const { users, lists, items, keys } = contents
      if (missing.length > 0) {
        throw new OperatorError(
          `The database is whole, but the files of ${missing.length} of ${keys.length} receipts are missing:\n${missing.join('\n')}`,
        )
      }
      if (changed) throw new OperatorError(`The database is whole, but ${unrestorable(changed)}`)
      const left = unnamed > 0 ? ` ${unnamed} files belong to no receipt; Larder sweeps them up.` : ''
      const counted = [
        many(users, 'user'),
        many(lists, 'list'),
        many(items, 'item'),
        many(keys.length, 'receipt'),
      ]
      return `All is well: ${counted.join(', ')}.${SCHEMAS[schema]}${left}`
    },
  },

  backup: {
    takes: 'FILE',
    does: 'makes one archive of everything, while Larder goes on',
    async run(config, file = '') {
      mustExist(config)
      const path = pathOf(file)
      const manifest = await makeBackup({ dataDir: config.DATA_DIR, storage: chooseStorage(config) }, path)
      const lost = manifest.missing.length
      const warning = `\nBeware: the files of ${lost} receipts were not there and could not be saved.`
      const changed = changedByOthers(databaseOf(config))
      const refusal = changed ? `\nBeware: the database is whole, but ${unrestorable(changed)}` : ''
      return `Saved ${inWords(manifest)} to ${path}.${lost > 0 ? warning : ''}${refusal}`
    },
  },

  restore: {
    takes: 'FILE',
    does: 'puts a backup in the place of the present data, which is set aside',
    async run(config, file = '') {
      const elsewhere = config.S3_BUCKET ? chooseStorage(config) : undefined
      const { manifest, aside } = await restoreBackup({ dataDir: config.DATA_DIR, elsewhere }, pathOf(file))
      const former = aside ? ` What was there before is in ${aside}.` : ''
      return `Restored ${inWords(manifest)}, as of ${manifest.createdAt}.${former}`
    },
  },

  demo: {
    does: 'fills an empty Larder with a household to try it out on',
    run: (config) => withServices(config, fillDemo),
  },

  config: {
    does: 'shows every setting and where it comes from, without the secrets',
    async run() {
      const rows = displayedConfig().map(({ name, value, from }) => [name, value, from])
      return asTable(['key', 'value', 'from'], rows)
    },
  },

  version: {
    does: 'says which Larder this is, and on what it runs',
    async run() {
      const memory = new Sqlite(':memory:')
      const sqlite = memory.prepare('SELECT sqlite_version()').pluck().get()
      memory.close()
      return `Larder ${VERSION}, Node ${process.versions.node}, SQLite ${sqlite}, ${process.platform} ${process.arch}`
    },
  },
}

const SCHEMAS = {
  current: '',
  older: ' It is from an older Larder; the next start brings it up to date.',
  newer: ' It is from a newer Larder than this one.',
}

const unrestorable = (changed: string) =>
  `it is not as Larder made it: ${changed}. Undo that change: a backup with it cannot be restored.`

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** npm changes to the folder of package.json; a path is meant from where it was typed. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '', file)
}

function inWords({ contents, files }: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const { users, lists, items, receipts } = contents
  const counted = `${many(users, 'user')}, ${many(lists, 'list')}, ${many(items, 'item')} and ${many(receipts, 'receipt')}`
  return `${counted} (${(bytes / 1e6).toFixed(1)} MB)`
}
