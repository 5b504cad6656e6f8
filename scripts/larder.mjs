#!/usr/bin/env node
// npm run larder -- COMMAND: runs an operator command. Without a command, it lists all.
import { operate } from './lib/operate.mjs'

await operate()
