import { loadedWhenIdle } from '#app/ui/loadedWhenIdle.ts'

export const KeepAhead = loadedWhenIdle(async () => (await import('./KeepAhead.tsx')).KeepAhead)
