// npm run demo: fills an empty Larder with a household to try it out on.
import { operate } from './lib/operate.mjs'

await operate('demo')
