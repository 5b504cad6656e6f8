// npm run backup -- FILE: everything in one archive, while the server goes on.
import { operate } from './lib/operate.mjs'

await operate('backup')
