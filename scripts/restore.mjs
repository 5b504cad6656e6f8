// npm run restore -- FILE: puts a backup in the place of the present data, which is set aside.
import { operate } from './lib/operate.mjs'

await operate('restore')
