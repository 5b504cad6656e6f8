import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'

export const KeepAhead = loadedWhenIdle(async () => (await import('./KeepAhead.tsx')).KeepAhead)
