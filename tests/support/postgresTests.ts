import { afterAll, beforeEach } from 'vitest'
import { dropUnused } from './postgres.ts'

beforeEach(({ skip }) => skip(!process.env.TEST_POSTGRES, 'there is no PostgreSQL server'))
afterAll(dropUnused)
