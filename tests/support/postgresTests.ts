import { beforeEach } from 'vitest'

beforeEach(({ skip }) => skip(!process.env.TEST_POSTGRES, 'there is no PostgreSQL server'))
