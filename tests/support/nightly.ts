import { test } from 'vitest'
import { isFull, onPostgres } from './size.ts'

// `npm test` has one test for each guarantee. Slow tests that check more cases of the same are for the full run.

export const nightly = test.runIf(isFull)

/** On PostgreSQL only in the full run: other tests send the same statements. */
export const nightlyOnPostgres = test.runIf(isFull || !onPostgres)

/** The first cases, and at night all. */
export const someOf = <Case>(cases: readonly Case[], count = 1): Case[] =>
  cases.slice(0, isFull ? cases.length : count)
