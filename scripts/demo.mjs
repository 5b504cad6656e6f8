// npm run demo: fills an empty Larder with sample data.
import { operate } from './lib/operate.mjs'

await operate('demo')
