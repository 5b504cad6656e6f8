import { fileURLToPath } from 'node:url'

/** Next to `db/` in the source and next to `build/` in a build. */
export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
