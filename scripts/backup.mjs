// npm run backup -- FILE: saves all data in one archive while the server keeps running.
import { operate } from './lib/operate.mjs'

await operate('backup')
