import { afterEach, vi } from 'vitest'

/** Test files share a process: a clock left standing would make the next one fail. */
afterEach(() => void vi.useRealTimers())
