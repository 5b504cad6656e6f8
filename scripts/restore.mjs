// npm run restore -- FILE: replaces the current data with a backup. The current data is moved aside.
import { operate } from './lib/operate.mjs'

await operate('restore')
