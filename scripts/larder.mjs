// npm run larder -- COMMAND: what the operator of a Larder needs; without a command it says what there is.
import { operate } from './lib/operate.mjs'

await operate()
