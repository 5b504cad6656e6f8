#!/usr/bin/env node
// npm run larder -- COMMAND: runs an operator command. Without a command, it lists all. Where the package is linked,
// `larder COMMAND` does the same from any folder.
import { operate } from './lib/operate.mjs'

await operate()
